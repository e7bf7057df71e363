import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.LocaleData;
import com.ibm.icu.util.ULocale;
import java.io.PrintStream;
import java.util.TreeSet;

/** Writes the main exemplar characters of every language of CLDR: java -cp icu4j-79.1.jar tools/fold-data/Exemplars.java > data/fold/exemplars.tsv */
public class Exemplars {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("# Main exemplar characters of CLDR 49: language, single characters in code point order.");
        out.println("# Source: Maven package com.ibm.icu:icu4j:79.1, licence Unicode-3.0; written by tools/fold-data/Exemplars.java");
        out.println("# SHA-256 of the package: 28b292e60d0d00c496bae88a15b2615f89f781be13670aeac9dc90f189570e07");
        TreeSet<String> languages = new TreeSet<>();
        for (ULocale locale : ULocale.getAvailableLocales()) {
            if (locale.getCountry().isEmpty() && locale.getScript().isEmpty()) {
                languages.add(locale.getLanguage());
            }
        }
        for (String language : languages) {
            UnicodeSet set = LocaleData.getExemplarSet(new ULocale(language), 0, LocaleData.ES_STANDARD);
            StringBuilder characters = new StringBuilder();
            for (UnicodeSet.EntryRange range : set.ranges()) {
                for (int c = range.codepoint; c <= range.codepointEnd && c < 0x3000; c++) {
                    characters.appendCodePoint(c);
                }
            }
            out.println(language + "\t" + characters);
        }
        out.flush();
    }
}
