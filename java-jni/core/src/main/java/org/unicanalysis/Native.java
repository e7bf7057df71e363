package org.unicanalysis;

/**
 * The native calls. A {@code long} is the address of a native object. The calling classes guarantee that it is live, of the
 * right type, and used by one thread at a time (only analyzers are shared). No array is null. {@link NativeLoader#require} loads the
 * library, before the first object is created.
 *
 * <p>A call on texts returns a count, or a negative status that {@link #check} converts to an exception.
 */
final class Native {
    /** Length of the header before the first token, in the results of {@link #streamStart} and similar calls. */
    static final int HEADER = 6;

    /** Header: number of tokens. */
    static final int COUNT = 0;

    /** Header: 1 if more tokens follow; the call whose name ends in {@code Next} returns them. */
    static final int MORE = 1;

    /** Header, after the last token: the final offset. */
    static final int FINAL_OFFSET = 2;

    /** Header, after the last token: number of positions removed after it. */
    static final int POSITION_GAP = 3;

    /** Header: units in the array of terms. Java does not read it. */
    static final int TERM_UNITS = 4;

    /** Header, if not even one token fits: units that the next term needs. */
    static final int TERM_NEEDED = 5;

    /** Numbers per token: the fields below. */
    static final int FIELDS = 9;

    /** Field: the start offset. */
    static final int START = 0;

    /** Field: the end offset. */
    static final int END = 1;

    /** Field: the type ({@link #TYPE_MASK}), the keyword mark ({@link #KEYWORD}), the position length ({@link #POSITION_LENGTH_SHIFT}). */
    static final int KIND = 2;

    /** Field: the position increment. */
    static final int POSITION_INCREMENT = 3;

    /** Field: the script. */
    static final int SCRIPT = 4;

    /** Field: 0 or more is an index into the terms; {@code -1 - p} is the text at unit p. */
    static final int TERM_OFFSET = 5;

    /** Field: the length of the term in UTF-16 units. */
    static final int TERM_LENGTH = 6;

    /** Field: the index of the term in the terms in UTF-8. */
    static final int UTF8_OFFSET = 7;

    /** Field: the length of the term in UTF-8. */
    static final int UTF8_LENGTH = 8;

    /** Bits of {@link #KIND}: the type. */
    static final int TYPE_MASK = 0xFF;

    /** Bit of {@link #KIND}: the keyword mark. */
    static final int KEYWORD = 1 << 8;

    /** The first bit of {@link #KIND} that belongs to the position length. */
    static final int POSITION_LENGTH_SHIFT = 16;

    /** Length of the header before the first input token. */
    static final int INPUT_HEADER = 5;

    /** Input header: number of tokens. */
    static final int INPUT_COUNT = 0;

    /** Input header: units of all terms. */
    static final int INPUT_TERM_UNITS = 1;

    /** Input header: 1 if the text ends after the tokens, else 0. */
    static final int INPUT_LAST = 2;

    /** Input header: the final offset of the text. */
    static final int INPUT_FINAL_OFFSET = 3;

    /** Input header: number of positions removed after the last token. */
    static final int INPUT_POSITION_GAP = 4;

    /** Numbers per input token: the fields below. */
    static final int INPUT_FIELDS = 8;

    /** Input field: the start offset. */
    static final int INPUT_START = 0;

    /** Input field: the end offset. */
    static final int INPUT_END = 1;

    /** Input field: the type. */
    static final int INPUT_TYPE = 2;

    /** Input field: the position increment. */
    static final int INPUT_POSITION_INCREMENT = 3;

    /** Input field: the position length. */
    static final int INPUT_POSITION_LENGTH = 4;

    /** Input field: 1 for a keyword, else 0. */
    static final int INPUT_KEYWORD = 5;

    /** Input field: the script, returned as it is passed. */
    static final int INPUT_SCRIPT = 6;

    /** Input field: the length of the term, which follows that of the preceding token in the terms. */
    static final int INPUT_TERM_LENGTH = 7;

    /** Status: an internal error of the library. */
    private static final int FAULT = -1;

    /** Status: the text, or the numbers or terms of its result, have 2^31 units or more. */
    private static final int TEXT_TOO_LONG = -2;

    /** Status: the text after the char filters exceeds the length limit, or the rules of a transform do not terminate. */
    private static final int LIMIT = -3;

    /** Status: memory ran out. */
    private static final int OUT_OF_MEMORY = -4;

