package org.unicanalysis.data;

import com.ibm.icu.util.UResourceBundle;

/** Rules that write numbers as words (RBNF), one file per locale, and the index of their locales. */
final class SpellRules {
    static void write(Output out) throws Exception {
        StringBuilder index = new StringBuilder();
        for (String locale : Output.bundles("rbnf")) {
            UResourceBundle bundle = Output.bundle("rbnf", locale);
            String alias = Locales.alias("rbnf", locale);
            if (alias != null) {
                index.append(locale + "\talias\t" + alias + "\n");
                continue;
            }
            String parent = Locales.parent("rbnf", locale);
            if (parent != null) {
                index.append(locale + "\tparent\t" + parent + "\n");
            }
            index.append(locale + "\tlocale\n");
            if (bundle.keySet().contains("RBNFRules")) {
                out.write("spell/" + locale + ".txt", "#", "Number rules (UTS #35 part 3, RBNF) of locale " + locale
                        + ". A line [GROUP] opens a group; backslash, tab, line ends are escaped with a backslash.\n",
                        groups(bundle.get("RBNFRules")));
            }
        }
        out.writeSorted("spell/locales.tsv", "Locales with number rules: locale, kind (locale, alias, parent), value. All others inherit as unicode/locales.tsv says.\n",
                index.toString());
    }

    private static String groups(UResourceBundle rules) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rules.getSize(); i++) {
            UResourceBundle group = rules.get(i);
            out.append("[" + group.getKey() + "]\n");
            if (group.getType() == UResourceBundle.STRING) {
                out.append(Output.escape(group.getString())).append('\n');
            }
            for (int j = 0; group.getType() != UResourceBundle.STRING && j < group.getSize(); j++) {
                out.append(Output.escape(group.getString(j))).append('\n');
            }
        }
        return out.toString();
    }
}
