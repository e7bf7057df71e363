package org.unicanalysis.lucene;

import java.io.IOException;
import java.util.Iterator;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.util.Attribute;
import org.unicanalysis.TokenFilters;

/**
 * Token filters of unic-analysis over a stream of another library: tokens are passed to the native side in batches. If the
 * stream has attributes that native tokens lack, or does not start at a tokenizer, tokens are passed one by one, and the output of
 * each keeps its attributes.
 */
public final class UnicTokenFilter extends TokenFilter {
    private static final int BATCH = 64;

    private final TokenAttributes attributes = new TokenAttributes(this);
    private final boolean mayReadAhead;
    private Chain chain;
    private SharedAnalyzer shared;

    /** From {@link #reset} to {@link #close}. */
    private TokenFilters filters;

    private boolean isReset;
    private boolean isOneByOne;
    private boolean isInputExhausted;
    private boolean hasInputEnded;
    private int finalOffset;

    /** The lengths of the terms of the current batch, and of the longest one, in UTF-16 units. */
    private int batchUnits;

    private int mostUnits;

    /** The first token with attributes that batches do not carry, not passed yet: from it on tokens are passed one by one. */
    private State firstUnlike;

    /** One by one: the attributes are still those of the input token. */
    private boolean isFirst;

    /** One by one: the attributes of the last token that did not become exactly one. */
    private State state;

    UnicTokenFilter(TokenStream input, Chain chain) {
        super(input);
        this.chain = chain;
        mayReadAhead = startsAtTokenizer(input);
    }

    /**
     * Whether reading ahead is invisible to the filters before: not inside of a conditional filter (the engines' {@code multiplexer} and
     * {@code condition}), whose source is a bare {@link TokenStream} that changes state with each token it gives.
     */
    private static boolean startsAtTokenizer(TokenStream input) {
        TokenStream source = input;
        while (source instanceof TokenFilter filter) {
            source = filter.unwrap();
        }
        return source instanceof Tokenizer;
    }

    /** Whether a filter may be merged: before the first text. */
    boolean canAppend() {
        return shared == null;
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
        if (shared == null) {
            shared = SharedAnalyzers.forChain(chain);
        }
        if (filters == null) {
            filters = shared.takeFilters();
        }
        filters.reset();
        batchUnits = 0;
        mostUnits = 0;
        isReset = true;
        isOneByOne = !mayReadAhead || hasUnknownAttributes();
        isInputExhausted = false;
        hasInputEnded = false;
        isFirst = false;
        state = null;
        firstUnlike = null;
    }

    private boolean hasUnknownAttributes() {
        for (Iterator<Class<? extends Attribute>> classes = getAttributeClassesIterator(); classes.hasNext(); ) {
            if (!TokenAttributes.KNOWN.contains(classes.next())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!isReset) {
            // The input reports the violation of the contract.
            input.incrementToken();
            throw new IllegalStateException("reset() is missing before incrementToken()");
        }
        return isOneByOne ? nextOneByOne() : nextOfBatch();
    }

    private boolean nextOfBatch() throws IOException {
        while (!filters.next()) {
            if (isInputExhausted) {
                return false;
            }
            if (firstUnlike != null) {
                isOneByOne = true;
                restoreState(firstUnlike);
                return nextOneByOne();
            }
            for (int count = 0; count < BATCH && !isInputExhausted && firstUnlike == null; count++) {
                if (!input.incrementToken()) {
                    isInputExhausted = true;
                } else if (attributes.hasFrequency()) {
                    firstUnlike = captureState();
                } else {
                    addToken();
                }
            }
            run();
        }
        clearAttributes();
        attributes.set(filters);
        return true;
    }

    private boolean nextOneByOne() throws IOException {
        while (!filters.next()) {
            if (isInputExhausted) {
                return false;
            }
            isFirst = firstUnlike != null || input.incrementToken();
            firstUnlike = null;
            if (isFirst) {
                addToken();
                run();
                // One output token, the common case: unknown attributes are kept.
                state = filters.hasOneToken() ? null : captureState();
            } else {
                isInputExhausted = true;
                run();
            }
        }
        if (!isFirst) {
            clearAttributes();
            if (state != null) {
                restoreState(state);
            }
        }
        isFirst = false;
        attributes.set(filters);
        return true;
    }

    private void addToken() {
        attributes.addTo(filters);
        batchUnits += attributes.term.length();
    }

    private void run() throws IOException {
        mostUnits = Math.max(mostUnits, batchUnits);
        batchUnits = 0;
        if (!isInputExhausted) {
            filters.run();
            return;
        }
        input.end();
        hasInputEnded = true;
        finalOffset = attributes.offset.endOffset();
        filters.runLast(finalOffset, attributes.positionIncrement.getPositionIncrement());
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            isReset = false;
            hasInputEnded = false;
            firstUnlike = null;
            state = null;
            if (filters != null) {
                shared.release(filters, mostUnits);
                filters = null;
            }
        }
    }

    /** Calls {@code end} of the input once, when its end is needed. */
    @Override
    public void end() throws IOException {
        if (!hasInputEnded) {
            super.end();
            return;
        }
        endAttributes();
        attributes.offset.setOffset(finalOffset, finalOffset);
        attributes.positionIncrement.setPositionIncrement(filters.positionGap());
    }
}
