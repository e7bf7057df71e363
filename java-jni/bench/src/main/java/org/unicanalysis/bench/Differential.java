package org.unicanalysis.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.unicanalysis.lucene.ScriptAttribute;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * Compares the factories with those of Lucene's ICU module, line by line: terms, offsets, types, increments and scripts of every
 * token, and the end ({@code make differential-jvm}). Lucene contains an older ICU than 79.1, so lines with characters that Unicode
 * or the dictionaries have changed since then may differ ({@code UNICODE.md} lists them): at most the share
 * {@code unic.differing.lines}, otherwise the program fails. Where Lucene separates words at a colon, ours do so too
 * ({@code split_colon}); {@code unic_analyzer}, which lacks the option, skips such lines.
 */
public final class Differential {
    private static final int SHOWN = 5;
    /** A colon that joins words by UAX #29, and by Lucene's ICU does not. */
    private static final Pattern COLON = Pattern.compile("\\p{L}\\p{M}*[:\\uFE13\\uFE55\\uFF1A]\\p{L}");

    private Differential() {}

    /**
     * Runs the comparison.
     *
     * @param files texts, {@code *.txt} or {@code *.txt.xz}
     * @throws IOException if a text can't be read
     */
    public static void main(String[] files) throws IOException {
        System.out.printf("ICU4J of Lucene: %s%n", com.ibm.icu.util.VersionInfo.ICU_VERSION);
        double share = Double.parseDouble(System.getProperty("unic.differing.lines", "0.001"));
        boolean separatesAtColon = words(Bench.theirs(false), "a:b") == 2;
        Map<String, String> options = separatesAtColon ? Map.of("split_colon", "true") : Map.of();
        long different = 0;
        long all = 0;
        long skipped = 0;
        for (String file : files) {
            List<String> lines = Bench.lines(Path.of(file));
            for (String chain : new String[] {"tokenizer", "folding", "analyzer"}) {
                Analyzer first = chain.equals("analyzer")
                        ? new UnicAnalyzer("{\"type\": \"unic_analyzer\"}")
                        : Bench.ours(chain.equals("folding"), options);
                try (Analyzer ours = first;
                        Analyzer theirs = Bench.theirs(!chain.equals("tokenizer"))) {
                    int count = 0;
                    int left = 0;
                    for (String line : lines) {
                        if (separatesAtColon && chain.equals("analyzer") && COLON.matcher(line).find()) {
                            left++;
                            continue;
                        }
                        List<String> own = tokens(ours, line);
                        List<String> other = tokens(theirs, line);
                        if (!own.equals(other)) {
                            count++;
                            if (count <= SHOWN) {
                                show(line, own, other);
                            }
                        }
                    }
                    System.out.printf("%s %s: %d lines, %d differ%n", Path.of(file).getFileName(), chain, lines.size() - left, count);
                    different += count;
                    skipped += left;
                    all += lines.size() - left;
                }
            }
        }
        System.out.printf("%d passed, %d failed, %d skipped%n", all - different, different, skipped);
        if (different > share * all) {
            System.out.printf("more than the share %s of the lines differ%n", share);
            System.exit(1);
        }
    }

    private static int words(Analyzer analyzer, String text) throws IOException {
        try (analyzer) {
            return tokens(analyzer, text).size() - 1;
        }
    }

    private static void show(String line, List<String> own, List<String> other) {
        int at = 0;
        while (at < own.size() && at < other.size() && own.get(at).equals(other.get(at))) {
            at++;
        }
        System.out.println("  " + (line.length() > 100 ? line.substring(0, 100) + "..." : line));
        System.out.println("    ours   " + own.subList(at, Math.min(own.size(), at + 3)));
        System.out.println("    theirs " + other.subList(at, Math.min(other.size(), at + 3)));
    }

    private static List<String> tokens(Analyzer analyzer, String line) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("f", line)) {
            CharTermAttribute term = stream.getAttribute(CharTermAttribute.class);
            OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
            TypeAttribute type = stream.getAttribute(TypeAttribute.class);
            PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
            ScriptAttribute own = stream.getAttribute(ScriptAttribute.class);
            var other = stream.getAttribute(org.apache.lucene.analysis.icu.tokenattributes.ScriptAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(term + " " + offset.startOffset() + "-" + offset.endOffset() + " " + type.type() + " "
                        + increment.getPositionIncrement() + " "
                        + (own != null ? own.getShortName() + own.getName() : other.getShortName() + other.getName()));
            }
            stream.end();
            tokens.add("end " + offset.endOffset() + " " + increment.getPositionIncrement());
        }
        return tokens;
    }
}
