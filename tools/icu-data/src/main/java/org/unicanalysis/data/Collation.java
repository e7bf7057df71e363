package org.unicanalysis.data;

import java.util.Enumeration;
import java.util.TreeMap;

import com.ibm.icu.impl.coll.RootTable;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.UResourceBundle;

/** Collation rule texts, the index of their locales, and the root table. */
final class Collation {
    static void write(Output out) throws Exception {
        StringBuilder index = new StringBuilder();
        for (String locale : Output.bundles("coll")) {
            writeLocale(out, locale, index);
        }
        out.writeSorted("collation/locales.tsv",
                "Collation locales, ICU locale ids. Tab-separated: locale, kind, value(s).\n"
                        + "alias: the locale whose data is used instead. parent: the locale searched next (else the id\n"
                        + "without its last part, then root). default: the type used when none is requested. type: a rule\n"
                        + "text of this locale, in rules/LOCALE.TYPE.txt; version of the data. locale: has data; types without\n"
                        + "a line come from its parents.\n",
                index.toString());
        out.write("collation/root.txt", "#", RootTable.ABOUT, RootTable.dump());
    }

    private static void writeLocale(Output out, String locale, StringBuilder index) throws Exception {
        UResourceBundle bundle = Output.bundle("coll", locale);
        String found = bundle.getULocale().getName();
        if (!found.equals(locale.equals("root") ? "" : locale)) {
            index.append(locale + "\talias\t" + found + "\n");
            return;
        }
        TreeMap<String, String> lines = new TreeMap<>();
        if (bundle.keySet().contains("%%Parent")) {
            lines.put("0", locale + "\tparent\t" + bundle.getString("%%Parent"));
        }
        if (bundle.keySet().contains("collations")) {
            UResourceBundle types = bundle.get("collations");
            for (Enumeration<String> keys = types.getKeys(); keys.hasMoreElements();) {
                String type = keys.nextElement();
                UResourceBundle value = types.get(type);
                if (type.equals("default")) {
                    lines.put("1", locale + "\tdefault\t" + value.getString());
                } else if (owns(value, locale) && value.keySet().contains("Sequence")) {
                    lines.put("2" + type, locale + "\ttype\t" + type + "\t" + value.getString("Version"));
                    out.write("collation/rules/" + locale + "." + type + ".txt", "#",
                            "Collation rules (UTS #35 part 5) of locale " + locale + ", type " + type
                                    + ". The rules are everything after this comment, without its last line end.\n",
                            value.getString("Sequence"));
                }
            }
        }
        lines.put("3", locale + "\tlocale");
        lines.values().forEach(line -> index.append(line).append('\n'));
    }

    /** Whether a type is in this bundle itself: a resource alias has the locale of its target. */
    private static boolean owns(UResourceBundle value, String locale) {
        return value.getULocale().equals(new ULocale(locale.equals("root") ? "" : locale));
    }
}
