import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.text.RuleBasedBreakIterator;
import com.ibm.icu.util.ULocale;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The segments of every line of the given files: for each file and kind a line "FILE tab KIND", then per line of the file its
 * segments as LENGTH.STATUS (UTF-16 units; without status 0), separated by spaces.
 */
public final class Icu {
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), false, StandardCharsets.UTF_8);
        for (String name : args) {
            List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(name), StandardCharsets.UTF_8));
            for (String kind : new String[] {"word", "grapheme", "sentence", "line"}) {
                out.println(Path.of(name).getFileName() + "\t" + kind);
                RuleBasedBreakIterator iterator = open(kind);
                for (String line : lines) {
                    out.println(segments(iterator, line));
                }
            }
        }
        out.flush();
    }

    private static RuleBasedBreakIterator open(String kind) {
        return (RuleBasedBreakIterator) switch (kind) {
            case "word" -> BreakIterator.getWordInstance(ULocale.ROOT);
            case "grapheme" -> BreakIterator.getCharacterInstance(ULocale.ROOT);
            case "sentence" -> BreakIterator.getSentenceInstance(ULocale.ROOT);
            default -> BreakIterator.getLineInstance(ULocale.ROOT);
        };
    }

    private static String segments(RuleBasedBreakIterator iterator, String line) {
        StringBuilder result = new StringBuilder();
        iterator.setText(line);
        int start = iterator.first();
        for (int end = iterator.next(); end != BreakIterator.DONE; start = end, end = iterator.next()) {
            int status = iterator.getRuleStatus();
            result.append(end - start).append(status == 0 ? "" : "." + status).append(' ');
        }
        return result.toString().trim();
    }
}
