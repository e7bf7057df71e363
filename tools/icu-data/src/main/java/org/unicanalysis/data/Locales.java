package org.unicanalysis.data;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

import com.ibm.icu.impl.FallbackTables;
import com.ibm.icu.util.UResourceBundle;

/** The locales of CLDR's main tree, and what a locale inherits from. */
final class Locales {
    /** The ids of the main tree, sorted; aliases are left out. */
    static List<String> main() throws Exception {
        List<String> ids = new ArrayList<>();
        for (String id : Output.bundles("")) {
            if (isLocale(id) && alias("", id) == null) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** Whether the name of a bundle is that of a locale, rather than of supplemental data. */
    static boolean isLocale(String name) {
        return name.equals("root") || name.matches("[a-z]{2,3}(_.*)?");
    }

    /** The locale whose data are used for another one, or null. */
    static String alias(String tree, String id) {
        String found = Output.bundle(tree, id).getULocale().getName();
        return found.equals(id.equals("root") ? "" : id) ? null : found;
    }

    /** The explicit parent of a bundle, or null. */
    static String parent(String tree, String id) {
        UResourceBundle bundle = Output.bundle(tree, id);
        return bundle.keySet().contains("%%Parent") ? bundle.getString("%%Parent") : null;
    }

    static void write(Output out) throws Exception {
        StringBuilder lines = new StringBuilder();
        TreeSet<String> languages = new TreeSet<>();
        for (String tree : new String[] { "", "rbnf" }) {
            Output.bundles(tree).stream().filter(Locales::isLocale).forEach(id -> languages.add(id.split("_")[0]));
        }
        TreeMap<String, String> parents = new TreeMap<>(FallbackTables.parents());
        for (String id : Output.bundles("")) {
            if (isLocale(id)) {
                String alias = alias("", id);
                lines.append(alias == null ? id + "\tlocale\n" : id + "\talias\t" + alias + "\n");
                if (alias == null && !java.util.Objects.equals(parent("", id), parents.get(id))) {
                    throw new IllegalStateException("the parent of " + id + " is not that of the table");
                }
            }
        }
        parents.forEach((id, parent) -> lines.append(id + "\tparent\t" + parent + "\n"));
        new TreeMap<>(FallbackTables.defaultScripts()).forEach((id, script) -> {
            if (languages.contains(id.split("_")[0])) {
                lines.append(id + "\tscript\t" + script + "\n");
            }
        });
        out.writeSorted("unicode/locales.tsv",
                "Locales of CLDR's main tree, and what a locale inherits from (UTS #35 part 1): locale, kind, value.\n"
                        + "locale: has data. alias: the locale whose data is used instead. parent: of a locale with or without data, if\n"
                        + "it is not the id without its last subtag. script: the default script of a language, or of a language in a\n"
                        + "region, if it is not Latn; of languages with data.\n",
                lines.toString());
    }
}
