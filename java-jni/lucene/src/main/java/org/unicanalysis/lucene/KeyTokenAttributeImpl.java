package org.unicanalysis.lucene;

import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.BytesRef;

/** The attributes of a token whose bytes are a sort key instead of the encoded term. */
final class KeyTokenAttributeImpl extends TokenAttributeImpl {
    private BytesRef key = new BytesRef();

    void setKey(byte[] bytes) {
        key = new BytesRef(bytes);
    }

    @Override
    public BytesRef getBytesRef() {
        return key;
    }

    @Override
    void release() {
        super.release();
        key = new BytesRef();
    }

    @Override
    public void copyTo(AttributeImpl target) {
        super.copyTo(target);
        if (target instanceof KeyTokenAttributeImpl other) {
            other.key = BytesRef.deepCopyOf(key);
        }
    }

    @Override
    public KeyTokenAttributeImpl clone() {
        KeyTokenAttributeImpl copy = (KeyTokenAttributeImpl) super.clone();
        copy.key = BytesRef.deepCopyOf(key);
        return copy;
    }
}
