package org.unicanalysis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program whose native calls panic on request, in several threads; prints {@code done}, or what is wrong. */
final class FaultingCalls {
    /** The text that requests a panic, in builds with the feature {@code faults}. */
    static final String FAULT = "fault!";

    private FaultingCalls() {}

    public static void main(String[] arguments) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<List<String>>> results = new ArrayList<>();
        for (int thread = 0; thread < 8; thread++) {
            results.add(threads.submit(FaultingCalls::calls));
        }
        for (Future<List<String>> result : results) {
            result.get().forEach(System.out::println);
        }
        threads.shutdown();
        if (UnicAnalysis.liveObjects() != 0) {
            System.out.println(UnicAnalysis.liveObjects() + " objects left");
        }
        System.out.println("done");
    }

    private interface Use {
        Object run() throws Exception;
    }

    private static String tokens(TokenCursor tokens, String text) {
        StringBuilder all = new StringBuilder();
        tokens.setText(text);
        while (tokens.next()) {
            all.append(tokens.term()).append(' ');
        }
        return all.append(tokens.finalOffset()).toString();
    }

    private static String filtered(TokenFilters filters, String term) {
        filters.reset();
        filters.add(term.toCharArray(), 0, term.length(), 0, term.length(), "word", 1, 1, false, 0);
        filters.runLast(term.length(), 0);
        StringBuilder all = new StringBuilder();
        while (filters.next()) {
            all.append(filters.term()).append(' ');
        }
        return all.toString();
    }

    /** After a failed call the tokens do not end, until a reset: null, or what is wrong. */
    private static String afterAFailedRun(TokenFilters filters, boolean last) {
        filters.reset();
        filters.add(FAULT.toCharArray(), 0, FAULT.length(), 0, FAULT.length(), "word", 1, 1, false, 0);
        try {
            if (last) {
                filters.runLast(FAULT.length(), 0);
            } else {
                filters.run();
            }
            return "the filters do not fail";
        } catch (NativeFaultException fault) {
            try {
                return "next returns " + filters.next() + " after a failed call";
            } catch (IllegalStateException expected) {
                filters.reset();
                return filters.next() ? "a token without a batch" : null;
            }
        }
    }

    /** Each use works, fails on request, and works again; returns what is wrong. */
    private static List<String> calls() throws Exception {
        List<String> wrong = new ArrayList<>();
        String[] text = {""};
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                Analyzer collation = Analyzer.create("{\"type\": \"unic_collation\"}");
                TokenCursor cursor = analyzer.tokens();
                TokenFilters filters = analyzer.tokenFilters();
                CharFilters charFilters = analyzer.charFilters();
                SortKeys keys = collation.sortKeys()) {
            List<Use> uses = List.of(
                    () -> tokens(cursor, text[0]),
                    () -> filtered(filters, text[0]),
                    () -> new String(charFilters.filter(text[0].toCharArray(), text[0].length()).chars()),
                    () -> SortKeys.toHex(keys.key(text[0])),
                    () -> keys.compare(text[0], "Groß"),
                    () -> keys.compare("Groß", text[0]),
                    () -> SortKeys.toHex(keys.keys(List.of(text[0]))[0]),
                    () -> analyzer.explain(text[0], false));
            for (boolean last : new boolean[] {false, true}) {
                String result = afterAFailedRun(filters, last);
                if (result != null) {
                    wrong.add(result);
                }
            }
            for (int round = 0; round < 3; round++) {
                for (int number = 0; number < uses.size(); number++) {
                    text[0] = "Größe Überfall";
                    Object expected = uses.get(number).run();
                    text[0] = FAULT;
                    try {
                        wrong.add("use " + number + " returns " + uses.get(number).run());
                    } catch (NativeFaultException fault) {
                        String message = fault.getMessage();
                        if (!message.contains("requested by the text") || !message.contains("fault.rs")) {
                            wrong.add("use " + number + ": " + message);
                        }
                    }
                    text[0] = "Größe Überfall";
                    Object again = uses.get(number).run();
                    if (!expected.equals(again)) {
                        wrong.add("use " + number + ": " + expected + ", then " + again);
                    }
                }
            }
        }
        return wrong;
    }
}
