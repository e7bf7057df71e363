package org.unicanalysis.lucene;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.BytesRef;
import org.unicanalysis.SortKeys;

/**
 * The whole text as one token whose term is the text and whose bytes are its sort key (option {@code key_format: bytes}).
 */
final class UnicKeyTokenizer extends Tokenizer {
    /** A term attribute whose bytes are the sort key instead of the encoded term. */
    static final class KeyTermAttributeImpl extends CharTermAttributeImpl {
        private BytesRef key = new BytesRef();

        /** Created by Lucene. */
        KeyTermAttributeImpl() {}

        @Override
        public BytesRef getBytesRef() {
            return key;
        }

        @Override
        public void copyTo(AttributeImpl target) {
            super.copyTo(target);
            if (target instanceof KeyTermAttributeImpl other) {
                other.key = BytesRef.deepCopyOf(key);
            }
        }

        @Override
        public KeyTermAttributeImpl clone() {
            KeyTermAttributeImpl copy = (KeyTermAttributeImpl) super.clone();
            copy.key = BytesRef.deepCopyOf(key);
            return copy;
        }
    }

    private final KeyTermAttributeImpl term = new KeyTermAttributeImpl();
    private final OffsetAttribute offset;
    private final TextBuffer text = new TextBuffer();
    private final SharedAnalyzer shared;
    private boolean isDone;

    UnicKeyTokenizer(SharedAnalyzer shared) {
        super(AttributeFactory.DEFAULT_ATTRIBUTE_FACTORY);
        addAttributeImpl(term);
        offset = addAttribute(OffsetAttribute.class);
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
        term.copyBuffer(text.text(), 0, text.length());
        SortKeys keys = shared.takeKeys();
        try {
            keys.makeKey(text.text(), text.length());
            term.key = new BytesRef(Arrays.copyOf(keys.bytes(), keys.length()));
        } finally {
            shared.release(keys, text.length());
        }
        offset.setOffset(correctOffset(0), correctOffset(text.length()));
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
            text.clear();
        }
    }

    @Override
    public void end() throws IOException {
        super.end();
        int end = correctOffset(text.length());
        offset.setOffset(end, end);
    }
}
