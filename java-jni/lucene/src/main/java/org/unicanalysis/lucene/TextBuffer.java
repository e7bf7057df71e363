package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** A text that is read as a whole, into a reused array. */
final class TextBuffer {
    /** Longer arrays are released after the text. */
    static final int MAX_KEPT = 1 << 19;

    /** Maximum length of an array: the limit of most JVMs. */
    private static final int MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

    private static final int INITIAL_LENGTH = 1024;

    private char[] text = new char[INITIAL_LENGTH];
    private int length;

    char[] text() {
        return text;
    }

    int length() {
        return length;
    }

    /** Reads to the end; the reader is not closed. */
    void read(Reader reader) throws IOException {
        length = 0;
        for (; ; ) {
            int count = reader.read(text, length, text.length - length);
            if (count < 0) {
                return;
            }
            length += count;
            if (length == text.length) {
                if (length >= MAX_ARRAY_LENGTH) {
                    throw new IllegalArgumentException("the text has more than " + MAX_ARRAY_LENGTH + " UTF-16 units");
                }
                text = Arrays.copyOf(text, (int) Math.min(MAX_ARRAY_LENGTH, 2L * length));
            }
        }
    }

    /** Ends the text, whose length is 0 from here on; releases a large array. */
    void clear() {
        length = 0;
        if (text.length > MAX_KEPT) {
            text = new char[INITIAL_LENGTH];
        }
    }
}
