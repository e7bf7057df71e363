package org.unicanalysis;

import java.util.HashMap;
import java.util.Map;

/** The packed tokens of a native call, and a cursor over them. */
abstract class PackedTokens {
    /** Number of tokens of a native call. */
    private static final int TOKENS = 128;

    /** Buffers of more UTF-16 units are released before the next text. */
    static final int MAX_KEPT = 1 << 19;

    /** Initial length of the array of terms, in UTF-16 units. */
    static final int TERMS = 1 << 10;

    /** Initial length of the array of terms in UTF-8. */
    private static final int BYTES = 1 << 11;

    private static final byte[] NO_BYTES = new byte[0];

    /** Maximum length of an array: the limit of most JVMs. */
    static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

    private static final String[] TYPE_NAMES = Native.tokenTypeNames();
    private static final Map<String, Integer> TYPE_NUMBERS = new HashMap<>();

    static {
        for (int number = 0; number < TYPE_NAMES.length; number++) {
            TYPE_NUMBERS.put(TYPE_NAMES[number], number);
        }
    }

    int[] numbers = new int[Native.HEADER + TOKENS * Native.FIELDS];
    char[] terms = new char[TERMS];

    /** The terms in UTF-8; empty unless requested. */
    byte[] utf8 = NO_BYTES;

    /** The text, which terms may be parts of. */
    char[] text = new char[0];

    /** Index of the fields of the current token. */
    private int at;

    /** End of the fields of the last token. */
    private int end;

    PackedTokens() {}

    /** Starts another text, which has no tokens until the next native call. */
    final void clear() {
        at = Native.HEADER - Native.FIELDS;
        end = Native.HEADER;
        numbers[Native.MORE] = 0;
    }

    /** Starts the tokens of a native call; enlarges the arrays if not even one token fits. */
    final void readHeader() {
        at = Native.HEADER - Native.FIELDS;
        end = Native.HEADER + numbers[Native.COUNT] * Native.FIELDS;
        if (end == Native.HEADER && numbers[Native.MORE] != 0) {
            int needed = numbers[Native.TERM_NEEDED];
            terms = new char[Math.max(needed, grown(terms.length))];
            if (utf8.length > 0) {
                utf8 = new byte[(int) Math.min(MAX_ARRAY_LENGTH, Math.max(3L * needed, grown(utf8.length)))];
            }
        }
    }

    /** The length of a larger array. */
    static int grown(int length) {
        return (int) Math.min(MAX_ARRAY_LENGTH, 2L * length);
    }

    /** Whether terms are returned in UTF-8 as well, starting with the next text. */
    final void requestUtf8(boolean requested) {
        utf8 = requested ? new byte[BYTES] : NO_BYTES;
    }

    /** Advances to the next token of the native call; stays at the last one. */
    final boolean step() {
        int next = at + Native.FIELDS;
        if (next >= end) {
            return false;
        }
        at = next;
        return true;
    }

    final boolean hasMore() {
        return numbers[Native.MORE] != 0;
    }

    /**
     * The start offset of the token.
     *
     * @return in UTF-16 units of the original text
     */
    public final int start() {
        return numbers[at + Native.START];
    }

    /**
     * The end offset of the token.
     *
     * @return in UTF-16 units of the original text; never before its start
     */
    public final int end() {
        return numbers[at + Native.END];
    }

    /**
     * The type of the token.
     *
     * @return the number of the type, as in the C interface
     */
    public final int type() {
        return numbers[at + Native.KIND] & Native.TYPE_MASK;
    }

    /**
     * The name of the token's type.
     *
     * @return the engine's name of the type: {@code word}, {@code <ALPHANUM>}, {@code <IDEOGRAPHIC>} ...
     */
    public String typeName() {
        return TYPE_NAMES[type()];
    }

    /**
     * The position increment: the difference from the position of the previous token.
     *
     * @return 0 for an additional form of the same word
     */
    public final int positionIncrement() {
        return numbers[at + Native.POSITION_INCREMENT];
    }

    /**
     * The position length: the number of positions that the token spans.
     *
     * @return 1 or more
     */
    public final int positionLength() {
        return numbers[at + Native.KIND] >>> Native.POSITION_LENGTH_SHIFT;
    }

    /**
     * Whether a keyword marker protects the term.
     *
     * @return true for a keyword
     */
    public final boolean isKeyword() {
        return (numbers[at + Native.KIND] & Native.KEYWORD) != 0;
    }

    /**
     * The script of the token.
     *
     * @return four letters of ISO 15924, big-endian ({@code 'L' << 24 | ...}); 0 if the tokenizer sets none
     */
    public int script() {
        return numbers[at + Native.SCRIPT];
    }

    /**
     * The length of the term.
     *
     * @return in UTF-16 units
     */
    public final int termLength() {
        return numbers[at + Native.TERM_LENGTH];
    }

    /**
     * The array that contains the term, at {@link #termOffset}, without a copy.
     *
     * @return the text itself, or an array of this object whose contents change with the next token
     */
    public final char[] termArray() {
        return numbers[at + Native.TERM_OFFSET] >= 0 ? terms : text;
    }

    /**
     * The offset of the term in {@link #termArray}.
     *
     * @return in UTF-16 units
     */
    public final int termOffset() {
        int offset = numbers[at + Native.TERM_OFFSET];
        return offset >= 0 ? offset : -1 - offset;
    }

    /**
     * Copies the term.
     *
     * @param target receives {@link #termLength} units
     * @param offset index in the target
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

    /** The offset of the term's UTF-8 form. */
    final int utf8Start() {
        return numbers[at + Native.UTF8_OFFSET];
    }

    /** The length of the term's UTF-8 form. */
    final int utf8ByteLength() {
        return numbers[at + Native.UTF8_LENGTH];
    }

    /** Copies the first units of a text to an array. */
    static void copyUnits(CharSequence text, int units, char[] target) {
        if (text instanceof String string) {
            string.getChars(0, units, target, 0);
        } else {
            for (int at = 0; at < units; at++) {
                target[at] = text.charAt(at);
            }
        }
    }

    /** The number of a type name; null for a name that the library does not have. */
    static Integer typeNumber(String name) {
        return TYPE_NUMBERS.get(name);
    }
}
