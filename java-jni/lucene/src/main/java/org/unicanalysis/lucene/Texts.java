package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/** Reads a whole reader into a reused array. */
final class Texts {
    /** Larger arrays are released. */
    static final int KEPT = 1 << 19;

    private char[] text = new char[1024];
    private int length;

    char[] text() {
        return text;
    }

    int length() {
        return length;
    }

    void read(Reader reader) throws IOException {
        length = 0;
        for (; ; ) {
            int count = reader.read(text, length, text.length - length);
            if (count < 0) {
                return;
            }
            length += count;
            if (length == text.length) {
                if (length >= Integer.MAX_VALUE - 8) {
                    throw new IllegalArgumentException("the text has 2^31 code units or more");
                }
                text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8, 2L * length));
            }
        }
    }

    void giveBack() {
        if (text.length > KEPT) {
            text = new char[1024];
        }
    }
}
