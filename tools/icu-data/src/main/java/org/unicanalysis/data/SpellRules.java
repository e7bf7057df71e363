package org.unicanalysis.data;

import com.ibm.icu.util.UResourceBundle;

/** Rules that write numbers as words (RBNF), one file per locale, and the index of their locales. */
final class SpellRules {
    static void write(Output out) throws Exception {
        StringBuilder index = new StringBuilder();
        for (String locale : Output.bundles("rbnf")) {
            UResourceBundle bundle = Output.bundle("rbnf", locale);
            String found = bundle.getULocale().getName();
            if (!found.equals(locale.equals("root") ? "" : locale)) {
                index.append("alias\t" + locale + "\t" + found + "\n");
                continue;
            }
            if (bundle.keySet().contains("%%Parent")) {
                index.append("parent\t" + locale + "\t" + bundle.getString("%%Parent") + "\n");
            }
            index.append("locale\t" + locale + "\n");
            if (bundle.keySet().contains("RBNFRules")) {
                out.write("spell/" + locale + ".txt", "#", "Number rules (UTS #35 part 3, RBNF) of locale " + locale
                        + ". A line [GROUP] opens a group; backslash, tab, line ends are escaped with a backslash.\n",
                        groups(bundle.get("RBNFRules")));
            }
        }
        // Locales without rules of their own that inherit from others than their names say.
        for (String locale : Output.bundles("")) {
            UResourceBundle bundle = Output.bundle("", locale);
            String parent = bundle.keySet().contains("%%Parent") ? bundle.getString("%%Parent") : "";
            if (locale.matches("[a-z]+(_[A-Z][a-z]+)?_[A-Z0-9]+") && Output.bundles("rbnf").contains(parent)
                    && Output.bundle("rbnf", parent).keySet().contains("RBNFRules") && !locale.startsWith(parent + "_") && !Output.bundles("rbnf").contains(locale)
                    && bundle.getULocale().getName().equals(locale)) {
                index.append("parent\t" + locale + "\t" + parent + "\n");
            }
        }
        out.write("spell/locales.tsv", "#", "Locales with number rules: kind (locale, alias, parent), locale, value.\n",
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
