package org.unicanalysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The token filters of an analyzer over tokens of the caller: {@link #reset}, then batches of {@link #add} and {@link #run}
 * until the text ends, with the output of each batch read by {@link #next}. Used by one thread at a time. Filters keep their
 * state across batches, and may delay tokens until a later batch.
 */
public final class TokenFilters extends PackedTokens implements AutoCloseable {
    /** The number of the type of a token that no component has given another one. */
    private static final int WORD = 0;

    private static final int INITIAL_NUMBERS = Native.INPUT_HEADER + 64 * Native.INPUT_FIELDS;

    /** Longer arrays of input tokens are released before the next text. */
    private static final int MAX_KEPT_NUMBERS = 1 << 18;

    private final Handle handle;

    /** The header and the fields of the input tokens. */
    int[] input = new int[INITIAL_NUMBERS];

    /** The terms of the input tokens. */
    char[] inputTerms = new char[TERMS];

    private int inputLength = Native.INPUT_HEADER;
    private int inputUnits;

    private enum State {
        /** A batch may follow. */
        OPEN,
        /** The last batch has run. */
        ENDED,
        /** A call has failed. */
        BROKEN
    }

    private State state = State.OPEN;

    /**
     * Types that the library does not have, with the scripts of their tokens. Filters return a script as it is passed, without reading it,
     * so {@code -1 - index} is passed for such a token. A script is positive.
     */
    private final List<ForeignType> foreignTypes = new ArrayList<>();

    /** The indices in {@link #foreignTypes}. */
    private final Map<ForeignType, Integer> foreignIndices = new HashMap<>();

    private record ForeignType(String name, int script) {}

    TokenFilters(Analyzer analyzer) {
        handle = Handle.of(this, Analyzer.make(analyzer, Native::filterCreate), Native::filterFree, "the filters");
        clear();
    }

    /** Prepares the filters for a new text: before every text except the first, and after a failed call. */
    public void reset() {
        long address = handle.acquire();
        try {
            Native.check(Native.filterReset(address));
        } finally {
            handle.release();
        }
        clear();
        state = State.OPEN;
        inputLength = Native.INPUT_HEADER;
        inputUnits = 0;
        foreignTypes.clear();
        foreignIndices.clear();
        if (input.length > MAX_KEPT_NUMBERS) {
            input = new int[INITIAL_NUMBERS];
        }
        if (inputTerms.length > MAX_KEPT) {
            inputTerms = new char[TERMS];
        }
        if (terms.length > MAX_KEPT) {
            terms = new char[TERMS];
        }
    }

    /**
     * Adds a token to the batch.
     *
     * @param term array that contains the term
     * @param termOffset its offset in the array
     * @param termLength its length in UTF-16 units
     * @param start start offset, 0 or more
     * @param end end offset, the start or more
     * @param type the name of its type; one that the library does not have is kept, unless a filter sets the type
     * @param positionIncrement the position increment, 0 or more
     * @param positionLength the position length, 1 or more; at most 65,535 is kept
     * @param keyword whether a keyword marker protects the term
     * @param script four letters of ISO 15924, big-endian, or 0
     * @throws IllegalArgumentException if the offsets are negative or the end is before the start, the position increment is negative, the
     *     position length is less than 1, or the batch is larger than an array
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
        Objects.requireNonNull(term, "term");
        Objects.requireNonNull(type, "type");
        Objects.checkFromIndexSize(termOffset, termLength, term.length);
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("the token starts at " + start + " and ends at " + end + ": 0 <= start <= end is required");
        }
        if (positionIncrement < 0 || positionLength < 1) {
            throw new IllegalArgumentException("the token has position increment " + positionIncrement + ", which must be 0 or more, and"
                    + " position length " + positionLength + ", which must be 1 or more");
        }
        if (termLength > MAX_ARRAY_LENGTH - inputUnits || Native.INPUT_FIELDS > MAX_ARRAY_LENGTH - inputLength) {
            throw new IllegalArgumentException("the tokens of the batch need an array of more than " + MAX_ARRAY_LENGTH + " elements");
        }
        if (inputUnits + termLength > inputTerms.length) {
            inputTerms = Arrays.copyOf(inputTerms, Math.max(inputUnits + termLength, grown(inputTerms.length)));
        }
        if (inputLength + Native.INPUT_FIELDS > input.length) {
            input = Arrays.copyOf(input, grown(input.length));
        }
        System.arraycopy(term, termOffset, inputTerms, inputUnits, termLength);
        inputUnits += termLength;
        Integer typeNumber = typeNumber(type);
        int at = inputLength;
        input[at + Native.INPUT_START] = start;
        input[at + Native.INPUT_END] = end;
        input[at + Native.INPUT_TYPE] = typeNumber == null ? WORD : typeNumber;
        input[at + Native.INPUT_POSITION_INCREMENT] = positionIncrement;
        input[at + Native.INPUT_POSITION_LENGTH] = positionLength;
        input[at + Native.INPUT_KEYWORD] = keyword ? 1 : 0;
        input[at + Native.INPUT_SCRIPT] = typeNumber == null || script < 0 ? foreignType(type, script) : script;
        input[at + Native.INPUT_TERM_LENGTH] = termLength;
        inputLength = at + Native.INPUT_FIELDS;
    }

    /** The value that is passed in place of the script. */
    private int foreignType(String type, int script) {
        ForeignType foreign = new ForeignType(type, script);
        Integer index = foreignIndices.putIfAbsent(foreign, foreignTypes.size());
        if (index == null) {
            index = foreignTypes.size();
            foreignTypes.add(foreign);
        }
        return -1 - index;
    }

    @Override
    public String typeName() {
        int script = super.script();
        return script < 0 && type() == WORD ? foreignTypes.get(-1 - script).name : super.typeName();
    }

    @Override
    public int script() {
        int script = super.script();
        return script < 0 ? foreignTypes.get(-1 - script).script : script;
    }

    /**
     * Runs the filters over the batch; more batches of the text follow.
     *
     * @throws IllegalStateException after the last batch or a failed call, until {@link #reset}
     */
    public void run() {
        run(0, 0, 0);
    }

    /**
     * Runs the filters over the last batch of the text.
     *
     * @param finalOffset the final offset of the text, 0 or more
     * @param positionGap number of positions removed after the last token, 0 or more
     * @throws IllegalArgumentException if one of them is negative
     * @throws IllegalStateException after the last batch or a failed call, until {@link #reset}
     */
    public void runLast(int finalOffset, int positionGap) {
        if (finalOffset < 0 || positionGap < 0) {
            throw new IllegalArgumentException(
                    "final offset " + finalOffset + " and position gap " + positionGap + " must be 0 or more");
        }
        run(1, finalOffset, positionGap);
    }

    private void run(int last, int finalOffset, int positionGap) {
        long address = handle.acquire();
        try {
            if (state != State.OPEN) {
                throw new IllegalStateException("reset is required after the last batch or a failed call");
            }
            state = State.BROKEN;
            input[Native.INPUT_COUNT] = (inputLength - Native.INPUT_HEADER) / Native.INPUT_FIELDS;
            input[Native.INPUT_TERM_UNITS] = inputUnits;
            input[Native.INPUT_LAST] = last;
            input[Native.INPUT_FINAL_OFFSET] = finalOffset;
            input[Native.INPUT_POSITION_GAP] = positionGap;
            int length = inputLength;
            inputLength = Native.INPUT_HEADER;
            inputUnits = 0;
            clear();
            Native.check(Native.filterRun(
                    address, input, length, inputTerms, numbers, numbers.length, terms, terms.length));
        } finally {
            handle.release();
        }
        readHeader();
        state = last != 0 ? State.ENDED : State.OPEN;
    }

    /**
     * Advances to the next token of the batch.
     *
     * @return false when the batch has no more
     * @throws IllegalStateException after a failed call, until {@link #reset}
     */
    public boolean next() {
        while (!step()) {
            if (state == State.BROKEN) {
                throw new IllegalStateException("reset is required after a failed call");
            }
            if (!hasMore()) {
                return false;
            }
            fetch();
        }
        return true;
    }

    /** Gets the next tokens of the batch. */
    private void fetch() {
        long address = handle.acquire();
        try {
            State before = state;
            state = State.BROKEN;
            Native.check(Native.filterNext(address, numbers, numbers.length, terms, terms.length));
            state = before;
        } finally {
            handle.release();
        }
        readHeader();
    }

    /**
     * The number of tokens that the last native call has returned. It is not that of the batch: a term of more than a thousand UTF-16 units
     * alone may need another call.
     *
     * @return 0 or more
     */
    public int count() {
        return numbers[Native.COUNT];
    }

    /**
     * Whether {@link #run} has returned one token and the batch has no more.
     *
     * @return true only if the batch has one output token; false also for one whose term needs another native call
     */
    public boolean hasOneToken() {
        return count() == 1 && !hasMore();
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
        handle.close();
    }
}
