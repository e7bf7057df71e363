package org.unicanalysis.data;

import java.nio.ByteBuffer;
import java.util.TreeMap;
import java.util.TreeSet;

import com.ibm.icu.impl.ICUBinary;
import com.ibm.icu.text.RuleBasedBreakIterator;
import com.ibm.icu.util.UResourceBundle;

/** Break rule sources, which rules each locale uses, sentence exceptions, and the phrase table of Japanese. */
final class BreakRules {
    private static final String[] NAMES = { "char", "word", "word_POSIX", "sent", "sent_el", "title", "line", "line_cj",
        "line_loose", "line_loose_cj", "line_loose_phrase_cj", "line_normal", "line_normal_cj",
        "line_normal_phrase_cj", "line_phrase_cj" };

    static void write(Output out) throws Exception {
        for (String name : NAMES) {
            ByteBuffer bytes = ByteBuffer.wrap(Output.file("brkitr/" + name + ".brk"));
            var rules = RuleBasedBreakIterator.getInstanceFromCompiledRules(
                    new java.io.ByteArrayInputStream(bytes.array()));
            out.write("break/icu/" + name + ".rbbi", "#",
                    "Break rules, with the white space and comments already taken out by ICU's build; one statement a line.\n",
                    rules.toString().replace(";", ";\n"));
        }
        StringBuilder index = new StringBuilder();
        StringBuilder exceptions = new StringBuilder();
        StringBuilder phrases = new StringBuilder();
        for (String locale : Output.bundles("brkitr")) {
            writeLocale(locale, index, exceptions, phrases);
        }
        out.writeSorted("break/locales.tsv",
                "Which rules a locale uses: locale, kind, key, rule file. Keys of `boundaries`: grapheme, word, sentence,\n"
                        + "title, line, line_STRICTNESS, line_phrase ... A locale without a key takes it from root. alias: the locale\n"
                        + "whose rules are used instead. locale: has rules.\n",
                index.toString());
        out.write("break/sentence_exceptions.tsv", "#",
                "Abbreviations after which a sentence does not end (option ss=standard): locale, text.\n",
                exceptions.toString());
        out.write("break/phrase_ja.tsv", "#",
                "Particles and other words that do not start a phrase (line breaking, lw=phrase): locale, text.\n",
                phrases.toString());
    }

    private static void writeLocale(String locale, StringBuilder index, StringBuilder exceptions, StringBuilder phrases) {
        UResourceBundle bundle = Output.bundle("brkitr", locale);
        String found = bundle.getULocale().getName();
        if (!found.equals(locale.equals("root") ? "" : locale)) {
            index.append(locale + "\talias\t" + found + "\t\n");
            return;
        }
        if (bundle.keySet().contains("boundaries")) {
            index.append(locale + "\tlocale\n");
            UResourceBundle boundaries = bundle.get("boundaries");
            TreeMap<String, String> lines = new TreeMap<>();
            for (int i = 0; i < boundaries.getSize(); i++) {
                UResourceBundle value = boundaries.get(i);
                lines.put(value.getKey(), value.getString());
            }
            lines.forEach((key, value) -> index.append(locale + "\tboundaries\t" + key + "\t"
                    + value.replace(".brk", "") + "\n"));
        }
        if (bundle.keySet().contains("exceptions")) {
            strings(bundle.get("exceptions").get("SentenceBreak")).forEach(text -> exceptions.append(locale + "\t" + text + "\n"));
        }
        if (bundle.keySet().contains("extensions")) {
            strings(bundle.get("extensions")).forEach(text -> phrases.append(locale + "\t" + text + "\n"));
        }
    }

    private static TreeSet<String> strings(UResourceBundle list) {
        TreeSet<String> found = new TreeSet<>();
        for (int i = 0; i < list.getSize(); i++) {
            found.add(Output.escape(list.getString(i)));
        }
        return found;
    }
}
