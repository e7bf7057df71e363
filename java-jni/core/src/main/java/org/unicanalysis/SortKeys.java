package org.unicanalysis;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

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

    private final Handle.Owned native_;
    private byte[] bytes = new byte[256];
    private int length;
    private char[] left = new char[128];
    private char[] right = new char[128];

    SortKeys(Analyzer analyzer) {
        native_ = Handle.own(this, Analyzer.make(analyzer, Native::keysCreate), Native::keysFree, "the key maker");
    }

    /**
     * The key of a text.
     *
     * @param text the text
     * @return a new array
     */
    public byte[] key(CharSequence text) {
        left = chars(text, left);
        makeKey(left, text.length());
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
        long address = native_.handle().acquire();
        try {
            length = Native.check(call(address, text, textLength));
            if (length > bytes.length) {
                bytes = new byte[length + length / 4];
                length = Native.check(call(address, text, textLength));
            }
        } finally {
            native_.handle().release();
        }
    }

    private int call(long address, char[] text, int textLength) {
        if (textLength > DirectCalls.LONGEST || DirectCalls.KEY == null) {
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
        int[] ends = new int[texts.size()];
        long units = 0;
        for (int at = 0; at < ends.length; at++) {
            units += texts.get(at).length();
            if (units > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException("the texts are too long together");
            }
            ends[at] = (int) units;
        }
        char[] all = new char[(int) units];
        for (int at = 0; at < ends.length; at++) {
            texts.get(at).toString().getChars(0, texts.get(at).length(), all, at == 0 ? 0 : ends[at - 1]);
        }
        int[] keyEnds = new int[ends.length];
        byte[] keys = new byte[Math.max(256, (int) Math.min(Integer.MAX_VALUE - 8, 4 * units))];
        long address = native_.handle().acquire();
        try {
            int needed = Native.check(Native.keys(address, all, ends, ends.length, keys, keys.length, keyEnds));
            if (needed > keys.length) {
                keys = new byte[needed];
                Native.check(Native.keys(address, all, ends, ends.length, keys, keys.length, keyEnds));
            }
        } finally {
            native_.handle().release();
        }
        byte[][] answer = new byte[ends.length][];
        for (int at = 0; at < ends.length; at++) {
            answer[at] = Arrays.copyOfRange(keys, at == 0 ? 0 : keyEnds[at - 1], keyEnds[at]);
        }
        return answer;
    }

    /** Compares two texts in the order of their keys. */
    @Override
    public int compare(CharSequence one, CharSequence other) {
        left = chars(one, left);
        right = chars(other, right);
        long address = native_.handle().acquire();
        try {
            return Native.check(Native.compare(address, left, one.length(), right, other.length())) - 1;
        } finally {
            native_.handle().release();
        }
    }

    /**
     * The range of the keys of all texts that start with a prefix. At {@code PRIMARY} it contains exactly these; at other
     * strengths it may contain other keys, so check the results.
     *
     * @param prefix the text
     * @param strength the strength of the match
     * @return the range
     */
    public Range prefixRange(CharSequence prefix, Strength strength) {
        int[] startLength = new int[1];
        long address = native_.handle().acquire();
        try {
            char[] units = prefix.toString().toCharArray();
            byte[] both = Native.keyRange(address, units, strength.ordinal() + 1, startLength);
            int start = startLength[0];
            return new Range(Arrays.copyOf(both, start), Arrays.copyOfRange(both, start, both.length));
        } finally {
            native_.handle().release();
        }
    }

    /**
     * Encodes a key as text, 15 bits per character, for stores that accept text only. The texts compare like the keys.
     *
     * @param key any bytes
     * @return characters from U+0000 to U+7FFF
     */
    public static String toText(byte[] key) {
        return Native.keyToText(key.clone(), false);
    }

    /**
     * The inverse of {@link #toText}.
     *
     * @param text a result of {@code toText}
     * @return the key
     * @throws IllegalArgumentException for a text that encodes no key
     */
    public static byte[] fromText(String text) {
        return Native.keyFromText(text.concat(""), false);
    }

    /**
     * Encodes a key in hexadecimal digits. The texts compare like the keys.
     *
     * @param key any bytes
     * @return two lower-case digits per byte
     */
    public static String toHex(byte[] key) {
        return Native.keyToText(key.clone(), true);
    }

    /**
     * The inverse of {@link #toHex}.
     *
     * @param text digits, of either case
     * @return the key
     * @throws IllegalArgumentException for a text that encodes no key
     */
    public static byte[] fromHex(String text) {
        return Native.keyFromText(text.concat(""), true);
    }

    /** Frees the key maker; further calls do nothing. */
    @Override
    public void close() {
        native_.cleanable().clean();
    }

    private static char[] chars(CharSequence text, char[] buffer) {
        int units = text.length();
        char[] target = buffer.length >= units && buffer.length < 1 << 19 ? buffer : new char[Math.max(128, units)];
        text.toString().getChars(0, units, target, 0);
        return target;
    }
}
