package org.unicanalysis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A program that makes every native call, with results and with failures, and prints {@code done}. */
final class EveryCall {
    private static final String RULES = "{\"tokenizer\": {\"t\": {\"type\": \"unic_tokenizer\", \"rulefiles\": \"Latn:r.rbbi\"}},"
            + " \"analyzer\": {\"a\": {\"tokenizer\": \"t\"}}}";
    private static final String[] TEXTS = {
        "", "x", "Grüße aus Köln", "漢字 und かな", "\ud800 \udc00", "Zeile 1 ".repeat(40), "Das Haus am See. ".repeat(2_000)
    };

    private EveryCall() {}

    private interface Action {
        void run() throws Exception;
    }

    private static void fails(Class<? extends Throwable> expected, Action action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return;
            }
            throw new AssertionError(thrown);
        }
        throw new AssertionError("no " + expected);
    }

    public static void main(String[] arguments) throws Exception {
        for (int round = 0; round < 3; round++) {
            library();
            analyzers();
            tokens();
            filters();
            keys();
        }
        if (UnicAnalysis.liveObjects() != 0) {
            throw new AssertionError(UnicAnalysis.liveObjects() + " objects left");
        }
        System.out.println("done");
    }

    private static void library() {
        for (String text : List.of(UnicAnalysis.version(), UnicAnalysis.components(), Native.lastFault())) {
            text.length();
        }
        PackedTokens.typeNumber("word");
        if (Runtime.version().feature() >= 22) {
            Native.directCalls();
        }
    }

    private static void analyzers() throws Exception {
        byte[] rules = "[[:Latin:][:Nd:]\\-]+ {200};".getBytes(StandardCharsets.UTF_8);
        Options files = Options.STRICT.withFiles(name -> rules);
        Analyzer.create(RULES, "a", files).close();
        fails(DefinitionException.class, () -> Analyzer.create(RULES, "a", Options.STRICT.withFiles(name -> null)));
        fails(DefinitionException.class, () -> Analyzer.create(RULES, "a", Options.STRICT.withFiles(name -> {
            throw new java.io.IOException("none");
        })));
        fails(DefinitionException.class, () -> Analyzer.create("{"));
        fails(DefinitionException.class, () -> Analyzer.names("{\"analyzer\": 1}", Options.STRICT));
        Analyzer.names("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", Options.LENIENT);
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\", \"x\": 1}", null, Options.LENIENT);
                Analyzer normalizer = analyzer.normalizer();
                Analyzer joined = Analyzer.join(List.of(analyzer), analyzer, List.of(analyzer))) {
            for (Analyzer each : List.of(analyzer, normalizer, joined)) {
                each.describe();
                each.fingerprint();
                each.hasSortKeys();
                each.hasKeyBytesAsTerms();
                each.positionIncrementGap();
                each.explain("Grüße \ud800", true);
            }
        }
    }

    private static void tokens() {
        for (String chain : List.of("{\"type\": \"unic_analyzer\"}", "{\"tokenizer\": \"whitespace\", \"filter\": [\"uppercase\"]}")) {
            try (Analyzer analyzer = Analyzer.create(chain);
                    TokenCursor tokens = analyzer.tokens()) {
                for (boolean isEncoded : new boolean[] {false, true}) {
                    tokens.setUtf8(isEncoded);
                    for (String text : TEXTS) {
                        tokens.setText(text);
                        while (tokens.next()) {
                            tokens.term();
                        }
                    }
                }
                tokens.setText("x".repeat(300_000)); // more than the arrays hold
                while (tokens.next()) {
                    tokens.term();
                }
            }
        }
    }

    private static void filters() {
        try (Analyzer analyzer = Analyzer.create("{\"char_filter\": [\"unic_normalizer\"], \"tokenizer\": \"standard\", \"filter\": [\"hyphen\"]}");
                TokenFilters filters = analyzer.tokenFilters();
                CharFilters charFilters = analyzer.charFilters()) {
            filters.reset();
            char[] term = "Wi-Fi-".repeat(40).toCharArray();
            for (int batch = 0; batch < 3; batch++) {
                for (int token = 0; token < 100; token++) {
                    filters.add(term, 0, token + 6, token, token + 1, token % 2 == 0 ? "word" : "foreign", 1, 1, false, 0);
                }
                if (batch < 2) {
                    filters.run();
                } else {
                    filters.runLast(300, 0);
                }
                while (filters.next()) {
                    filters.term();
                }
            }
            for (String text : TEXTS) {
                charFilters.filter(text.toCharArray(), text.length()).original(0);
            }
        }
    }

    private static void keys() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_collation\", \"language\": \"de\"}");
                SortKeys keys = analyzer.sortKeys()) {
            List<String> texts = new ArrayList<>(Arrays.asList(TEXTS));
            texts.sort(keys);
            keys.keys(texts);
            for (String text : texts) {
                byte[] key = keys.key(text);
                SortKeys.fromText(SortKeys.toText(key));
                SortKeys.fromHex(SortKeys.toHex(key));
            }
            keys.prefixRange("ap", SortKeys.Strength.PRIMARY);
            fails(IllegalArgumentException.class, () -> SortKeys.fromHex("xy"));
            fails(IllegalArgumentException.class, () -> SortKeys.fromText("xy"));
        }
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}")) {
            fails(UnsupportedOperationException.class, analyzer::sortKeys);
        }
    }
}
