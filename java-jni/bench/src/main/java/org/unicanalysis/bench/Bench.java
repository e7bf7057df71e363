package org.unicanalysis.bench;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Locale;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;
import org.apache.lucene.analysis.icu.ICUNormalizer2CharFilter;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.unicanalysis.SortKeys;
import org.unicanalysis.TokenCursor;
import org.unicanalysis.lucene.CharFilterFactories;
import org.unicanalysis.lucene.TokenFilterFactories;
import org.unicanalysis.lucene.TokenizerFactories;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * Compares unic-analysis with Lucene's ICU module, alternating in one process: one line of text per call, with all attributes read
 * and all terms encoded ({@code make bench-jvm}). Arguments: texts ({@code *.txt} or {@code *.txt.xz}), named by their language.
 */
public final class Bench {
    private static final int ROUNDS = 7;
    private static final long ROUND_NANOS = 400_000_000L;

    private static final java.lang.management.ThreadMXBean THREAD =
            java.lang.management.ManagementFactory.getThreadMXBean();

    private static long sink;

    private Bench() {}

    /** A benchmark that processes all lines once. */
    private interface Pass {
        void run(List<String> lines) throws IOException;
    }

    /**
     * Runs the benchmark.
     *
     * @param files the texts
     * @throws IOException if a text can't be read
     */
    public static void main(String[] files) throws IOException {
        System.out.printf("Java %s, ICU4J %s%n", Runtime.version().feature(), com.ibm.icu.util.VersionInfo.ICU_VERSION);
        System.out.println("MB/s of UTF-8; ratio = ours / Lucene's ICU module, median of " + ROUNDS + " alternating rounds");
        System.out.printf("%-10s %-10s %9s %9s %6s%n", "text", "chain", "ours", "theirs", "ratio");
        for (String file : files) {
            Path path = Path.of(file);
            String language = path.getFileName().toString().replaceFirst("\\..*", "");
            List<String> lines = lines(path);
            long bytes = lines.stream().mapToLong(line -> line.getBytes(StandardCharsets.UTF_8).length).sum();
            try (Analyzer ours = ours(false); Analyzer theirs = theirs(false)) {
                compare(language, "tokenizer", lines, bytes, over(ours), over(theirs));
            }
            try (Analyzer ours = ours(true); Analyzer theirs = theirs(true)) {
                compare(language, "folding", lines, bytes, over(ours), over(theirs));
            }
            try (Analyzer ours = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}"); Analyzer theirs = theirs(true)) {
                compare(language, "analyzer", lines, bytes, over(ours), over(theirs));
            }
            keys(language, lines, bytes);
        }
        crossing();
        System.err.println(sink);
    }

    static List<String> lines(Path file) throws IOException {
        byte[] bytes;
        if (file.toString().endsWith(".xz")) {
            Process xz = new ProcessBuilder("xz", "-dc", file.toString()).start();
            try (InputStream input = xz.getInputStream()) {
                bytes = input.readNBytes(2_000_000);
            }
            xz.destroy();
        } else {
            try (InputStream input = Files.newInputStream(file)) {
                bytes = input.readNBytes(2_000_000);
            }
        }
        List<String> lines = new ArrayList<>(List.of(new String(bytes, StandardCharsets.UTF_8).split("\n")));
        lines.removeIf(String::isEmpty);
        lines.remove(lines.size() - 1); // may be incomplete
        return lines;
    }

    static Analyzer ours(boolean isChain) {
        return ours(isChain, Map.of());
    }

    /**
     * Builds a chain with Lucene's factories: the tokenizer alone, or char filter, tokenizer and folding.
     *
     * @param options of the tokenizer
     */
    static Analyzer ours(boolean isChain, Map<String, String> options) {
        TokenizerFactories.UnicTokenizer tokenizers = new TokenizerFactories.UnicTokenizer(new HashMap<>(options));
        TokenFilterFactories.UnicFolding folding = new TokenFilterFactories.UnicFolding(new HashMap<>());
        CharFilterFactories.UnicNormalizer normalizer = new CharFilterFactories.UnicNormalizer(new HashMap<>());
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = tokenizers.create();
                return new TokenStreamComponents(tokenizer, isChain ? folding.create(tokenizer) : tokenizer);
            }

            @Override
            protected Reader initReader(String field, Reader reader) {
                return isChain ? normalizer.create(reader) : reader;
            }
        };
    }

    static Analyzer theirs(boolean isChain) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer tokenizer = new ICUTokenizer();
                return new TokenStreamComponents(tokenizer, isChain ? new ICUFoldingFilter(tokenizer) : tokenizer);
            }

            @Override
            protected Reader initReader(String field, Reader reader) {
                return isChain ? new ICUNormalizer2CharFilter(reader) : reader;
            }
        };
    }

    private static Pass over(Analyzer analyzer) {
        return lines -> {
            for (String line : lines) {
                try (TokenStream stream = analyzer.tokenStream("f", line)) {
                    TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
                    OffsetAttribute offset = stream.getAttribute(OffsetAttribute.class);
                    TypeAttribute type = stream.getAttribute(TypeAttribute.class);
                    PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
                    stream.reset();
                    while (stream.incrementToken()) {
                        sink += term.getBytesRef().length
                                + offset.startOffset()
                                + offset.endOffset()
                                + type.type().length()
                                + increment.getPositionIncrement();
                    }
                    stream.end();
                }
            }
        };
    }

    private static void keys(String language, List<String> lines, long bytes) throws IOException {
        String locale = language.replace("zh_hans", "zh").replace("zh_hant", "zh_Hant").replaceFirst("_(zwsp|all)$", "");
        if (locale.equals("mixed") || locale.equals("udhr")) {
            return;
        }
        Collator collator = Collator.getInstance(new ULocale(locale));
        collator.freeze();
        Collator own = collator.cloneAsThawed();
        RawCollationKey key = new RawCollationKey();
        String definition = "{\"type\": \"unic_collation\", \"language\": \"" + locale + "\"}";
        try (org.unicanalysis.Analyzer analyzer = org.unicanalysis.Analyzer.create(definition);
                SortKeys keys = analyzer.sortKeys()) {
            // From a string, as ICU4J: its units are copied.
            char[] text = new char[lines.stream().mapToInt(String::length).max().orElse(0)];
            Pass ours = all -> {
                for (String line : all) {
                    line.getChars(0, line.length(), text, 0);
                    keys.makeKey(text, line.length());
                    sink += keys.length();
                }
            };
            Pass theirs = all -> {
                for (String line : all) {
                    sink += own.getRawCollationKey(line, key).size;
                }
            };
            compare(language, "keys", lines, bytes, ours, theirs);
        }
    }

    private static void compare(
            String language, String chain, List<String> lines, long bytes, Pass ours, Pass theirs) throws IOException {
        measure(ours, lines, bytes);
        measure(theirs, lines, bytes);
        double[] own = new double[ROUNDS];
        double[] other = new double[ROUNDS];
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            own[round] = measure(ours, lines, bytes);
            other[round] = measure(theirs, lines, bytes);
            ratios[round] = own[round] / other[round];
        }
        System.out.printf(
                Locale.ROOT, "%-10s %-10s %9.1f %9.1f %6.2f%n", language, chain, median(own), median(other), median(ratios));
    }

    private static double measure(Pass pass, List<String> lines, long bytes) throws IOException {
        // CPU time of the thread, which excludes other work of the machine.
        long start = THREAD.getCurrentThreadCpuTime();
        long end = start;
        long passes = 0;
        while (end - start < ROUND_NANOS) {
            pass.run(lines);
            passes++;
            end = THREAD.getCurrentThreadCpuTime();
        }
        return passes * bytes * 1000.0 / (end - start);
    }

    private static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        java.util.Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** A text of 20 letters that is one token, to measure the cost of a native call. */
    private static void crossing() {
        try (org.unicanalysis.Analyzer analyzer = org.unicanalysis.Analyzer.create("{\"tokenizer\": \"keyword\"}");
                TokenCursor tokens = analyzer.tokens()) {
            char[] text = "abcdefghijklmnopqrst".toCharArray();
            double best = Double.MAX_VALUE;
            for (int round = 0; round < 10; round++) {
                long start = THREAD.getCurrentThreadCpuTime();
                for (int count = 0; count < 1_000_000; count++) {
                    tokens.setText(text, text.length);
                    while (tokens.next()) {
                        sink += tokens.end();
                    }
                }
                best = Math.min(best, (THREAD.getCurrentThreadCpuTime() - start) / 1e6);
            }
            System.out.printf(Locale.ROOT, "a text of 20 letters, one token: %.0f ns, keyword tokenizer and all%n", best);
        }
    }
}
