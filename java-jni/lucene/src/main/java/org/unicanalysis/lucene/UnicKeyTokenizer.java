package org.unicanalysis.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.util.AttributeFactory;
import org.unicanalysis.SortKeys;

/**
 * The whole text as one token whose term is the text and whose bytes are its sort key (option {@code key_format: bytes}).
 */
final class UnicKeyTokenizer extends Tokenizer {
    private final KeyTokenAttributeImpl token = new KeyTokenAttributeImpl();
    private final TextBuffer text = new TextBuffer();
    private final SharedAnalyzer shared;
    private boolean isDone;

    UnicKeyTokenizer(SharedAnalyzer shared) {
        super(AttributeFactory.DEFAULT_ATTRIBUTE_FACTORY);
        addAttributeImpl(token);
        this.shared = shared;
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (isDone) {
            return false;
        }
        text.read(input);
        isDone = true;
        clearAttributes();
        token.copyBuffer(text.text(), 0, text.length());
        SortKeys keys = shared.takeKeys();
        try {
            keys.makeKey(text.text(), text.length());
            token.setKey(Arrays.copyOf(keys.bytes(), keys.length()));
        } finally {
            shared.release(keys, text.length());
        }
        token.setOffset(correctOffset(0), correctOffset(text.length()));
        return true;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        isDone = false;
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            isDone = false;
            token.release();
            text.clear();
        }
    }

    @Override
    public void end() throws IOException {
        super.end();
        int end = correctOffset(text.length());
        token.setOffset(end, end);
    }
}
