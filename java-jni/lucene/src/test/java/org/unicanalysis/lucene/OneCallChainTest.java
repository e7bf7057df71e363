package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;
import org.apache.lucene.analysis.core.LowerCaseFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.tests.util.TestUtil;
import org.apache.lucene.util.BytesRef;

/** Chains run as one native call if all components allow it, and return equal tokens otherwise. */
public class OneCallChainTest extends BaseTokenStreamTestCase {
    /** Collects all attributes of all tokens, and of the end. */
    static List<String> tokens(Analyzer analyzer, String text) throws IOException {
        try (TokenStream stream = analyzer.tokenStream("f", text)) {
            return tokens(stream);
        }
    }

    static List<String> tokens(TokenStream stream) throws IOException {
        CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
        OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
        TypeAttribute type = stream.addAttribute(TypeAttribute.class);
        PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
        PositionLengthAttribute length = stream.addAttribute(PositionLengthAttribute.class);
        KeywordAttribute keyword = stream.addAttribute(KeywordAttribute.class);
        List<String> shown = new ArrayList<>();
        stream.reset();
        while (stream.incrementToken()) {
            shown.add(term + "|" + offset.startOffset() + "-" + offset.endOffset() + "|" + type.type() + "|"
                    + increment.getPositionIncrement() + "|" + length.getPositionLength() + "|" + keyword.isKeyword());
        }
        stream.end();
        shown.add("end " + offset.endOffset() + " " + increment.getPositionIncrement());
        return shown;
    }

    public void testAdjacentComponentsBecomeOneStream() {
        TokenStream first = new TokenizerFactories.UnicTokenizer(new HashMap<>()).create();
        TokenStream second = new TokenFilterFactories.UnicNormalizer(new HashMap<>()).create(first);
        assertSame(first, new TokenFilterFactories.UnicFolding(new HashMap<>()).create(second));
        assertEquals(2, ((UnicTokenizer) first).chain().filters().size());
        TokenStream other = new LowerCaseFilter(new WhitespaceTokenizer());
        TokenStream filter = new TokenFilterFactories.UnicFolding(new HashMap<>()).create(other);
        assertNotSame(other, filter);
        assertSame(filter, new TokenFilterFactories.Hyphen(new HashMap<>()).create(filter));
    }

    public void testCharFiltersAreMergedAfterOneOfLucene() throws IOException {
        UnicTokenizer tokenizer = new TokenizerFactories.UnicTokenizer(new HashMap<>()).create(newAttributeFactory());
        StringReader text = new StringReader("<b>ﬁne</b> Ⅳ &amp; ½");
        tokenizer.setReader(new CharFilterFactories.UnicNormalizer(new HashMap<>()).create(new HTMLStripCharFilter(text)));
        assertEquals(
                List.of(
                        "fine|3-10|<ALPHANUM>|1|1|false",
                        "iv|11-12|<ALPHANUM>|1|1|false",
                        "1⁄2|19-20|<NUM>|1|1|false",
                        "end 20 0"),
                tokens(tokenizer));
        tokenizer.close();
    }

    public void testFusedChainsEqualWrappedOnes() throws IOException {
        for (int round = 0; round < 300; round++) {
            List<String> filters = new ArrayList<>();
            for (int count = random().nextInt(3) + 1; count > 0; count--) {
                filters.add(ComponentsTest.FILTERS[random().nextInt(ComponentsTest.FILTERS.length)]);
            }
            String tokenizer = ComponentsTest.TOKENIZERS[random().nextInt(ComponentsTest.TOKENIZERS.length)];
            String text = TestUtil.randomAnalysisString(random(), 200, false);
            try (Analyzer fused = ComponentsTest.analyzer(List.of(), tokenizer, filters, false);
                    Analyzer batches = wrapped(tokenizer, filters, false);
                    Analyzer oneByOne = wrapped(tokenizer, filters, true)) {
                List<String> expected = tokens(fused, text);
                assertEquals(tokenizer + filters, expected, tokens(batches, text));
                assertEquals(tokenizer + filters, expected, tokens(oneByOne, text));
            }
        }
    }

