package org.unicanalysis.data;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.ibm.icu.lang.UScript;
import com.ibm.icu.util.ULocale;
import com.ibm.icu.util.UResourceBundle;

/** Transform rule texts, one file per distinct text, and the index of ids. */
final class Transforms {
    static void write(Output out) throws Exception {
        UResourceBundle ids = Output.bundle("translit", "root").get("RuleBasedTransliteratorIDs");
        StringBuilder index = new StringBuilder();
        TreeMap<String, String> files = new TreeMap<>();
        for (int i = 0; i < ids.getSize(); i++) {
            UResourceBundle entry = ids.get(i);
            String id = entry.getKey();
            UResourceBundle value = entry.get(0);
            String kind = value.getKey();
            if (kind.equals("alias")) {
                index.append("alias\t" + id + "\t" + value.getString() + "\t\n");
                continue;
            }
            String text = value.getString("resource");
            String file = files.computeIfAbsent(text, unused -> id.replaceAll("[^A-Za-z0-9_-]", "."));
            index.append(kind + "\t" + id + "\t" + file + "\t" + value.getString("direction") + "\n");
        }
        for (var entry : files.entrySet()) {
            out.write("transform/" + entry.getValue() + ".txt", "#", "Transform rules (UTS #35 part 2).\n", entry.getKey());
        }
        out.write("transform/index.tsv", "#", "Transform ids: kind (file, internal, alias), id, rule file or id, direction.\n",
                index.toString());
        out.write("transform/scripts.tsv", "#",
                "The script that a locale stands for in a transform id, as UScript.getCode gives it: locale, script name.\n",
                scripts(index.toString()));
    }

    /** Languages, those of ids included, and locales whose script is not that of their language. */
    private static String scripts(String index) {
        TreeMap<String, String> scripts = new TreeMap<>();
        TreeSet<String> languages = new TreeSet<>(List.of(ULocale.getISOLanguages()));
        Pattern.compile("[a-z]{2,3}(?![A-Za-z])").matcher(index).results().forEach(found -> languages.add(found.group()));
        languages.add("nfd"); // the target NFD of another source than Any (Hangul-NFD) is a language for ICU
        for (String language : languages) {
            script(language).ifPresent(script -> scripts.put(language, script));
        }
        for (ULocale locale : ULocale.getAvailableLocales()) {
            String language = locale.getLanguage();
            script(locale.getName()).filter(script -> !script.equals(scripts.get(language)))
                    .ifPresent(script -> scripts.put(locale.getName(), script));
        }
        StringBuilder text = new StringBuilder();
        scripts.forEach((locale, script) -> text.append(locale + "\t" + script + "\n"));
        return text.toString();
    }

    private static Optional<String> script(String locale) {
        int[] codes = UScript.getCode(new ULocale(locale));
        return codes == null || codes.length == 0 ? Optional.empty() : Optional.of(UScript.getName(codes[0]));
    }
}
