package org.unicanalysis;

import java.util.Arrays;

/**
 * The token filters of an analyzer over tokens that the caller brings: {@link #reset}, then batches of {@link #add} and
 * {@link #run} until the text ends, the tokens of each batch taken by {@link #next}. One thread at a time. Filters keep
 * their state from batch to batch, and may hold tokens back until the next one.
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

    /** Another text follows. */
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
     * @param term holds the term
     * @param termOffset where in the array it starts
     * @param termLength its length in UTF-16 units
     * @param start where the token starts in the text
     * @param end where it ends
     * @param type the name of its type; one that the library does not know is read as {@code word}
     * @param positionIncrement how far it is from the position of the one before it
     * @param positionLength how many positions it spans
     * @param keyword protected by a keyword marker
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
     * @param finalOffset the end of the text
     * @param positionGap positions dropped behind the last token
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
     * Goes to the next token of the batch.
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
     * How many tokens of the batch stand ready.
     *
     * @return all of a small batch: those that {@link #next} goes to without another native call
     */
    public int count() {
        return numbers[Native.COUNT];
    }

    /**
     * Positions dropped behind the last token, once the last batch has been taken.
     *
     * @return 0 or more
     */
    public int positionGap() {
        return numbers[Native.POSITION_GAP];
    }

    /** Frees the filters; once is enough, more is harmless. */
    @Override
    public void close() {
        native_.cleanable().clean();
    }
}
