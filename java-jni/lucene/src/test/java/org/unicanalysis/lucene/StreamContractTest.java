package org.unicanalysis.lucene;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.CharFilterFactory;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.util.AttributeSource;
import org.unicanalysis.SortKeys;
import org.unicanalysis.UnicAnalysis;

/** The contract of {@code TokenStream} where consumers and other components stray from the common sequence of calls. */
public class StreamContractTest extends BaseTokenStreamTestCase {
    /** A reader that fails when it is closed. */
    private static final class NotClosing extends FilterReader {
        NotClosing(String text) {
            super(new StringReader(text));
        }

        @Override
        public void close() throws IOException {
            throw new IOException("not closed");
        }
    }

    private static Tokenizer words(String maxTokenLength) {
        Map<String, String> options = new HashMap<>(Map.of("max_token_length", maxTokenLength));
        return new TokenizerFactories.UnicTokenizer(options).create(newAttributeFactory());
    }

    private static void readAll(TokenStream stream) throws IOException {
        stream.reset();
        while (stream.incrementToken()) {
            assertTrue(stream.getAttribute(CharTermAttribute.class).length() > 0);
        }
        stream.end();
    }

    private static void closeFails(TokenStream stream) {
        assertEquals("not closed", expectThrows(IOException.class, stream::close).getMessage());
    }

    public void testTokenizerThatFailsToCloseReturnsItsNativeObject() throws IOException {
        Tokenizer first = words("4001"); // an analyzer of its own
        Tokenizer second = words("4001");
        first.setReader(new NotClosing("one two"));
        readAll(first);
        long live = UnicAnalysis.liveObjects();
        closeFails(first);
        second.setReader(new StringReader("one two"));
        readAll(second);
        second.close();
        // The cleaner may free objects of other tests.
        assertTrue(UnicAnalysis.liveObjects() <= live);
    }

    public void testFilterThatFailsToCloseReturnsItsNativeObject() throws IOException {
        List<TokenStream> filters = new ArrayList<>();
        long live = 0;
        for (int number = 0; number < 2; number++) {
            WhitespaceTokenizer tokenizer = new WhitespaceTokenizer();
            Map<String, String> options = new HashMap<>(Map.of("unicode_set_filter", "[a-k]"));
            filters.add(new TokenFilterFactories.UnicNormalizer(options).create(tokenizer));
            tokenizer.setReader(new NotClosing("one two"));
            readAll(filters.get(number));
            live = number == 0 ? UnicAnalysis.liveObjects() : live;
            closeFails(filters.get(number));
        }
        assertTrue(UnicAnalysis.liveObjects() <= live);
    }

    public void testEndOfATextThatIsNotReadIsNotThatOfTheTextBefore() throws IOException {
        Tokenizer[] tokenizers = {
            words("4096"),
            (Tokenizer) new UnicAnalyzer("{\"type\": \"unic_collation\", \"key_format\": \"bytes\"}")
                    .createComponents("f")
                    .getTokenStream()
        };
        for (Tokenizer tokenizer : tokenizers) {
            tokenizer.setReader(new StringReader("one two"));
            readAll(tokenizer);
            assertEquals(7, tokenizer.getAttribute(OffsetAttribute.class).endOffset());
            tokenizer.close();
            tokenizer.setReader(new StringReader("x"));
            tokenizer.reset();
            tokenizer.end();
            assertEquals(0, tokenizer.getAttribute(OffsetAttribute.class).endOffset());
            tokenizer.close();
        }
    }

    public void testClosedTokenizerDoesNotKeepTheBytesOfALargeTerm() throws Exception {
        Tokenizer tokenizer =
                (Tokenizer) new UnicAnalyzer("{\"tokenizer\": \"keyword\"}").createComponents("f").getTokenStream();
        tokenizer.setReader(new StringReader("ü".repeat(1 << 20)));
        tokenizer.reset();
        assertTrue(tokenizer.incrementToken());
        WeakReference<byte[]> bytes = new WeakReference<>(
                tokenizer.getAttribute(TermToBytesRefAttribute.class).getBytesRef().bytes);
        assertFalse(tokenizer.incrementToken());
        tokenizer.end();
        tokenizer.close();
        for (int attempt = 0; attempt < 50 && bytes.get() != null; attempt++) {
            System.gc();
            Thread.sleep(20);
        }
        assertNull(bytes.get());
        assertNotNull(tokenizer);
    }

    /** A filter of Lucene copies the term to the array of the attribute. */
    public void testClosedTokenizerDoesNotKeepALargeTermThatIsModified() throws IOException {
        Tokenizer tokenizer =
                (Tokenizer) new UnicAnalyzer("{\"tokenizer\": \"keyword\"}").createComponents("f").getTokenStream();
        CharTermAttribute term = tokenizer.getAttribute(CharTermAttribute.class);
        TermToBytesRefAttribute bytes = tokenizer.getAttribute(TermToBytesRefAttribute.class);
        tokenizer.setReader(new StringReader("ü".repeat(1 << 20)));
        tokenizer.reset();
        assertTrue(tokenizer.incrementToken());
        term.append('!');
        assertEquals((2 << 20) + 1, bytes.getBytesRef().length);
        assertFalse(tokenizer.incrementToken());
        tokenizer.end();
        tokenizer.close();
        assertTrue(term.buffer().length < 1 << 10);
        assertTrue(bytes.getBytesRef().bytes.length < 1 << 10);
    }

