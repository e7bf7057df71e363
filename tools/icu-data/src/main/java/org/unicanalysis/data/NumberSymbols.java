package org.unicanalysis.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import com.ibm.icu.impl.ICUResourceBundle;
import com.ibm.icu.text.DecimalFormat;
import com.ibm.icu.text.DecimalFormatSymbols;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.NumberingSystem;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.UResourceBundle;

/** Symbols, numbering systems and grouping sizes of decimal numbers, and plural rules, by locale. */
final class NumberSymbols {
    /** The values of the keyword `numbers` that name a system of the locale; absent: `default`. */
    private static final String[] USES = { "default", "native", "traditional", "finance" };

    static void write(Output out) throws Exception {
        out.writeSorted("spell/symbols.tsv", "Decimal numbers (UTS #35 part 3): numbering system or locale, kind, then\n"
                + "digits: the digits from 0 to 9. algorithmic: a system without digits, which has those and the symbols of latn.\n"
                + "system: use (default, native, traditional, finance), numbering system.\n"
                + "symbols: numbering system, decimal separator, grouping separator, minus sign, plus sign, exponent sign, infinity, not a\n"
                + "number, primary and secondary grouping size. Locales inherit as unicode/locales.tsv says; a locale without symbols for a\n"
                + "system has those that it has for latn.\n", digits() + systemsAndSymbols());
        out.writeSorted("spell/plurals.tsv", "Plural rules (UTS #35 part 3): locale, cardinal rules, ordinal rules, without samples.\n"
                + "A locale that is not listed has the line of the id without its last subtag, else that of root.\n", plurals());
    }

    private static String digits() {
        StringBuilder lines = new StringBuilder();
        for (String name : NumberingSystem.getAvailableNames()) {
            NumberingSystem system = NumberingSystem.getInstanceByName(name);
            lines.append(system.isAlgorithmic() ? name + "\talgorithmic" : name + "\tdigits\t" + system.getDescription()).append('\n');
        }
        return lines.toString();
    }

    /** One line for each locale and use or system whose value is not inherited. */
    private static String systemsAndSymbols() throws Exception {
        List<String> systems = new ArrayList<>(List.of("latn"));
        for (String name : NumberingSystem.getAvailableNames()) {
            if (!NumberingSystem.getInstanceByName(name).isAlgorithmic() && !name.equals("latn")) {
                systems.add(name);
            }
        }
        Map<String, List<String>> parents = new HashMap<>();
        for (String id : Locales.main()) {
            parents.put(id, parents(id));
        }
        // Parents first.
        List<String> ids = new ArrayList<>(Locales.main());
        ids.sort(java.util.Comparator.comparing((String id) -> parents.get(id).size()));
        Map<String, String> found = new HashMap<>();
        TreeMap<String, String> lines = new TreeMap<>();
        for (String id : ids) {
            for (String use : USES) {
                String name = NumberingSystem.getInstance(with(id, use)).getName();
                if (!name.equals(inherited(found, parents.get(id), use))) {
                    found.put(id + "\t" + use, name);
                    lines.put(id + "\tsystem\t" + use, name);
                }
            }
            for (String system : systems) {
                String symbols = symbols(with(id, system));
                String inherited = inherited(found, parents.get(id), system);
                if (inherited == null) {
                    List<String> chain = new ArrayList<>(List.of(id));
                    chain.addAll(parents.get(id));
                    inherited = inherited(found, chain, "latn");
                }
                if (!symbols.equals(inherited)) {
                    found.put(id + "\t" + system, symbols);
                    lines.put(id + "\tsymbols\t" + system, symbols);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        lines.forEach((key, value) -> text.append(key + "\t" + value + "\n"));
        return text.toString();
    }

    private static String inherited(Map<String, String> found, List<String> chain, String key) {
        return chain.stream().map(id -> found.get(id + "\t" + key)).filter(value -> value != null).findFirst().orElse(null);
    }

    private static ULocale with(String id, String numbers) {
        return new ULocale((id.equals("root") ? "" : id) + "@numbers=" + numbers);
    }

    /** The parents of a locale, ending with root. */
    private static List<String> parents(String id) {
        List<String> parents = new ArrayList<>();
        ICUResourceBundle bundle = (ICUResourceBundle) UResourceBundle.getBundleInstance(com.ibm.icu.impl.ICUData.ICU_BASE_NAME, id);
        for (bundle = bundle.getParent(); bundle != null; bundle = bundle.getParent()) {
            String name = bundle.getULocale().getName();
            parents.add(name.isEmpty() ? "root" : name);
        }
        return parents;
    }

    private static String symbols(ULocale locale) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
        DecimalFormat format = new DecimalFormat(NumberFormat.getPatternForStyle(locale, NumberFormat.NUMBERSTYLE), symbols);
        int primary = format.isGroupingUsed() ? format.getGroupingSize() : 0;
        int secondary = format.getSecondaryGroupingSize() > 0 ? format.getSecondaryGroupingSize() : primary;
        return String.join("\t", symbols.getDecimalSeparatorString(), symbols.getGroupingSeparatorString(), symbols.getMinusSignString(),
                symbols.getPlusSignString(), symbols.getExponentSeparator(), symbols.getInfinity(), symbols.getNaN(),
                Integer.toString(primary), Integer.toString(secondary));
    }

    private static String plurals() {
        UResourceBundle bundle = Output.bundle("", "plurals");
        TreeSet<String> ids = new TreeSet<>(bundle.get("locales").keySet());
        ids.addAll(bundle.get("locales_ordinals").keySet());
        ids.remove("root");
        Function<String, String> rules = id -> plurals(new ULocale(id), PluralRules.PluralType.CARDINAL) + "\t"
                + plurals(new ULocale(id), PluralRules.PluralType.ORDINAL);
        StringBuilder lines = new StringBuilder("root\t" + rules.apply("") + "\n");
        Map<String, String> written = new HashMap<>(Map.of("root", rules.apply("")));
        for (String id : ids) {
            String parent = id.contains("_") ? id.substring(0, id.lastIndexOf('_')) : "root";
            String found = rules.apply(id);
            if (!found.equals(written.getOrDefault(parent, written.get("root")))) {
                written.put(id, found);
                lines.append(id + "\t" + found + "\n");
            }
        }
        return lines.toString();
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
