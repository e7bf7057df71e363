package org.unicanalysis;

import java.util.HashMap;
import java.util.Map;

/** Tokens as the native side hands them out, and a place among them. */
abstract class PackedTokens {
    private static final int TOKENS = 128;
    private static final String[] TYPE_NAMES = Native.tokenTypeNames();
    private static final Map<String, Integer> TYPE_NUMBERS = new HashMap<>();

    static {
        for (int number = 0; number < TYPE_NAMES.length; number++) {
            TYPE_NUMBERS.put(TYPE_NAMES[number], number);
        }
    }

    int[] numbers = new int[Native.HEAD + TOKENS * Native.FIELDS];
    char[] terms = new char[512];

    /** What a term may be a part of. */
    char[] text = new char[0];

    /** Where the present token's numbers stand. */
    private int at;

    /** Where the numbers of the last token end. */
    private int end;

    PackedTokens() {}

    /** Another text: there is no token until the native side has been called. */
    final void clear() {
        at = Native.HEAD - Native.FIELDS;
        end = Native.HEAD;
        numbers[Native.MORE] = 0;
    }

    /** Takes what a native call has put into the arrays. */
    final void taken() {
        at = Native.HEAD - Native.FIELDS;
        end = Native.HEAD + numbers[Native.COUNT] * Native.FIELDS;
        if (end == Native.HEAD && numbers[Native.MORE] != 0) {
            terms = new char[Math.max(numbers[Native.TERM_NEEDED], terms.length * 2)];
        }
    }

    /** Goes to the next token of those taken. */
    final boolean step() {
        at += Native.FIELDS;
        return at < end;
    }

    final boolean hasMore() {
        return numbers[Native.MORE] != 0;
    }

    /**
     * Where the token starts.
     *
     * @return in UTF-16 units of the original text
     */
    public final int start() {
        return numbers[at];
    }

    /**
     * Where the token ends.
     *
     * @return in UTF-16 units of the original text; never before its start
     */
    public final int end() {
        return numbers[at + 1];
    }

    /**
     * What the token is.
     *
     * @return the number of the type, as in the C interface
     */
    public final int type() {
        return numbers[at + 2];
    }

    /**
     * What the token is.
     *
     * @return the engine's name of the type: {@code word}, {@code <ALPHANUM>}, {@code <IDEOGRAPHIC>} ...
     */
    public final String typeName() {
        return TYPE_NAMES[numbers[at + 2]];
    }

    /**
     * How far the token is from the position of the one before it.
     *
     * @return 0 for a further form of the same word
     */
    public final int positionIncrement() {
        return numbers[at + 3];
    }

    /**
     * How many positions the token spans.
     *
     * @return 1 or more
     */
    public final int positionLength() {
        return numbers[at + 4];
    }

    /**
     * Whether the term is protected by a keyword marker.
     *
     * @return true for a keyword
     */
    public final boolean isKeyword() {
        return (numbers[at + 5] & 1) != 0;
    }

    /**
     * The script of the token.
     *
     * @return four letters of ISO 15924, big-endian ({@code 'L' << 24 | ...}); 0 when the tokenizer gives none
     */
    public final int script() {
        return numbers[at + 6];
    }

    /**
     * How long the term is.
     *
     * @return in UTF-16 units
     */
    public final int termLength() {
        return numbers[at + 8];
    }

    /**
     * Copies the term.
     *
     * @param target receives {@link #termLength} units
     * @param offset where in the target
     */
    public final void copyTerm(char[] target, int offset) {
        int place = numbers[at + 7];
        if (place >= 0) {
            System.arraycopy(terms, place, target, offset, numbers[at + 8]);
        } else {
            System.arraycopy(text, -1 - place, target, offset, numbers[at + 8]);
        }
    }

    /**
     * The term.
     *
     * @return a new string
     */
    public final String term() {
        int place = numbers[at + 7];
        return place >= 0
                ? new String(terms, place, numbers[at + 8])
                : new String(text, -1 - place, numbers[at + 8]);
    }

    /** The number of a type name; that of {@code word} for a name that is not ours. */
    static int typeNumber(String name) {
        return TYPE_NUMBERS.getOrDefault(name, 0);
    }
}
