package org.unicanalysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Builds sort keys: byte arrays that compare, unsigned, in the order of the analyzer. Used by one thread at a time. Keys of
 * different analyzers, or of libraries with different fingerprints, are not comparable.
 */
public final class SortKeys implements AutoCloseable, Comparator<CharSequence> {
    /** The strength of {@link SortKeys#prefixRange}. */
    public enum Strength {
        /** Base characters only. */
        PRIMARY,
        /** Base characters and accents. */
        SECONDARY,
        /** Base characters, accents, case and variants. */
        TERTIARY,
        /** Tertiary, and shifted variable characters. */
        QUATERNARY,
        /** Quaternary, and the code points of the NFD form. */
        IDENTICAL
    }

    /**
     * A range of keys: {@code start <= key < end}, as unsigned bytes.
     *
     * @param start the lower end, inclusive
     * @param end the upper end, exclusive; never empty
     */
    public record Range(byte[] start, byte[] end) {}

    /** Longer arrays are released before the next key. */
    private static final int MAX_KEPT = 1 << 20;

    /** An array of this length takes the key of any text of at most 64 units without a copy ({@code Collator::key_into}). */
    private static final int INITIAL_BYTES = 1024;

    private final Handle handle;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;
    private char[] left = new char[128];
    private char[] right = new char[128];

    SortKeys(Analyzer analyzer) {
        handle = Handle.of(this, Analyzer.make(analyzer, Native::keysCreate), Native::keysFree, "the key maker");
    }

    /**
     * The key of a text.
     *
     * @param text the text
     * @return a new array
     */
    public byte[] key(CharSequence text) {
        int units = text.length();
        left = chars(text, units, left);
        makeKey(left, units);
        return Arrays.copyOf(bytes, length);
    }

    /**
     * Builds the key of a text, to be read with {@link #bytes} and {@link #length}; allocates nothing.
     *
     * @param text an array that starts with the text
     * @param textLength in UTF-16 units
     */
    public void makeKey(char[] text, int textLength) {
        if (textLength < 0 || textLength > text.length) {
            throw new IndexOutOfBoundsException("length " + textLength + " of an array of " + text.length);
        }
        if (bytes.length > MAX_KEPT) {
            bytes = new byte[INITIAL_BYTES];
        }
        long address = handle.acquire();
        try {
            length = Native.check(call(address, text, textLength));
            if (length > bytes.length) {
                bytes = new byte[(int) Math.min(PackedTokens.MAX_ARRAY_LENGTH, length + length / 4L)];
                length = Native.check(call(address, text, textLength));
            }
        } finally {
            handle.release();
        }
    }

    private int call(long address, char[] text, int textLength) {
        if (textLength > DirectCalls.MAX_TEXT_LENGTH || DirectCalls.KEY == null) {
            return Native.key(address, text, textLength, bytes, bytes.length);
        }
        try {
            return (int) DirectCalls.KEY.invokeExact(address, text, textLength, bytes, bytes.length);
        } catch (Throwable thrown) {
            throw DirectCalls.fault(thrown);
        }
    }

    /**
     * The array with the last key of {@link #makeKey}.
     *
     * @return the array itself; its contents change with the next key
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * The length of the last key of {@link #makeKey}.
     *
     * @return in bytes
     */
    public int length() {
        return length;
    }

