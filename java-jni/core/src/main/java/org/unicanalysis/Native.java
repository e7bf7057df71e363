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

    /** Header, if not even one token fits: units that the next term needs. */
    static final int TERM_NEEDED = 5;

    /**
     * Numbers per token: start, end, kind (type, bit 8: keyword, from bit 16 on: position length), position increment, script,
     * term offset, term length, offset and length of the term in UTF-8. A term offset of 0 or more is an index into the terms;
     * {@code -1 - p} is the text at unit p.
     */
    static final int FIELDS = 9;

    /** Length of the header of input tokens: count, units of the terms, 1 at the end of the text, final offset, position gap. */
    static final int INPUT_HEADER = 5;

    /** Fields of an input token: start, end, type, position increment, position length, flags, script, term length. */
    static final int INPUT_FIELDS = 8;

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

    static native boolean analyzerHasKeys(long analyzer);

    static native boolean analyzerGivesKeyBytes(long analyzer);

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

    private static int fail(int status) {
        switch (status) {
            case -1:
                throw new NativeFaultException(lastFault());
            case -2:
                throw new IllegalArgumentException("the text has 2^31 code units or more, or its result has");
            case -3:
                throw new IllegalArgumentException("the char filters make the text longer than the limit allows");
            case -4:
                throw new OutOfMemoryError("in the native library of unic-analysis");
            case -5:
                throw new UnsupportedOperationException(
                        "the analyzer has no sort keys: it is neither unic_collation nor naturalsort");
            default:
                throw new NativeFaultException("unknown status " + status);
        }
    }
}
