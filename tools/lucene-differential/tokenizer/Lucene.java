import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.icu.segmentation.DefaultICUTokenizerConfig;
import org.apache.lucene.analysis.icu.segmentation.ICUTokenizer;
import org.apache.lucene.analysis.icu.tokenattributes.ScriptAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * The tokens of every line of the given files: for each file and configuration a line "FILE tab CONFIGURATION", then per line of
 * the file its tokens as START-END:TYPE:SCRIPT, separated by spaces. Or, with the first argument "time", how fast.
 */
public final class Lucene {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("time")) {
            time(Arrays.asList(args).subList(1, args.length));
            return;
        }
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String name : args) {
            List<String> lines = Files.readAllLines(Path.of(name), StandardCharsets.UTF_8);
            for (String configuration : new String[] {"tokens", "tokens_no_words"}) {
                out.println(Path.of(name).getFileName() + "\t" + configuration);
                boolean words = configuration.equals("tokens");
                Tokenizer tokenizer = new ICUTokenizer(new DefaultICUTokenizerConfig(words, words));
                for (String line : lines) {
                    out.println(tokens(tokenizer, line));
                }
            }
        }
        out.flush();
    }

    private static String tokens(Tokenizer tokenizer, String line) throws Exception {
        OffsetAttribute offset = tokenizer.addAttribute(OffsetAttribute.class);
        TypeAttribute type = tokenizer.addAttribute(TypeAttribute.class);
        ScriptAttribute script = tokenizer.addAttribute(ScriptAttribute.class);
        StringBuilder result = new StringBuilder();
        tokenizer.setReader(new StringReader(line));
        tokenizer.reset();
        while (tokenizer.incrementToken()) {
            result.append(offset.startOffset()).append('-').append(offset.endOffset()).append(':').append(type.type());
            result.append(':').append(script.getShortName()).append(' ');
        }
        tokenizer.end();
        tokenizer.close();
        return result.toString().trim();
    }

    /** Megabytes of UTF-8 in a second of this thread's processor time, the best of some rounds over each file once the JVM is warm. */
    private static void time(List<String> names) throws Exception {
        System.out.println("| text | Lucene's ICUTokenizer, MB/s |\n|---|---|");
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        for (String name : names) {
            List<String> pieces = pieces(Files.readString(Path.of(name)));
            long bytes = 0;
            for (String piece : pieces) {
                bytes += piece.getBytes(StandardCharsets.UTF_8).length;
            }
            Tokenizer tokenizer = new ICUTokenizer();
            OffsetAttribute offset = tokenizer.addAttribute(OffsetAttribute.class);
            double best = 0;
            long sum = 0;
            for (int round = 0; round < 12; round++) {
                long start = clock.getCurrentThreadCpuTime();
                for (String piece : pieces) {
                    tokenizer.setReader(new StringReader(piece));
                    tokenizer.reset();
                    while (tokenizer.incrementToken()) {
                        sum += offset.endOffset();
                    }
                    tokenizer.end();
                    tokenizer.close();
                }
                best = Math.max(best, bytes / ((clock.getCurrentThreadCpuTime() - start) / 1e3));
            }
            String label = Path.of(name).getFileName().toString().replace(".txt", "");
            System.out.printf("| %s | %.1f |%s%n", label, best, sum == 42 ? " " : "");
        }
    }

    /** Whole lines, together some thousand units each. */
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        for (int start = 0; start < text.length(); ) {
            int end = text.indexOf('\n', Math.min(start + 20_000, text.length()));
            end = end < 0 ? text.length() : end + 1;
            pieces.add(text.substring(start, end));
            start = end;
        }
        return pieces;
    }
}
