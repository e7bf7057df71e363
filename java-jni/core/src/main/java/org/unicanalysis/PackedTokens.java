package org.unicanalysis;

import java.util.HashMap;
import java.util.Map;

/** Tokens as the native side hands them out, and a place among them. */
abstract class PackedTokens {
    private static final int TOKENS = 128;
    private static final byte[] NO_BYTES = new byte[0];

    /** Of an array. */
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private static final String[] TYPE_NAMES = Native.tokenTypeNames();
    private static final Map<String, Integer> TYPE_NUMBERS = new HashMap<>();

    static {
        for (int number = 0; number < TYPE_NAMES.length; number++) {
            TYPE_NUMBERS.put(TYPE_NAMES[number], number);
        }
    }

    int[] numbers = new int[Native.HEAD + TOKENS * Native.FIELDS];
    char[] terms = new char[512];

    /** The terms in UTF-8; empty where they are not wanted. */
    byte[] utf8 = NO_BYTES;

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
            int needed = numbers[Native.TERM_NEEDED];
            terms = new char[Math.max(needed, grown(terms.length))];
            if (utf8.length > 0) {
                utf8 = new byte[(int) Math.min(LARGEST, Math.max(3L * needed, grown(utf8.length)))];
            }
        }
    }

    private static int grown(int length) {
        return (int) Math.min(LARGEST, 2L * length);
    }

    /** Whether terms are wanted in UTF-8, from the next text on. */
    final void wantUtf8(boolean wanted) {
        utf8 = wanted ? new byte[1024] : NO_BYTES;
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
        return numbers[at + 2] & 0xFF;
    }

    /**
     * What the token is.
     *
     * @return the engine's name of the type: {@code word}, {@code <ALPHANUM>}, {@code <IDEOGRAPHIC>} ...
     */
    public final String typeName() {
        return TYPE_NAMES[numbers[at + 2] & 0xFF];
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
        return numbers[at + 2] >>> 16;
    }

    /**
     * Whether the term is protected by a keyword marker.
     *
     * @return true for a keyword
     */
    public final boolean isKeyword() {
        return (numbers[at + 2] & 0x100) != 0;
    }

    /**
     * The script of the token.
     *
     * @return four letters of ISO 15924, big-endian ({@code 'L' << 24 | ...}); 0 when the tokenizer gives none
     */
    public final int script() {
        return numbers[at + 4];
    }

    /**
     * How long the term is.
     *
     * @return in UTF-16 units
     */
    public final int termLength() {
        return numbers[at + 6];
    }

    /**
     * An array that holds the term, which starts at {@link #termOffset}: a term without a copy.
     *
     * @return the text itself, or an array of this object; what it holds changes with the next token
     */
    public final char[] termArray() {
        return numbers[at + 5] >= 0 ? terms : text;
    }

    /**
     * Where the term starts in {@link #termArray}.
     *
     * @return in UTF-16 units
     */
    public final int termOffset() {
        int place = numbers[at + 5];
        return place >= 0 ? place : -1 - place;
    }

    /**
     * Copies the term.
     *
     * @param target receives {@link #termLength} units
     * @param offset where in the target
     */
    public final void copyTerm(char[] target, int offset) {
        System.arraycopy(termArray(), termOffset(), target, offset, termLength());
    }

    /**
     * The term.
     *
     * @return a new string
     */
    public final String term() {
        return new String(termArray(), termOffset(), termLength());
    }

    /** Where the term's UTF-8 form starts. */
    final int utf8At() {
        return numbers[at + 7];
    }

    /** How long the term's UTF-8 form is. */
    final int utf8Units() {
        return numbers[at + 8];
    }

    /** The number of a type name; that of {@code word} for a name that is not ours. */
    static int typeNumber(String name) {
        return TYPE_NUMBERS.getOrDefault(name, 0);
    }
}
