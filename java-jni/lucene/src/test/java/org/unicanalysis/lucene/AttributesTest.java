package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Consumer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.tests.analysis.BaseTokenStreamTestCase;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.BytesRef;

/** Attributes read from a packed token are those of the token that is stored in the object. */
public class AttributesTest extends BaseTokenStreamTestCase {
    private static final String TEXT = "Öl-Preis 3.5 สวัสดี ครับ 東京 e\u0301 x";

    /** All attributes without a modification; the term is read last. */
    private static String shown(AttributeSource token) {
        return token.getAttribute(OffsetAttribute.class).startOffset()
                + "-" + token.getAttribute(OffsetAttribute.class).endOffset()
                + " " + token.getAttribute(TypeAttribute.class).type()
                + " " + token.getAttribute(PositionIncrementAttribute.class).getPositionIncrement()
                + " " + token.getAttribute(PositionLengthAttribute.class).getPositionLength()
                + " " + token.getAttribute(TermFrequencyAttribute.class).getTermFrequency()
                + " " + token.getAttribute(KeywordAttribute.class).isKeyword()
                + " " + token.getAttribute(ScriptAttribute.class).getShortName()
                + " " + token.getAttribute(CharTermAttribute.class).length()
                + " " + token.getAttribute(TermToBytesRefAttribute.class).getBytesRef().utf8ToString();
    }

    private static UnicTokenizer started(String text) throws IOException {
        UnicTokenizer tokenizer = new TokenizerFactories.UnicTokenizer(new HashMap<>()).create(newAttributeFactory());
        assertSame(tokenizer, new TokenFilterFactories.Hyphen(new HashMap<>()).create(tokenizer));
        tokenizer.setReader(new StringReader(text));
        tokenizer.reset();
        return tokenizer;
    }

    public void testStoredAttributesAreThoseOfThePackedToken() throws IOException {
        List<String> packed = new ArrayList<>();
        List<AttributeSource> stored = new ArrayList<>();
        try (UnicTokenizer tokenizer = started(TEXT)) {
            while (tokenizer.incrementToken()) {
                packed.add(shown(tokenizer));
                stored.add(tokenizer.cloneAttributes());
                assertEquals(packed.get(packed.size() - 1), shown(tokenizer));
            }
            tokenizer.end();
        }
        assertTrue(packed.size() > 5);
        for (int at = 0; at < packed.size(); at++) {
            assertEquals(packed.get(at), shown(stored.get(at)));
        }
    }

    public void testModificationKeepsTheOtherAttributes() throws IOException {
        try (UnicTokenizer tokenizer = started(TEXT)) {
            TypeAttribute type = tokenizer.getAttribute(TypeAttribute.class);
            while (tokenizer.incrementToken()) {
                String before = shown(tokenizer);
                String changed = before.replace(type.type(), "changed");
                type.setType("changed");
                assertEquals(changed, shown(tokenizer));
                int length = tokenizer.getAttribute(CharTermAttribute.class).length();
                tokenizer.getAttribute(CharTermAttribute.class).append('!');
                assertEquals(length + 1, tokenizer.getAttribute(CharTermAttribute.class).length());
                assertTrue(shown(tokenizer).endsWith("!"));
            }
            tokenizer.end();
        }
    }

    public void testEveryModificationIsCleared() throws IOException {
        List<Consumer<TokenAttributeImpl>> modifications = List.of(
                token -> token.append("x"),
                token -> token.append('x'),
                token -> token.copyBuffer(new char[] {'x'}, 0, 1),
                token -> token.resizeBuffer(1)[0] = 'x',
                token -> token.setLength(1),
                token -> token.setOffset(1, 2),
                token -> token.setType("x"),
                token -> token.setPositionIncrement(2),
                token -> token.setPositionLength(2),
                token -> token.setTermFrequency(2),
                token -> token.setKeyword(true),
                token -> token.setCode(1));
        for (Consumer<TokenAttributeImpl> modification : modifications) {
            TokenAttributeImpl token = new TokenAttributeImpl();
            token.clear();
            modification.accept(token);
            TokenAttributeImpl copy = new TokenAttributeImpl();
            token.copyTo(copy);
            assertEquals(token, copy);
            token.clear();
            copy.clear();
            assertEquals(new TokenAttributeImpl(), token);
            assertEquals(new TokenAttributeImpl(), copy);
        }
    }

    public void testAttributesAreClearedAfterTheLastToken() throws IOException {
        try (UnicTokenizer tokenizer = started("one two")) {
            int tokens = 0;
            while (tokenizer.incrementToken()) {
                tokens++;
            }
            assertEquals(2, tokens);
            assertEquals("", tokenizer.getAttribute(CharTermAttribute.class).toString());
            assertEquals(0, tokenizer.getAttribute(OffsetAttribute.class).endOffset());
            tokenizer.end();
            assertEquals(7, tokenizer.getAttribute(OffsetAttribute.class).endOffset());
        }
    }

    public void testTheEndIsCleared() {
        TokenAttributeImpl token = new TokenAttributeImpl();
        token.end();
        assertEquals(0, token.getPositionIncrement());
        token.clear();
        assertEquals(new TokenAttributeImpl(), token);
    }

    /** A consumer may add an attribute at any token; the tokens after it start with it cleared. */
    public void testAttributeThatIsAddedLateIsCleared() throws IOException {
        try (UnicTokenizer tokenizer = started("one two three")) {
            assertTrue(tokenizer.incrementToken());
            PayloadAttribute payload = tokenizer.addAttribute(PayloadAttribute.class);
            payload.setPayload(new BytesRef("x"));
            assertTrue(tokenizer.incrementToken());
            assertNull(payload.getPayload());
            assertEquals("two", tokenizer.getAttribute(CharTermAttribute.class).toString());
        }
    }
}
