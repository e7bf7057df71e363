package org.unicanalysis;

import java.util.Arrays;

/**
 * The token filters of an analyzer over tokens of the caller: {@link #reset}, then batches of {@link #add} and {@link #run}
 * until the text ends, with the output of each batch read by {@link #next}. Used by one thread at a time. Filters keep their
 * state across batches, and may delay tokens until a later batch.
 */
public final class TokenFilters extends PackedTokens implements AutoCloseable {
    private final Handle.Owned native_;
    private int[] given = new int[Native.GIVEN_HEAD + 64 * Native.GIVEN_FIELDS];
    private char[] givenTerms = new char[512];
    private int givenLength = Native.GIVEN_HEAD;
    private int givenUnits;

    TokenFilters(Analyzer analyzer) {
        native_ = Handle.own(this, Analyzer.make(analyzer, Native::filterCreate), Native::filterFree, "the filters");
        clear();
    }

    /** Prepares the filters for a new text. */
    public void reset() {
        long address = native_.handle().acquire();
        try {
            Native.check(Native.filterReset(address));
        } finally {
            native_.handle().release();
        }
        clear();
        givenLength = Native.GIVEN_HEAD;
        givenUnits = 0;
    }

    /**
     * Adds a token to the batch.
     *
     * @param term array that contains the term
     * @param termOffset its offset in the array
     * @param termLength its length in UTF-16 units
     * @param start start offset
     * @param end end offset
     * @param type the name of its type; an unknown one is treated as {@code word}
     * @param positionIncrement the position increment
     * @param positionLength the position length
     * @param keyword whether a keyword marker protects the term
     * @param script four letters of ISO 15924, big-endian, or 0
     */
    public void add(
            char[] term,
            int termOffset,
            int termLength,
            int start,
            int end,
            String type,
            int positionIncrement,
            int positionLength,
            boolean keyword,
            int script) {
        if (givenUnits + termLength > givenTerms.length) {
            givenTerms = Arrays.copyOf(givenTerms, Math.max(givenUnits + termLength, givenTerms.length * 2));
        }
        if (givenLength + Native.GIVEN_FIELDS > given.length) {
            given = Arrays.copyOf(given, given.length * 2);
        }
        System.arraycopy(term, termOffset, givenTerms, givenUnits, termLength);
        givenUnits += termLength;
        int at = givenLength;
        given[at] = start;
        given[at + 1] = end;
        given[at + 2] = typeNumber(type);
        given[at + 3] = positionIncrement;
        given[at + 4] = positionLength;
        given[at + 5] = keyword ? 1 : 0;
        given[at + 6] = script;
        given[at + 7] = termLength;
        givenLength = at + Native.GIVEN_FIELDS;
    }

    /** Runs the filters over the batch; more batches of the text follow. */
    public void run() {
        run(0, 0, 0);
    }

    /**
     * Runs the filters over the last batch of the text.
     *
     * @param finalOffset the final offset of the text
     * @param positionGap number of positions removed after the last token
     */
    public void runLast(int finalOffset, int positionGap) {
        run(1, finalOffset, positionGap);
    }

    private void run(int last, int finalOffset, int positionGap) {
        given[0] = (givenLength - Native.GIVEN_HEAD) / Native.GIVEN_FIELDS;
        given[1] = givenUnits;
        given[2] = last;
        given[3] = finalOffset;
        given[4] = positionGap;
        int length = givenLength;
        givenLength = Native.GIVEN_HEAD;
        givenUnits = 0;
        clear();
        long address = native_.handle().acquire();
        try {
            Native.check(Native.filterRun(
                    address, given, length, givenTerms, numbers, numbers.length, terms, terms.length));
        } finally {
            native_.handle().release();
        }
        taken();
    }

    /**
     * Advances to the next token of the batch.
     *
     * @return false when the batch has no more
     */
    public boolean next() {
        while (!step()) {
            if (!hasMore()) {
                return false;
            }
            long address = native_.handle().acquire();
            try {
                Native.check(Native.filterNext(address, numbers, numbers.length, terms, terms.length));
            } finally {
                native_.handle().release();
            }
            taken();
        }
        return true;
    }

    /**
     * The number of tokens that {@link #next} returns without another native call.
     *
     * @return all tokens of a small batch
     */
    public int count() {
        return numbers[Native.COUNT];
    }

    /**
     * The number of positions removed after the last token, once the last batch has been read.
     *
     * @return 0 or more
     */
    public int positionGap() {
        return numbers[Native.POSITION_GAP];
    }

    /** Frees the filters; further calls do nothing. */
    @Override
    public void close() {
        native_.cleanable().clean();
    }
}
