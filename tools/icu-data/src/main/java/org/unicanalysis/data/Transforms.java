package org.unicanalysis.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
        TreeMap<String, String> scripts = scripts(index.toString());
        StringBuilder text = new StringBuilder();
        scripts.forEach((locale, script) -> text.append(locale + "\t" + script + "\n"));
        out.write("transform/scripts.tsv", "#",
                "The script of a locale in a transform id, as UScript.getCode gives it: locale, script name.\n",
                text.toString());
        out.write("transform/languages.tsv", "#",
                "The scripts of all other languages, and of regions where it is not that of the language: script name, locales.\n",
                languages(scripts));
    }

    /** Languages, those of ids included, and locales whose script is not that of their language. */
    private static TreeMap<String, String> scripts(String index) {
        TreeMap<String, String> scripts = new TreeMap<>();
        TreeSet<String> languages = new TreeSet<>(List.of(ULocale.getISOLanguages()));
        Pattern.compile("[a-z]{2,3}(?![A-Za-z])").matcher(index).results().forEach(found -> languages.add(found.group()));
        languages.add("root");
        languages.add("nfd"); // the target NFD of another source than Any (Hangul-NFD) is a language for ICU
        for (String language : languages) {
            script(language).ifPresent(script -> scripts.put(language, script));
        }
        for (ULocale locale : ULocale.getAvailableLocales()) {
            String language = locale.getLanguage();
            script(locale.getName()).filter(script -> !script.equals(scripts.get(language)))
                    .ifPresent(script -> scripts.put(locale.getName(), script));
        }
        return scripts;
    }

    /** Every code of two or three letters that has a script, alone and with every region, by script. */
    private static String languages(Map<String, String> known) {
        TreeMap<String, StringBuilder> locales = new TreeMap<>();
        List<String> codes = new ArrayList<>(List.of(""));
        for (int from = 0, length = 1; length <= 3; length++) {
            for (int end = codes.size(); from < end; from++) {
                for (char letter = 'a'; letter <= 'z'; letter++) {
                    codes.add(codes.get(from) + letter);
                }
            }
        }
        codes.removeIf(code -> code.length() < 2);
        Collections.sort(codes);
        for (String code : codes) {
            Optional<String> own = script(code);
            if (own.isEmpty()) {
                continue;
            }
            if (!known.containsKey(code)) {
                locales.computeIfAbsent(own.get(), unused -> new StringBuilder()).append(' ').append(code);
            }
            for (String region : ULocale.getISOCountries()) {
                String locale = code + "_" + region;
                script(locale).filter(script -> !script.equals(known.getOrDefault(locale, own.get()))).ifPresent(
                        script -> locales.computeIfAbsent(script, unused -> new StringBuilder()).append(' ').append(locale));
            }
        }
        StringBuilder text = new StringBuilder();
        locales.forEach((script, list) -> text.append(script + "\t" + list.substring(1) + "\n"));
        return text.toString();
    }

    private static Optional<String> script(String locale) {
        int[] codes = UScript.getCode(new ULocale(locale));
        return codes == null || codes.length == 0 ? Optional.empty() : Optional.of(UScript.getName(codes[0]));
    }
}
