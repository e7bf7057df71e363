package org.unicanalysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A program that analyses many texts, in all ways, and prints its memory from time to time. */
final class ManyTexts {
    private static final int REPORTS = 8;
    private static final String DEFINITION = "{\"type\": \"unic_analyzer\"}";

    private ManyTexts() {}

    /** Argument: the number of texts. */
    public static void main(String[] arguments) throws Exception {
        long texts = Long.parseLong(arguments[0]);
        try (Analyzer analyzer = Analyzer.create(DEFINITION);
                Analyzer collation = Analyzer.create("{\"type\": \"unic_collation\"}");
                TokenCursor tokens = analyzer.tokens();
                SortKeys keys = collation.sortKeys();
                TokenFilters filters = analyzer.tokenFilters();
                CharFilters charFilters = analyzer.charFilters()) {
            tokens.setUtf8(true);
            for (long number = 1; number <= texts; number++) {
                String text = number % 1000 == 0 ? "wort ".repeat(2000) : "Zeile " + number + " über Ärger";
                tokens.setText(text);
                while (tokens.next()) {
                    tokens.termLength();
                }
                keys.makeKey(text.toCharArray(), text.length());
                filters.reset();
                filters.add(text.toCharArray(), 0, 5, 0, 5, "type " + number, 1, 1, false, 0);
                filters.runLast(5, 0);
                charFilters.filter(text.toCharArray(), text.length());
                if (number % 50 == 0) {
                    others(analyzer, number);
                }
                if (number % (texts / REPORTS) == 0) {
                    report(number);
                }
            }
        }
    }

    /** Objects that are closed, objects that are forgotten, definitions that fail. */
    private static void others(Analyzer analyzer, long number) {
        analyzer.tokens().close();
        analyzer.explain("Ärger " + number, true);
        Analyzer.create(DEFINITION).tokens().setText("forgotten");
        try {
            Analyzer.create("{\"type\": \"unic_analyzer\", \"option" + number + "\": 1}");
            throw new AssertionError("an unknown option");
        } catch (DefinitionException expected) {
            expected.errors();
        }
        List<byte[]> failing = List.of(new byte[] {1});
        SortKeys.toText(failing.get(0));
    }

    /** One line: texts, resident KiB, KiB of the heap in use, native objects. */
    private static void report(long texts) throws Exception {
        long live = Long.MAX_VALUE;
        // The cleaner frees what is forgotten after a collection.
        for (int attempt = 0; attempt < 100 && live > UnicAnalysis.liveObjects(); attempt++) {
            live = UnicAnalysis.liveObjects();
            System.gc();
            Thread.sleep(20);
        }
        Runtime runtime = Runtime.getRuntime();
        long heap = (runtime.totalMemory() - runtime.freeMemory()) >> 10;
        System.out.println(texts + " " + resident() + " " + heap + " " + UnicAnalysis.liveObjects());
    }

    private static long resident() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        throw new IOException("no VmRSS");
    }
}