    /** A chain with a component of Lucene between all parts; with {@code payload} also an attribute that native tokens do not have. */
    private static Analyzer wrapped(String tokenizer, List<String> filters, boolean withPayload) {
        return new Analyzer() {
            @Override
            protected TokenStreamComponents createComponents(String field) {
                var source = org.apache.lucene.analysis.TokenizerFactory.forName(
                                tokenizer, ComponentsTest.options(tokenizer))
                        .create();
                TokenStream last = new Passing(source, withPayload);
                for (String name : filters) {
                    last = org.apache.lucene.analysis.TokenFilterFactory.forName(name, ComponentsTest.options(name))
                            .create(last);
                    last = new Passing(last, withPayload);
                }
                return new TokenStreamComponents(source, last);
            }
        };
    }

    private static final class Passing extends TokenFilter {
        Passing(TokenStream input, boolean withPayload) {
            super(input);
            if (withPayload) {
                addAttribute(PayloadAttribute.class);
            }
        }

        @Override
        public boolean incrementToken() throws IOException {
            return input.incrementToken();
        }
    }

    /** Sets the number of each token as its payload. */
    private static final class Numbering extends TokenFilter {
        private final PayloadAttribute payload = addAttribute(PayloadAttribute.class);
        private int number;

        Numbering(TokenStream input) {
            super(input);
        }

        @Override
        public boolean incrementToken() throws IOException {
            boolean more = input.incrementToken();
            payload.setPayload(new BytesRef(String.valueOf(number++)));
            return more;
        }

        @Override
        public void reset() throws IOException {
            super.reset();
            number = 0;
        }
    }

    /** The terms of a text, each with the number of its source token. */
    private static List<String> numbered(String text) throws IOException {
        WhitespaceTokenizer tokenizer = new WhitespaceTokenizer(2000);
        TokenStream stream = new TokenFilterFactories.Hyphen(new HashMap<>()).create(new Numbering(tokenizer));
        tokenizer.setReader(new StringReader(text));
        CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
        PayloadAttribute payload = stream.addAttribute(PayloadAttribute.class);
        List<String> shown = new ArrayList<>();
        stream.reset();
        while (stream.incrementToken()) {
            shown.add(term + "=" + (payload.getPayload() == null ? "none" : payload.getPayload().utf8ToString()));
        }
        stream.end();
        stream.close();
        return shown;
    }

    public void testUnknownAttributesStayWithTheirToken() throws IOException {
        List<String> shown = numbered("Ärger wi-fi Köln");
        assertEquals("Ärger=0", shown.get(0));
        assertEquals("Köln=2", shown.get(shown.size() - 1));
        assertTrue(shown.toString(), shown.size() > 3);
        for (String middle : shown.subList(1, shown.size() - 1)) {
            assertTrue(shown.toString(), middle.endsWith("=1"));
        }
    }

    /** The output of the second token takes several native calls. */
    public void testUnknownAttributesStayWithTheTermsOfALongToken() throws IOException {
        String part = "x".repeat(600);
        List<String> shown = numbered("a abc-" + part + " b");
        assertEquals(
                List.of("a=0", "abc-" + part + "=1", "abc" + part + "=1", part + "=1", "abc=1", "b=2"),
                shown);
    }

    public void testDefinitionsAreOneCall() throws IOException {
        String definition = "{\"type\": \"unic_analyzer\", \"position_increment_gap\": 3}";
        try (Analyzer analyzer = new UnicAnalyzer(definition)) {
            assertEquals(
                    List.of("strasse|0-6|<ALPHANUM>|1|1|false", "koln|7-11|<ALPHANUM>|1|1|false", "end 12 0"),
                    tokens(analyzer, "Straße Köln "));
            assertEquals(3, analyzer.getPositionIncrementGap("f"));
            assertSame(((UnicAnalyzer) analyzer).nativeAnalyzer(), new UnicAnalyzer(definition).nativeAnalyzer());
            checkRandomData(random(), analyzer, 100 * RANDOM_MULTIPLIER);
        }
    }

