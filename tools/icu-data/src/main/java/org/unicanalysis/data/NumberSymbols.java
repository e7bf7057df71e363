package org.unicanalysis.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import com.ibm.icu.text.DecimalFormat;
import com.ibm.icu.text.DecimalFormatSymbols;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;

/** Symbols, default digits and grouping sizes of decimal numbers, and plural rules, by locale. */
final class NumberSymbols {
    static void write(Output out) throws Exception {
        String inherited = "A locale that is not listed has the line of the nearest of: its alias, itself without the last subtag, root.\n";
        out.write("spell/symbols.tsv", "#", "Decimal numbers (UTS #35 part 3): locale, decimal separator, grouping separator, minus sign, plus sign,\n"
                + "exponent sign, infinity, not a number, digit zero, primary and secondary grouping size.\n" + inherited,
                lines(NumberSymbols::symbols));
        out.write("spell/plurals.tsv", "#", "Plural rules (UTS #35 part 3): locale, cardinal rules, ordinal rules, without samples.\n" + inherited,
                lines(locale -> plurals(locale, PluralRules.PluralType.CARDINAL) + "\t"
                        + plurals(locale, PluralRules.PluralType.ORDINAL)));
    }

    /** One line for each locale whose value is not that of the id without its last subtag. */
    private static String lines(Function<ULocale, String> value) throws Exception {
        TreeSet<String> ids = new TreeSet<>(Output.bundles(""));
        ids.addAll(Output.bundles("rbnf"));
        ids.removeIf(id -> !id.matches("[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?"));
        Map<String, String> written = new HashMap<>();
        String root = value.apply(ULocale.ROOT);
        StringBuilder out = new StringBuilder("root\t" + root + "\n");
        for (String id : ids) {
            String found = value.apply(new ULocale(id));
            String parent = id;
            String inherited = null;
            while (inherited == null && parent.contains("_")) {
                parent = parent.substring(0, parent.lastIndexOf('_'));
                inherited = written.get(parent);
            }
            if (!found.equals(inherited == null ? root : inherited)) {
                written.put(id, found);
                out.append(id).append('\t').append(found).append('\n');
            }
        }
        return out.toString();
    }

    private static String symbols(ULocale locale) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
        DecimalFormat format = (DecimalFormat) NumberFormat.getInstance(locale);
        int primary = format.isGroupingUsed() ? format.getGroupingSize() : 0;
        int secondary = format.getSecondaryGroupingSize() > 0 ? format.getSecondaryGroupingSize() : primary;
        List<String> fields = new ArrayList<>(Arrays.asList(symbols.getDecimalSeparatorString(), symbols.getGroupingSeparatorString(),
                symbols.getMinusSignString(), symbols.getPlusSignString(), symbols.getExponentSeparator(),
                symbols.getInfinity(), symbols.getNaN(), symbols.getDigitStrings()[0]));
        fields.add(Integer.toString(primary));
        fields.add(Integer.toString(secondary));
        return String.join("\t", fields);
    }

    private static String plurals(ULocale locale, PluralRules.PluralType type) {
        PluralRules rules = PluralRules.forLocale(locale, type);
        Map<String, String> conditions = new TreeMap<>();
        for (String keyword : rules.getKeywords()) {
            String text = rules.getRules(keyword);
            if (!keyword.equals("other") && text != null) {
                conditions.put(keyword, keyword + ": " + text.replaceAll("@.*", "").trim());
            }
        }
        return String.join("; ", conditions.values());
    }
}
