package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.Reader;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.CharFilter;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.util.Attribute;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.AttributeImpl;
import org.unicanalysis.TokenCursor;

/**
 * A chain of unic-analysis, from the text to its last token filter: one native call for most texts. Token filters of
 * unic-analysis are merged into it, and so are char filters of unic-analysis in its input.
 */
public final class UnicTokenizer extends Tokenizer {
    /** All attributes of a token, in one object that the factory of the constructor creates. */
    private final TokenAttributeImpl token = (TokenAttributeImpl) addAttribute(CharTermAttribute.class);
    private final TextBuffer text = new TextBuffer();
    private final OtherAttributes others;

    /** Null if the analyzer is that of a whole definition, to which nothing is appended. */
    private Chain chain;

    /** The analyzer of the chain with the char filters that were merged last. */
    private SharedAnalyzer shared;

    /** From {@link #reset} to {@link #close}. */
    private TokenCursor cursor;

    /** The char filters of the input that {@link #shared} runs. */
    private List<SharedAnalyzer> mergedCharFilters = List.of();

    /** Corrects offsets; null if no correction is needed. */
    private CharFilter correction;

    /** The reader: the tokenizer's input, or the input of the merged char filters. */
    private Reader source;

    private boolean isStarted;
    private boolean isExhausted;

    UnicTokenizer(AttributeFactory factory, Chain chain) {
        this(new OtherAttributes(factory), chain, null);
    }

    UnicTokenizer(SharedAnalyzer shared) {
        this(new OtherAttributes(DEFAULT_TOKEN_ATTRIBUTE_FACTORY), null, shared);
    }

    private UnicTokenizer(OtherAttributes others, Chain chain, SharedAnalyzer shared) {
        super(TokenAttributeImpl.factory(others));
        this.others = others;
        this.chain = chain;
        this.shared = shared;
    }

    /** Creates the attributes that {@link TokenAttributeImpl} does not have, and notes it: they must be cleared before each token. */
    private static final class OtherAttributes extends AttributeFactory {
        private final AttributeFactory factory;
        private boolean exist;

        OtherAttributes(AttributeFactory factory) {
            this.factory = factory;
        }

        @Override
        public AttributeImpl createAttributeInstance(Class<? extends Attribute> type) {
            exist = true;
            return factory.createAttributeInstance(type);
        }
    }

    /** Whether a filter may be merged: before the first text of a chain. */
    boolean canAppend() {
        return chain != null && shared == null;
    }

    void append(Chain filter) {
        chain = chain.then(filter);
    }

    /** The current chain, for tests of merging. */
    Chain chain() {
        return chain;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        source = input;
        Chain before = null;
        if (chain != null && input instanceof UnicCharFilter filter && filter.canMerge()) {
            before = filter.chain();
            source = filter.source();
        }
        correction = source instanceof CharFilter filter ? filter : null;
        prepare(before);
        isStarted = false;
        isExhausted = false;
    }

    /** Takes a cursor of the chain with the char filters before it, which may be null. */
    private void prepare(Chain before) {
        List<SharedAnalyzer> charFilters = before == null ? List.of() : before.charFilters();
        if (shared == null || !charFilters.equals(mergedCharFilters)) {
            releaseCursor();
            shared = SharedAnalyzers.forChain(before == null ? chain : chain.after(before));
            mergedCharFilters = charFilters;
        }
        if (cursor == null) {
            cursor = shared.takeCursor();
        }
    }

    private void releaseCursor() {
        if (cursor != null) {
            shared.release(cursor, text.length());
            cursor = null;
        }
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!isStarted) {
            // Without reset(), the input reports the violation of the contract.
            text.read(source == null ? input : source);
            cursor.setText(text.text(), text.length());
            isStarted = true;
            others.exist |= hasOtherAttributes();
        }
        if (!advance()) {
            isExhausted = true;
            return false;
        }
        if (others.exist) {
            clearAttributes();
        }
        if (correction == null) {
            token.follow(cursor);
        } else {
            token.set(cursor, correction.correctOffset(cursor.start()), correction.correctOffset(cursor.end()));
        }
        return true;
    }

    /** Advances the cursor. Without a next token, the attributes do not follow it any longer. */
    private boolean advance() {
        boolean hasNext = false;
        try {
            hasNext = cursor.next();
        } finally {
            if (!hasNext) {
                token.clear();
            }
        }
        return hasNext;
    }

    /** Whether the stream has other attributes than those of {@link #token}: added by the consumer as objects, without the factory. */
    private boolean hasOtherAttributes() {
        Iterator<AttributeImpl> attributes = getAttributeImplsIterator();
        return attributes.next() != token || attributes.hasNext();
    }

    @Override
    public void end() throws IOException {
        super.end();
        int end = isExhausted ? cursor.finalOffset() : text.length();
        end = correction == null ? end : correction.correctOffset(end);
        token.setOffset(end, end);
        if (isExhausted) {
            token.setPositionIncrement(cursor.positionGap());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            token.release();
            releaseCursor();
            text.clear();
            source = null;
            correction = null;
            isStarted = false;
        }
    }
}