    /** The parts that fit a normalizer are applied to a part of a text, as {@code CustomAnalyzer} does. */
    public void testPartsOfATextAreNormalized() throws IOException {
        String definition = "{\"char_filter\": [\"html_strip\", \"unic_normalizer\"], \"tokenizer\": \"unic_tokenizer\","
                + " \"filter\": [\"lowercase\", \"hyphen\", \"stop\", \"unic_folding\"]}";
        try (Analyzer analyzer = new UnicAnalyzer(definition);
                Analyzer whole = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
                Analyzer plain = new UnicAnalyzer("{\"tokenizer\": \"unic_tokenizer\"}");
                Analyzer keys = new UnicAnalyzer("{\"type\": \"unic_collation\"}")) {
            assertEquals(new BytesRef("kol"), analyzer.normalize("f", "KÖL"));
            assertEquals(new BytesRef("wi-fi <b"), analyzer.normalize("f", "WI-ﬁ <b"));
            assertEquals(new BytesRef("the"), analyzer.normalize("f", "The"));
            assertEquals(new BytesRef("strass"), whole.normalize("f", "STRAẞ"));
            assertEquals(new BytesRef("KÖL"), plain.normalize("f", "KÖL"));
            assertEquals(new BytesRef("Köl"), keys.normalize("f", "Köl"));
        }
    }