    /**
     * The keys of many texts, in one native call.
     *
     * @param texts the texts
     * @return a key for each
     */
    public byte[][] keys(List<? extends CharSequence> texts) {
        String[] strings = texts.stream().map(CharSequence::toString).toArray(String[]::new);
        int[] ends = new int[strings.length];
        long units = 0;
        for (int at = 0; at < ends.length; at++) {
            units += strings[at].length();
            if (units > PackedTokens.MAX_ARRAY_LENGTH) {
                throw new IllegalArgumentException("the texts have more than " + PackedTokens.MAX_ARRAY_LENGTH + " UTF-16 units together");
            }
            ends[at] = (int) units;
        }
        char[] all = new char[(int) units];
        for (int at = 0; at < ends.length; at++) {
            strings[at].getChars(0, strings[at].length(), all, start(ends, at));
        }
        int[] keyEnds = new int[ends.length];
        byte[] keys = new byte[Math.max(INITIAL_BYTES, (int) Math.min(PackedTokens.MAX_ARRAY_LENGTH, 4 * units))];
        long address = handle.acquire();
        try {
            int needed = Native.check(Native.keys(address, all, ends, ends.length, keys, keys.length, keyEnds));
            if (needed > keys.length) {
                keys = new byte[needed];
                Native.check(Native.keys(address, all, ends, ends.length, keys, keys.length, keyEnds));
            }
        } finally {
            handle.release();
        }
        byte[][] separate = new byte[ends.length][];
        for (int at = 0; at < ends.length; at++) {
            separate[at] = Arrays.copyOfRange(keys, start(keyEnds, at), keyEnds[at]);
        }
        return separate;
    }

    private static int start(int[] ends, int at) {
        return at == 0 ? 0 : ends[at - 1];
    }

    /** Compares two texts in the order of their keys. */
    @Override
    public int compare(CharSequence one, CharSequence other) {
        int leftLength = one.length();
        int rightLength = other.length();
        left = chars(one, leftLength, left);
        right = chars(other, rightLength, right);
        long address = handle.acquire();
        try {
            return Native.check(Native.compare(address, left, leftLength, right, rightLength)) - 1;
        } finally {
            handle.release();
        }
    }

    /**
     * The range of the keys of all texts that start with a prefix. At {@code PRIMARY} it contains exactly these; at other
     * strengths it may contain other keys, so check the results. If numbers compare by value ({@code naturalsort}, option
     * {@code numeric}), a number at the end of the prefix matches as a whole number.
     *
     * @param prefix the text
     * @param strength the strength of the match
     * @return the range
     */
    public Range prefixRange(CharSequence prefix, Strength strength) {
        int[] startLength = new int[1];
        long address = handle.acquire();
        try {
            char[] units = prefix.toString().toCharArray();
            byte[] both = Native.keyRange(address, units, strength.ordinal() + 1, startLength);
            int start = startLength[0];
            return new Range(Arrays.copyOf(both, start), Arrays.copyOfRange(both, start, both.length));
        } finally {
            handle.release();
        }
    }

    /**
     * Encodes a key as text, 15 bits per character, for stores that accept text only. The texts compare like the keys.
     *
     * @param key any bytes
     * @return characters from U+0000 to U+7FFF
     */
    public static String toText(byte[] key) {
        NativeLoader.require();
        return Native.keyToText(Objects.requireNonNull(key, "key"), false);
    }

    /**
     * The inverse of {@link #toText}.
     *
     * @param text a result of {@code toText}
     * @return the key
     * @throws IllegalArgumentException for a text that encodes no key
     */
    public static byte[] fromText(String text) {
        NativeLoader.require();
        return Native.keyFromText(Objects.requireNonNull(text, "text"), false);
    }

    /**
     * Encodes a key in hexadecimal digits. The texts compare like the keys.
     *
     * @param key any bytes
     * @return two lower-case digits per byte
     */
    public static String toHex(byte[] key) {
        NativeLoader.require();
        return Native.keyToText(Objects.requireNonNull(key, "key"), true);
    }

    /**
     * The inverse of {@link #toHex}.
     *
     * @param text digits, of either case
     * @return the key
     * @throws IllegalArgumentException for a text that encodes no key
     */
    public static byte[] fromHex(String text) {
        NativeLoader.require();
        return Native.keyFromText(Objects.requireNonNull(text, "text"), true);
    }

    /** Frees the key maker; further calls do nothing. */
    @Override
    public void close() {
        handle.close();
    }

    private static char[] chars(CharSequence text, int units, char[] buffer) {
        char[] target = buffer.length >= units && buffer.length < MAX_KEPT / 2 ? buffer : new char[Math.max(128, units)];
        PackedTokens.copyUnits(text, units, target);
        return target;
    }
}