    /** Status: the analyzer has no sort keys. */
    private static final int NO_KEYS = -5;

    private Native() {}

    static native String version();

    static native String components();

    static native String lastFault();

    static native String[] tokenTypeNames();

    static native long liveObjects();

    static native long analyzerCreate(
            byte[] definition,
            String name,
            String configurationDirectory,
            FileSource files,
            boolean lenient,
            String[] warnings);

    /** The char filters of some analyzers, the tokenizer of one and the token filters of some. */
    static native long analyzerJoin(long[] charFilters, long tokenizer, long[] tokenFilters);

    static native long analyzerNormalizer(long analyzer);

    static native String analyzerNames(byte[] definition, boolean lenient);

    static native void analyzerFree(long analyzer);

    static native String analyzerDescribe(long analyzer);

    static native String analyzerFingerprint(long analyzer);

    /** Whether a short text may take milliseconds or more: rules of transforms and of numbers. */
    static native boolean analyzerMayTakeLong(long analyzer);

    static native boolean analyzerHasKeys(long analyzer);

    static native boolean analyzerHasKeyBytesAsTerms(long analyzer);

    static native int analyzerPositionIncrementGap(long analyzer);

    static native String analyzerExplain(long analyzer, char[] text, boolean explain);

    static native long streamCreate(long analyzer);

    static native void streamFree(long stream);

    /** The addresses of the functions of {@link DirectCalls}. */
    static native long[] directCalls();

    static native int streamStart(
            long stream,
            char[] text,
            int length,
            int[] numbers,
            int numbersCapacity,
            char[] terms,
            int termsCapacity,
            byte[] utf8,
            int utf8Capacity);

    /** UTF-8 capacity 0: terms are returned in UTF-16 only; otherwise in UTF-8 as well, for the whole text. */
    static native int streamNext(
            long stream,
            int[] numbers,
            int numbersCapacity,
            char[] terms,
            int termsCapacity,
            byte[] utf8,
            int utf8Capacity);

    static native long filterCreate(long analyzer);

    static native void filterFree(long filter);

    static native int filterReset(long filter);

    static native int filterRun(
            long filter,
            int[] input,
            int inputLength,
            char[] inputTerms,
            int[] numbers,
            int numbersCapacity,
            char[] terms,
            int termsCapacity);

    static native int filterNext(long filter, int[] numbers, int numbersCapacity, char[] terms, int termsCapacity);

    static native long charFilterCreate(long analyzer);

    static native void charFilterFree(long charFilter);

    static native int charFilterRun(long charFilter, char[] text, int length);

    static native int charFilterMapLength(long charFilter);

    static native int charFilterTake(long charFilter, char[] text, int textCapacity, int[] map, int mapCapacity);

    static native long keysCreate(long analyzer);

    static native void keysFree(long keys);

    static native int key(long keys, char[] text, int length, byte[] key, int keyCapacity);

    static native int keys(
            long keys, char[] texts, int[] ends, int count, byte[] bytes, int bytesCapacity, int[] keyEnds);

    /** 0 less, 1 equal, 2 greater. */
    static native int compare(long keys, char[] left, int leftLength, char[] right, int rightLength);

    static native byte[] keyRange(long keys, char[] prefix, int strength, int[] startLength);

    static native String keyToText(byte[] key, boolean hex);

    static native byte[] keyFromText(String text, boolean hex);

    /** Returns the result of a call, or throws the exception for its status. */
    static int check(int result) {
        return result >= 0 ? result : fail(result);
    }

    /** Throws for a status. There is none for a pending exception: the JVM throws it when the native call returns. */
    private static int fail(int status) {
        switch (status) {
            case FAULT:
                throw new NativeFaultException(lastFault());
            case TEXT_TOO_LONG:
                throw new IllegalArgumentException("the text has 2^31 code units or more, or its result has");
            case LIMIT:
                throw new IllegalArgumentException("the char filters make the text longer than the limit allows,"
                        + " or rules of a `unic_transform` do not terminate");
            case OUT_OF_MEMORY:
                throw new OutOfMemoryError("in the native library of unic-analysis");
            case NO_KEYS:
                throw new UnsupportedOperationException(
                        "the analyzer has no sort keys: it is neither unic_collation nor naturalsort");
            default:
                throw new NativeFaultException("unknown status " + status);
        }
    }
}
