import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.util.LocaleData;
import com.ibm.icu.util.ULocale;
import java.io.PrintStream;
import java.util.TreeMap;

/**
 * Writes the main exemplar characters of every language of CLDR: java -cp icu4j-79.1.jar tools/fold-data/Exemplars.java >
 * data/fold/exemplars.tsv
 */
public class Exemplars {
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(System.out, false, "UTF-8");
        out.println("# Main exemplar characters of CLDR 49: language tag, single characters in code point order. A script or a region");
        out.println("# is in a tag where it is not the language's own; a region where the language is written there in another script.");
        out.println("# Source: Maven package com.ibm.icu:icu4j:79.1, licence Unicode-3.0; written by tools/fold-data/Exemplars.java");
        out.println("# SHA-256 of the package: 28b292e60d0d00c496bae88a15b2615f89f781be13670aeac9dc90f189570e07");
        TreeMap<String, ULocale> rows = new TreeMap<>();
        for (ULocale locale : ULocale.getAvailableLocales()) {
            ULocale written = new ULocale(locale.getLanguage(), locale.getScript(), "");
            String own = ULocale.addLikelySubtags(new ULocale(locale.getLanguage())).getScript();
            boolean isOwn = locale.getScript().isEmpty() || locale.getScript().equals(own);
            rows.put(isOwn ? locale.getLanguage() : written.toLanguageTag(), written);
            // Serbian in Montenegro: sr-ME is sr-Latn-ME.
            ULocale regional = new ULocale(locale.getLanguage(), locale.getCountry());
            if (!isOwn && ULocale.addLikelySubtags(regional).getScript().equals(locale.getScript())) {
                rows.put(regional.toLanguageTag(), written);
            }
        }
        for (var row : rows.entrySet()) {
            UnicodeSet set = LocaleData.getExemplarSet(row.getValue(), 0, LocaleData.ES_STANDARD);
            StringBuilder characters = new StringBuilder();
            for (UnicodeSet.EntryRange range : set.ranges()) {
                for (int c = range.codepoint; c <= range.codepointEnd && c < 0x3000; c++) {
                    characters.appendCodePoint(c);
                }
            }
            out.println(row.getKey() + "\t" + characters);
        }
        out.flush();
    }
}