    /** A stream of keys has the text as its term, and is kept by the thread. */
    public void testClosedKeyTokenizerKeepsNeitherALargeTermNorItsKey() throws Exception {
        Tokenizer tokenizer = (Tokenizer) new UnicAnalyzer("{\"type\": \"unic_collation\", \"key_format\": \"bytes\"}")
                .createComponents("f")
                .getTokenStream();
        CharTermAttribute term = tokenizer.getAttribute(CharTermAttribute.class);
        TermToBytesRefAttribute bytes = tokenizer.getAttribute(TermToBytesRefAttribute.class);
        tokenizer.setReader(new StringReader("ü".repeat(1 << 20)));
        tokenizer.reset();
        assertTrue(tokenizer.incrementToken());
        assertEquals(1 << 20, term.length());
        assertTrue(bytes.getBytesRef().length > 1 << 20);
        AttributeSource.State state = tokenizer.captureState();
        assertFalse(tokenizer.incrementToken());
        tokenizer.end();
        tokenizer.close();
        assertTrue(term.buffer().length < 1 << 10);
        assertTrue(bytes.getBytesRef().bytes.length < 1 << 10);
        // A short text follows, and the state is a copy.
        tokenizer.setReader(new StringReader("u"));
        tokenizer.reset();
        assertTrue(tokenizer.incrementToken());
        assertEquals("u", term.toString());
        assertTrue(bytes.getBytesRef().length < 1 << 10);
        tokenizer.restoreState(state);
        assertEquals(1 << 20, term.length());
        assertTrue(bytes.getBytesRef().length > 1 << 20);
        tokenizer.close();
    }

    public void testNullIsAnException() {
        expectThrows(NullPointerException.class, () -> new UnicAnalyzer(null));
        expectThrows(NullPointerException.class, () -> new UnicAnalyzer("{\"type\": \"hyphen\"}", null, null));
        long live = UnicAnalysis.liveObjects();
        try (UnicAnalyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_collation\"}")) {
            expectThrows(NullPointerException.class, () -> analyzer.withKeys("a", null));
            expectThrows(NullPointerException.class, () -> analyzer.withKeys(null, SortKeys::key));
        }
        // An analyzer, and one key maker that the second call reuses; the cleaner may free objects of other tests.
        assertTrue(UnicAnalysis.liveObjects() <= live + 2);
        for (String name : ComponentsTest.FILTERS) {
            TokenFilterFactory factory = TokenFilterFactory.forName(name, ComponentsTest.options(name));
            expectThrows(NullPointerException.class, () -> factory.create(null));
        }
        for (String name : ComponentsTest.CHAR_FILTERS) {
            CharFilterFactory factory = CharFilterFactory.forName(name, ComponentsTest.options(name));
            expectThrows(NullPointerException.class, () -> factory.create(null));
        }
    }

    public void testStateIsRestoredOverAnotherToken() throws IOException {
        Tokenizer tokenizer = words("4096");
        tokenizer.setReader(new StringReader("eins Zwei 東京"));
        tokenizer.reset();
        List<String> shown = new ArrayList<>();
        List<AttributeSource.State> states = new ArrayList<>();
        while (tokenizer.incrementToken()) {
            shown.add(tokenizer.reflectAsString(true));
            states.add(tokenizer.captureState());
            for (int at = 0; at < states.size(); at++) {
                tokenizer.restoreState(states.get(at));
                assertEquals(shown.get(at), tokenizer.reflectAsString(true));
            }
        }
        assertEquals(3, shown.size());
        tokenizer.end();
        tokenizer.restoreState(states.get(0));
        assertEquals(shown.get(0), tokenizer.reflectAsString(true));
        tokenizer.close();
    }

    /** Sets a type that is none of the library's, as synonym filters do. */
    private static final class Typing extends TokenFilter {
        private final TypeAttribute type = addAttribute(TypeAttribute.class);
        private int count;

        Typing(TokenStream input) {
            super(input);
        }

        @Override
        public boolean incrementToken() throws IOException {
            if (!input.incrementToken()) {
                return false;
            }
            type.setType(count++ % 2 == 0 ? "SYNONYM" : "<URL>");
            return true;
        }
    }

    public void testTypesOfOtherComponentsAreKept() throws IOException {
        WhitespaceTokenizer tokenizer = new WhitespaceTokenizer();
        TokenStream stream = new TokenFilterFactories.UnicFolding(new HashMap<>()).create(new Typing(tokenizer));
        tokenizer.setReader(new StringReader("Öl Gas ".repeat(100)));
        TypeAttribute type = stream.addAttribute(TypeAttribute.class);
        ScriptAttribute script = stream.addAttribute(ScriptAttribute.class);
        int tokens = 0;
        stream.reset();
        while (stream.incrementToken()) {
            assertEquals(tokens % 2 == 0 ? "SYNONYM" : "<URL>", type.type());
            assertEquals("Zyyy", script.getShortName());
            tokens++;
        }
        stream.end();
        stream.close();
        assertEquals(200, tokens);
    }
}
