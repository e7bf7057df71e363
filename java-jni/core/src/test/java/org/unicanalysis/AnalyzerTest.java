package org.unicanalysis;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

public class AnalyzerTest {
    private long live;

    @Before
    public void count() {
        live = UnicAnalysis.liveObjects();
    }

    @After
    public void noNativeObjectIsLive() {
        assertEquals(live, UnicAnalysis.liveObjects());
    }

    static List<String> shown(TokenCursor tokens, CharSequence text) {
        tokens.setText(text);
        List<String> shown = new ArrayList<>();
        while (tokens.next()) {
            shown.add(tokens.term() + " " + tokens.start() + "-" + tokens.end() + " " + tokens.typeName());
        }
        return shown;
    }

    @Test
    public void tokensHaveTermsOffsetsAndTypes() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                TokenCursor tokens = analyzer.tokens()) {
            assertEquals(
                    List.of("strasse 0-6 <ALPHANUM>", "nach 7-11 <ALPHANUM>", "koln 12-16 <ALPHANUM>", "3,5 17-20 <NUM>"),
                    shown(tokens, "Straße nach Köln 3,5"));
            assertEquals(20, tokens.finalOffset());
            assertEquals(List.of(), shown(tokens, ""));
            assertEquals(0, tokens.finalOffset());
        }
    }

    @Test
    public void longTextsAreReturnedInBatches() {
        String text = "Grüße aus dem Café. ".repeat(20_000);
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                TokenCursor tokens = analyzer.tokens()) {
            tokens.setText(text);
            int count = 0;
            String[] terms = {"grusse", "aus", "dem", "cafe"};
            while (tokens.next()) {
                assertEquals(terms[count % 4], tokens.term());
                assertEquals(count / 4 * 20 + new int[] {0, 6, 10, 14}[count % 4], tokens.start());
                count++;
            }
            assertEquals(80_000, count);
            assertEquals(text.length(), tokens.finalOffset());
        }
    }

    @Test
    public void termLargerThanTheArrayIsComplete() {
        String definition = "{\"tokenizer\": \"keyword\", \"filter\": [\"uppercase\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                TokenCursor tokens = analyzer.tokens()) {
            tokens.setText("x".repeat(100_000));
            assertTrue(tokens.next());
            assertEquals("X".repeat(100_000), tokens.term());
            assertFalse(tokens.next());
        }
    }

    @Test
    public void unpairedSurrogatesAreReplaced() {
        try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"keyword\"}");
                TokenCursor tokens = analyzer.tokens()) {
            assertEquals(List.of("a\uFFFDb 0-3 word"), shown(tokens, "a\uD800b"));
        }
    }

    @Test
    public void definitionErrorsHaveLocations() {
        String definition = "{\n  \"type\": \"unic_normalizer\",\n  \"nane\": 1\n}";
        DefinitionException error = assertThrows(DefinitionException.class, () -> Analyzer.create(
                "{\"analysis\": {\"filter\": {\"f\": " + definition + "},\n"
                        + "\"analyzer\": {\"a\": {\"tokenizer\": \"keyword\", \"filter\": [\"f\"]}}}}"));
        assertEquals("unknown_option", error.category());
        assertEquals("/analysis/filter/f/nane", error.pointer());
        assertEquals(3, error.line());
        assertEquals(3, error.column());
        assertTrue(error.getMessage(), error.getMessage().contains("nane"));
        assertTrue(error.errors(), error.errors().startsWith("{\"errors\":["));
    }

    @Test
    public void unknownOptionsAreWarningsWhenLenient() {
        String definition = "{\"type\": \"unic_analyzer\", \"nonsense\": 1}";
        assertThrows(DefinitionException.class, () -> Analyzer.create(definition));
        try (Analyzer analyzer = Analyzer.create(definition, null, Options.LENIENT)) {
            assertTrue(analyzer.warnings(), analyzer.warnings().contains("nonsense"));
        }
    }

    @Test
    public void closedObjectsThrow() {
        Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
        TokenCursor tokens = analyzer.tokens();
        analyzer.close();
        analyzer.close();
        assertEquals(1, shown(tokens, "still").size());
        tokens.close();
        tokens.close();
        tokens.setText("x");
        assertThrows(IllegalStateException.class, tokens::next);
        assertThrows(IllegalStateException.class, analyzer::fingerprint);
        assertThrows(IllegalStateException.class, analyzer::tokens);
    }

    @Test
    public void nullsAreRejected() {
        assertThrows(NullPointerException.class, () -> Analyzer.create(null));
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_collation\"}");
                SortKeys keys = analyzer.sortKeys();
                TokenCursor tokens = analyzer.tokens()) {
            assertThrows(NullPointerException.class, () -> tokens.setText(null));
            assertThrows(NullPointerException.class, () -> keys.key(null));
            assertThrows(NullPointerException.class, () -> keys.prefixRange("a", null));
            assertThrows(NullPointerException.class, () -> SortKeys.fromText(null));
            assertThrows(NullPointerException.class, () -> analyzer.explain(null, true));
            assertThrows(IndexOutOfBoundsException.class, () -> tokens.setText(new char[1], 2));
        }
    }

    @Test
    public void sortKeysOrderTexts() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_collation\", \"language\": \"de\"}");
                SortKeys keys = analyzer.sortKeys()) {
            List<String> words = new ArrayList<>(List.of("zebra", "Äpfel", "Apfel", "äpfel", "Banane"));
            words.sort(keys);
            assertEquals(List.of("Apfel", "äpfel", "Äpfel", "Banane", "zebra"), words);
            byte[][] all = keys.keys(words);
            for (int at = 0; at < all.length; at++) {
                assertArrayEquals(keys.key(words.get(at)), all[at]);
                assertArrayEquals(all[at], SortKeys.fromText(SortKeys.toText(all[at])));
                assertArrayEquals(all[at], SortKeys.fromHex(SortKeys.toHex(all[at])));
            }
            byte[] large = keys.key("ä".repeat(50_000));
            assertTrue(large.length > 50_000);
            SortKeys.Range range = keys.prefixRange("ap", SortKeys.Strength.PRIMARY);
            byte[] apfel = keys.key("Apfel");
            assertTrue(java.util.Arrays.compareUnsigned(range.start(), apfel) <= 0);
            assertTrue(java.util.Arrays.compareUnsigned(apfel, range.end()) < 0);
        }
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}")) {
            assertThrows(UnsupportedOperationException.class, analyzer::sortKeys);
        }
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, () -> SortKeys.fromHex("xy"));
        assertEquals("not a sort key in hexadecimal digits, two per byte: \"xy\"", error.getMessage());
    }

    @Test
    public void charFiltersMapOffsets() {
        String definition = "{\"tokenizer\": \"keyword\", \"char_filter\": [\"unic_normalizer\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                CharFilters filters = analyzer.charFilters()) {
            char[] text = "a ½ B".toCharArray();
            FilteredText filtered = filters.filter(text, text.length);
            assertEquals("a 1⁄2 b", new String(filtered.chars()));
            int[] originals = new int[8];
            for (int at = 0; at < originals.length; at++) {
                originals[at] = filtered.original(at);
            }
            assertArrayEquals(new int[] {0, 1, 2, 2, 2, 3, 4, 5}, originals);
        }
    }

    @Test
    public void filtersKeepTheirStateAcrossBatches() {
        String definition = "{\"tokenizer\": \"standard\", \"filter\": [\"cjk_bigram\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                TokenFilters filters = analyzer.tokenFilters()) {
            char[] text = "日本語".toCharArray();
            List<String> shown = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                filters.reset();
                for (int at = 0; at < text.length; at++) {
                    filters.add(text, at, 1, at, at + 1, "<IDEOGRAPHIC>", 1, 1, false, 0);
                    if (at + 1 < text.length) {
                        filters.run();
                    } else {
                        filters.runLast(3, 0);
                    }
                    while (filters.next()) {
                        shown.add(filters.term() + filters.start() + "-" + filters.end() + filters.typeName());
                    }
                }
            }
            List<String> pairs = List.of("日本0-2<DOUBLE>", "本語1-3<DOUBLE>");
            assertEquals(java.util.stream.Stream.of(pairs, pairs).flatMap(List::stream).toList(), shown);
        }
    }

    @Test
    public void filtersKeepTypesThatTheLibraryDoesNotHave() {
        String definition = "{\"tokenizer\": \"standard\", \"filter\": [\"hyphen\", \"lowercase\", \"cjk_bigram\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                TokenFilters filters = analyzer.tokenFilters()) {
            int latin = 'L' << 24 | 'a' << 16 | 't' << 8 | 'n';
            for (int round = 0; round < 2; round++) {
                filters.reset();
                filters.add("AB".toCharArray(), 0, 2, 0, 2, "SYNONYM", 1, 1, false, latin);
                filters.add("C".toCharArray(), 0, 1, 3, 4, "shingle" + round, 1, 1, false, 0);
                filters.add("D".toCharArray(), 0, 1, 5, 6, "<NUM>", 1, 1, false, latin);
                filters.add("日本".toCharArray(), 0, 1, 7, 8, "<IDEOGRAPHIC>", 1, 1, false, 0);
                filters.add("日本".toCharArray(), 1, 1, 8, 9, "<IDEOGRAPHIC>", 1, 1, false, 0);
                filters.add("E".toCharArray(), 0, 1, 10, 11, "word", 1, 1, false, -1);
                filters.runLast(11, 0);
                List<String> shown = new ArrayList<>();
                while (filters.next()) {
                    shown.add(filters.term() + " " + filters.typeName() + " " + filters.script());
                }
                assertEquals(
                        List.of("ab SYNONYM " + latin, "c shingle" + round + " 0", "d <NUM> " + latin, "日本 <DOUBLE> 0", "e word -1"),
                        shown);
            }
        }
    }

    /** What {@code add} rejects is not added: the batch has the other tokens. */
    @Test
    public void tokenFiltersRejectInvalidTokens() {
        char[] term = "word".toCharArray();
        try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"standard\", \"filter\": [\"uppercase\"]}");
                TokenFilters filters = analyzer.tokenFilters()) {
            filters.reset();
            assertThrows(NullPointerException.class, () -> filters.add(null, 0, 4, 0, 4, "word", 1, 1, false, 0));
            assertThrows(NullPointerException.class, () -> filters.add(term, 0, 4, 0, 4, null, 1, 1, false, 0));
            int[][] ranges = {{-1, 4}, {0, -1}, {0, 5}, {4, 1}, {5, 0}, {1, Integer.MAX_VALUE}, {Integer.MAX_VALUE, 1}};
            for (int[] range : ranges) {
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> filters.add(term, range[0], range[1], 0, 4, "word", 1, 1, false, 0));
            }
            int[][] invalid = {{-1, 4, 1, 1}, {0, -1, 1, 1}, {5, 4, 1, 1}, {0, 4, -1, 1}, {0, 4, 1, 0}, {0, 4, 1, -1}};
            for (int[] token : invalid) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> filters.add(term, 0, 4, token[0], token[1], "word", token[2], token[3], false, 0));
            }
            assertThrows(IllegalArgumentException.class, () -> filters.runLast(-1, 0));
            assertThrows(IllegalArgumentException.class, () -> filters.runLast(4, -1));
            filters.add(term, 0, 4, 0, 4, "word", 0, 1 << 20, false, 0);
            filters.add(term, 4, 0, 4, 4, "word", Integer.MAX_VALUE, 1, true, 0);
            filters.runLast(4, 0);
            assertTrue(filters.next());
            assertEquals("WORD 0-4 0 65535", filters.term() + " " + filters.start() + "-" + filters.end() + " "
                    + filters.positionIncrement() + " " + filters.positionLength());
            assertTrue(filters.next());
            assertEquals("", filters.term());
            assertFalse(filters.next());
            assertThrows(IllegalStateException.class, filters::run);
            assertThrows(IllegalStateException.class, () -> filters.runLast(4, 0));
            filters.reset();
            filters.run();
        }
    }

    /** Terms that do not fit into the array together are returned by several native calls. */
    @Test
    public void oneTokenIsNotTheFirstOfSeveral() {
        try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"standard\", \"filter\": [\"hyphen\"]}");
                TokenFilters filters = analyzer.tokenFilters()) {
            filters.run();
            assertFalse(filters.hasOneToken());
            for (String term : new String[] {"word", "e-book", "abc-" + "x".repeat(600)}) {
                filters.reset();
                filters.add(term.toCharArray(), 0, term.length(), 0, term.length(), "word", 1, 1, false, 0);
                filters.run();
                boolean hasOne = filters.hasOneToken();
                int count = 0;
                while (filters.next()) {
                    count++;
                }
                assertEquals(term, term.equals("word"), count == 1);
                assertEquals(term, count == 1, hasOne);
            }
        }
    }

    @Test
    public void largeBuffersAreReleasedWithTheNextText() {
        char[] text = "a".repeat(3 << 20).toCharArray();
        try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"keyword\", \"filter\": [\"uppercase\"]}");
                TokenFilters filters = analyzer.tokenFilters()) {
            filters.reset();
            filters.add(text, 0, text.length, 0, text.length, "word", 1, 1, false, 0);
            filters.runLast(text.length, 0);
            assertTrue(filters.next());
            assertEquals(text.length, filters.termLength());
            filters.reset();
            assertTrue(filters.inputTerms.length < 1 << 20 && filters.terms.length < 1 << 20);
        }
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_collation\"}");
                SortKeys keys = analyzer.sortKeys()) {
            keys.makeKey(text, text.length);
            assertTrue(keys.bytes().length > 1 << 20);
            keys.makeKey(text, 1);
            assertTrue(keys.bytes().length < 1 << 20);
        }
    }

    @Test
    public void nextReturnsFalseHoweverOftenItIsCalled() {
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\"}");
                TokenCursor tokens = analyzer.tokens()) {
            assertEquals(2, shown(tokens, "one two").size());
            boolean more = false;
            for (int count = 0; count < 300_000_000; count++) {
                more |= tokens.next();
            }
            assertFalse(more);
        }
    }

    @Test
    public void stopWordsAfterTheLastTokenLeaveAGap() {
        String definition = "{\"tokenizer\": \"standard\", \"filter\": [\"stop\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                TokenFilters filters = analyzer.tokenFilters()) {
            filters.reset();
            filters.add("word".toCharArray(), 0, 4, 0, 4, "word", 1, 1, false, 0);
            filters.add("the".toCharArray(), 0, 3, 5, 8, "word", 1, 1, false, 0);
            filters.runLast(8, 0);
            assertTrue(filters.next());
            assertEquals("word", filters.term());
            assertFalse(filters.next());
            assertEquals(1, filters.positionGap());
        }
    }

    @Test
    public void onlyRulesMayTakeLong() {
        for (String component : List.of(
                "\"filter\": [{\"type\": \"unic_transform\", \"id\": \"Any-Latin\"}]",
                "\"filter\": [\"lowercase\", \"unic_numberformat\"]",
                "\"char_filter\": [{\"type\": \"unic_transform\", \"id\": \"Any-Latin\"}]")) {
            try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"unic_tokenizer\", " + component + "}")) {
                assertTrue(component, analyzer.mayTakeLong());
            }
        }
        String others = "\"filter\": [\"unic_folding\", \"cjk_bigram\"], \"char_filter\": [\"unic_normalizer\"]";
        try (Analyzer analyzer = Analyzer.create("{\"tokenizer\": \"unic_tokenizer\", " + others + "}")) {
            assertFalse(analyzer.mayTakeLong());
        }
    }

    @Test
    public void libraryReportsVersionsAndComponents() {
        assertEquals("0.1.0", UnicAnalysis.version());
        assertTrue(UnicAnalysis.components().contains("\"unic_tokenizer\""));
        try (Analyzer analyzer = Analyzer.create("{\"type\": \"unic_analyzer\", \"position_increment_gap\": 7}")) {
            assertTrue(analyzer.describe().contains("\"unic_analyzer\""));
            assertTrue(analyzer.fingerprint().startsWith("u1-"));
            assertTrue(analyzer.explain("A b", true).startsWith("{\"detail\":"));
            assertEquals(7, analyzer.positionIncrementGap());
        }
        assertEquals("[\"a\"]", Analyzer.names("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", Options.STRICT));
    }

    @Test
    public void jarIncludesTheLicencesOfCodeAndData() {
        for (String name : List.of("LICENSE", "LICENSE-DICTIONARIES", "LICENSE-STOP-WORDS", "LICENSE-UNICODE", "NOTICE")) {
            assertNotNull(name, Analyzer.class.getResource("/META-INF/" + name));
        }
    }

    @Test
    public void filesComeFromTheirSource() throws Exception {
        String definition = "{\"tokenizer\": {\"t\": {\"type\": \"unic_tokenizer\", \"rulefiles\": \"Latn:codes.rbbi\"}},"
                + " \"analyzer\": {\"a\": {\"tokenizer\": \"t\"}}}";
        String rules = "[[:Latin:][:Nd:]\\-]+ {200};";
        Options options = Options.STRICT.withFiles(name -> (name.equals("codes.rbbi") ? rules : "").getBytes("UTF-8"));
        try (Analyzer analyzer = Analyzer.create(definition, "a", options);
                TokenCursor tokens = analyzer.tokens()) {
            assertEquals(List.of("AB-12 0-5 <ALPHANUM>"), shown(tokens, "AB-12"));
        }
        // Each failure of the source is an error of the definition.
        FileSource[] failing = {
            name -> {
                throw new java.io.IOException("not today");
            },
            name -> {
                throw new IllegalStateException("not today");
            },
            name -> {
                throw new StackOverflowError("not today");
            },
            name -> null,
            name -> new byte[] {(byte) 0xE9},
        };
        String[] reasons = {"not today", "not today", "not today", "cannot be read", "is not UTF-8"};
        for (int number = 0; number < failing.length; number++) {
            Options broken = Options.STRICT.withFiles(failing[number]);
            DefinitionException error =
                    assertThrows(DefinitionException.class, () -> Analyzer.create(definition, "a", broken));
            assertTrue(error.getMessage(), error.getMessage().contains(reasons[number]));
            assertTrue(error.getMessage(), error.getMessage().contains("codes.rbbi"));
        }
    }

    @Test
    public void joinedComponentsEqualTheWholeDefinition() throws Exception {
        AtomicInteger reads = new AtomicInteger();
        Options options = Options.STRICT.withFiles(name -> {
            reads.incrementAndGet();
            return "x => yy\n".getBytes(StandardCharsets.UTF_8);
        });
        String mapping = "\"char_filter\": {\"c\": {\"type\": \"unic_folding\", \"mappings\": \"m.txt\"}}";
        String whole = "{" + mapping + ", \"analyzer\": {\"a\": {\"char_filter\": [\"c\"], \"tokenizer\": \"unic_tokenizer\","
                + " \"filter\": [\"hyphen\", \"uppercase\"]}}}";
        Analyzer joined;
        try (Analyzer first = Analyzer.create(
                        "{" + mapping + ", \"analyzer\": {\"a\": {\"char_filter\": [\"c\"], \"tokenizer\": \"keyword\"}}}", null, options);
                Analyzer second = Analyzer.create("{\"tokenizer\": \"unic_tokenizer\"}");
                Analyzer third = Analyzer.create("{\"tokenizer\": \"keyword\", \"filter\": [\"hyphen\", \"uppercase\"]}")) {
            joined = Analyzer.join(List.of(first), second, List.of(third));
        }
        try (joined;
                Analyzer compiled = Analyzer.create(whole, null, options);
                TokenCursor tokens = joined.tokens();
                TokenCursor expected = compiled.tokens()) {
            assertEquals(2, reads.get());
            assertEquals(compiled.fingerprint(), joined.fingerprint());
            assertEquals(shown(expected, "x Wi-Fi Ä"), shown(tokens, "x Wi-Fi Ä"));
            assertEquals("[]", joined.warnings());
            assertThrows(NullPointerException.class, () -> Analyzer.join(List.of(), null, List.of()));
        }
        assertThrows(IllegalStateException.class, () -> Analyzer.join(List.of(), joined, List.of()));
    }

    @Test
    public void normalizerHasThePartsThatFitOne() {
        String definition = "{\"char_filter\": [\"html_strip\", \"unic_normalizer\"], \"tokenizer\": \"unic_tokenizer\","
                + " \"filter\": [\"lowercase\", \"hyphen\", \"unic_folding\"]}";
        try (Analyzer analyzer = Analyzer.create(definition);
                Analyzer normalizer = analyzer.normalizer();
                TokenCursor tokens = normalizer.tokens()) {
            assertEquals(List.of("wi-fi <b> kol 0-13 word"), shown(tokens, "WI-FÎ <b> KÖL"));
        }
    }
}
