package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.TokenCursor;

/**
 * A chain of ours, from the text to the last token filter that is ours: one native call for most texts. Token filters of
 * ours append themselves to it; char filters of ours that it is given to read are taken up.
 */
public final class UnicTokenizer extends Tokenizer {
    /** All that a token has is in one object, which the constructor's factory makes. */
    private final TokenAttributeImpl token = (TokenAttributeImpl) addAttribute(CharTermAttribute.class);
    private final Texts texts = new Texts();

    /** Null when the analyzer is that of a whole definition, which nothing is appended to. */
    private Chain chain;

    /** Of the chain behind the char filters that it has last taken up. */
    private SharedAnalyzer shared;

    /** From {@link #reset} to {@link #close}. */
    private TokenCursor cursor;

    private List<Part> takenUp = List.of();

    /** What maps offsets back; null when nothing does. */
    private CharFilter correction;

    /** What is read: the tokenizer's input, or what the char filters of ours read from. */
    private Reader source;

    private boolean isStarted;
    private boolean isExhausted;

    UnicTokenizer(AttributeFactory factory, Chain chain) {
        super(TokenAttributeImpl.factory(factory));
        this.chain = chain;
    }

    UnicTokenizer(SharedAnalyzer shared) {
        super(TokenAttributeImpl.factory(DEFAULT_TOKEN_ATTRIBUTE_FACTORY));
        this.shared = shared;
    }

    /** Whether a filter of ours may append itself: before the first text, and to chains whose options are the same. */
    boolean canAppend(org.unicanalysis.Options options) {
        return chain != null && shared == null && chain.options().equals(options);
    }

    void append(Part filter) {
        chain = chain.then(filter);
    }

    /** The present chain; for tests that look at how it was put together. */
    Chain chain() {
        return chain;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        source = input;
        List<Part> before = List.of();
        if (chain != null && input instanceof UnicCharFilter filter && filter.canBeTakenUp(chain.options())) {
            before = filter.parts();
            source = filter.source();
        }
        correction = source instanceof CharFilter filter ? filter : null;
        prepare(before);
        isStarted = false;
        isExhausted = false;
    }

    private void prepare(List<Part> before) {
        if (shared == null || !before.equals(takenUp)) {
            giveBack();
            shared = SharedAnalyzers.get(chain.after(before));
            takenUp = before;
        }
        if (cursor == null) {
            cursor = shared.takeCursor();
        }
    }

    private void giveBack() {
        if (cursor != null) {
            shared.giveBack(cursor);
            cursor = null;
        }
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!isStarted) {
            // Without reset(), the input tells what the caller has forgotten.
            texts.read(source == null ? input : source);
            cursor.setText(texts.text(), texts.length());
            isStarted = true;
        }
        if (!cursor.next()) {
            isExhausted = true;
            return false;
        }
        clearAttributes();
        if (correction == null) {
            token.set(cursor, cursor.start(), cursor.end());
        } else {
            token.set(cursor, correction.correctOffset(cursor.start()), correction.correctOffset(cursor.end()));
        }
        return true;
    }

    @Override
    public void end() throws IOException {
        super.end();
        int end = isExhausted ? cursor.finalOffset() : texts.length();
        end = correction == null ? end : correction.correctOffset(end);
        token.setOffset(end, end);
        if (isExhausted) {
            token.setPositionIncrement(cursor.positionGap());
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        token.clear(); // its term may lie in an array of the cursor
        giveBack();
        texts.giveBack();
        source = null;
        correction = null;
        isStarted = false;
    }
}