    public void testPrefixAndWildcardQueriesFindFoldedTerms() throws Exception {
        try (Analyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
                Directory directory = newDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
                Document document = new Document();
                document.add(new TextField("f", "Straße Köln", Field.Store.NO));
                writer.addDocument(document);
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                assertEquals(1, searcher.count(new PrefixQuery(new Term("f", analyzer.normalize("f", "KÖL")))));
                BytesRef part = analyzer.normalize("f", "STRASS");
                assertEquals(1, searcher.count(new WildcardQuery(new Term("f", part.utf8ToString() + "*"))));
            }
        }
    }

    public void testEqualDefinitionsShareAnAnalyzer() {
        List<Object> factories = new ArrayList<>();
        factories.add(new TokenFilterFactories.UnicNormalizer(new HashMap<>(java.util.Map.of("name", "nfkc"))));
        long live = org.unicanalysis.UnicAnalysis.liveObjects();
        for (int count = 0; count < 1000; count++) {
            factories.add(new TokenFilterFactories.UnicNormalizer(new HashMap<>(java.util.Map.of("name", "nfkc"))));
        }
        // The cleaner may free objects of other tests.
        assertTrue(org.unicanalysis.UnicAnalysis.liveObjects() <= live);
        assertEquals(1001, factories.size());
    }

    public void testTermFrequenciesStayWithTheirToken() throws IOException {
        WhitespaceTokenizer tokenizer = new WhitespaceTokenizer();
        TokenStream counted = new org.apache.lucene.analysis.miscellaneous.DelimitedTermFrequencyTokenFilter(tokenizer);
        TokenStream stream = new TokenFilterFactories.UnicFolding(new HashMap<>()).create(counted);
        tokenizer.setReader(new StringReader("Eins Zwei Drei|3 Vier Fünf|5"));
        CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
        var frequency = stream.addAttribute(
                org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute.class);
        List<String> shown = new ArrayList<>();
        stream.reset();
        while (stream.incrementToken()) {
            shown.add(term + "=" + frequency.getTermFrequency());
        }
        stream.end();
        stream.close();
        assertEquals(List.of("eins=1", "zwei=1", "drei=3", "vier=1", "funf=5"), shown);
    }

    /** Lucene's attribute accepts a null type, which no native token has. */
    public void testANullTypeIsTheDefaultOne() throws IOException {
        WhitespaceTokenizer tokenizer = new WhitespaceTokenizer();
        TokenStream typeless = new org.apache.lucene.analysis.TokenFilter(tokenizer) {
            private final TypeAttribute type = addAttribute(TypeAttribute.class);

            @Override
            public boolean incrementToken() throws IOException {
                boolean more = input.incrementToken();
                type.setType(null);
                return more;
            }
        };
        TokenStream stream = new TokenFilterFactories.UnicFolding(new HashMap<>()).create(typeless);
        tokenizer.setReader(new StringReader("Eins"));
        assertTokenStreamContents(stream, new String[] {"eins"}, null, null, new String[] {TypeAttribute.DEFAULT_TYPE}, null);
    }

    public void testKeyBytesAreTermBytes() throws IOException {
        String definition = "{\"type\": \"unic_collation\", \"language\": \"de\", \"key_format\": \"%s\"}";
        try (Analyzer bytes = new UnicAnalyzer(definition.formatted("bytes"));
                Analyzer text = new UnicAnalyzer(definition.formatted("text"));
                Analyzer byDefault = new UnicAnalyzer("{\"type\": \"unic_collation\", \"language\": \"de\"}");
                var keys = ((UnicAnalyzer) bytes).nativeAnalyzer().sortKeys()) {
            BytesRef key = new BytesRef(keys.key("Äpfel"));
            BytesRef shown = new BytesRef(org.unicanalysis.SortKeys.toText(keys.key("Äpfel")));
            assertEquals(key, onlyTerm(bytes, "Äpfel"));
            assertEquals(shown, onlyTerm(text, "Äpfel"));
            assertEquals(shown, onlyTerm(byDefault, "Äpfel"));
            checkRandomData(random(), byDefault, 50);
        }
    }

    private static BytesRef onlyTerm(Analyzer analyzer, String text) throws IOException {
        try (TokenStream stream = analyzer.tokenStream("f", text)) {
            var term = stream.getAttribute(org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute.class);
            stream.reset();
            assertTrue(stream.incrementToken());
            BytesRef bytes = BytesRef.deepCopyOf(term.getBytesRef());
            assertFalse(stream.incrementToken());
            stream.end();
            return bytes;
        }
    }

    public void testScripts() throws IOException {
        try (Analyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
                TokenStream stream = analyzer.tokenStream("f", "Latin Кириллица 日本")) {
            ScriptAttribute script = stream.addAttribute(ScriptAttribute.class);
            List<String> names = new ArrayList<>();
            stream.reset();
            while (stream.incrementToken()) {
                names.add(script.getShortName() + " " + script.getName());
            }
            stream.end();
            assertEquals(Arrays.asList("Latn Latin", "Cyrl Cyrillic", "Jpan Jpan"), names);
        }
    }

    /** A filter that sets attributes which a native token does not have. */
    private static final class Frequencies extends TokenFilter {
        private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
        private final PayloadAttribute payload;
        private int count;

        Frequencies(TokenStream input, boolean withPayload) {
            super(input);
            payload = withPayload ? addAttribute(PayloadAttribute.class) : null;
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            assertEquals(1, frequency.getTermFrequency());
            if (payload != null) {
                assertNull(payload.getPayload());
            }
            if (count++ % 2 == 0) {
                frequency.setTermFrequency(7);
                if (payload != null) {
                    payload.setPayload(new BytesRef("a"));
                }
            }
            return true;
        }
    }

    public void testAttributesOfAFilterDoNotStay() throws IOException {
        for (boolean withPayload : new boolean[] {false, true}) {
            Tokenizer tokenizer = new TokenizerFactories.UnicTokenizer(new HashMap<>()).create();
            TokenStream stream = new Frequencies(tokenizer, withPayload);
            tokenizer.setReader(new StringReader("a b c d"));
            assertEquals(5, tokens(stream).size());
            stream.close();
        }
    }
}
