package org.unicanalysis.lucene;

import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.UnicodeUtil;
import org.unicanalysis.TokenCursor;

/**
 * All attributes of a token in one object: it is cleared, set and copied at once.
 *
 * <p>While the object follows a cursor ({@link #follow}), attributes are read from the packed token: one that no consumer asks for costs
 * nothing. The first modification stores all of them in the object ({@link #detach}).
 *
 * <p>A term of a cursor remains in the arrays of the cursor, in UTF-16 and UTF-8, until a caller may modify it: {@link #makeModifiable}
 * then copies it, and its bytes are encoded again on request.
 */
public sealed class TokenAttributeImpl extends AttributeImpl
        implements CharTermAttribute,
                TermToBytesRefAttribute,
                OffsetAttribute,
                TypeAttribute,
                PositionIncrementAttribute,
                PositionLengthAttribute,
                TermFrequencyAttribute,
                KeywordAttribute,
                ScriptAttribute,
                Cloneable
        permits KeyTokenAttributeImpl {
    private static final int INITIAL_LENGTH = 16;

    /** The cursor whose current token has the attributes; null if they are in the other fields. */
    private TokenCursor followed;

    /** The array that contains the term: {@link #termBuffer}, or one of a cursor. */
    private char[] term;

    /** The offset of the term in its array. */
    private int termOffset;

    private int termLength;

    /** The array of this object for modified terms. */
    private char[] termBuffer = new char[INITIAL_LENGTH];

    /** The term in UTF-8, as of the last request. */
    private BytesRef bytes = new BytesRef();

    /**
     * Whether {@link #bytes} refers to the array of a cursor, whose term is unmodified. Otherwise each request encodes the term, as a
     * caller may write to its array.
     */
    private boolean hasCursorBytes;

    /** The bytes that this object has encoded. */
    private byte[] bytesBuffer = BytesRef.EMPTY_BYTES;

    private int startOffset;
    private int endOffset;
    private String type = DEFAULT_TYPE;
    private int positionIncrement = 1;
    private int positionLength = 1;
    private int termFrequency = 1;
    private boolean isKeyword;
    private int script = ScriptAttributeImpl.COMMON;

    /** Whether the fields above may differ from those of a cleared token: a token that nobody modifies is cleared by a few instructions. */
    private boolean isStored;

    /** A cleared token. */
    public TokenAttributeImpl() {
        term = termBuffer;
    }

    /** Creates this implementation for the attributes it has, and delegates the others to another factory. */
    static AttributeFactory factory(AttributeFactory rest) {
        return AttributeFactory.getStaticImplementation(rest, TokenAttributeImpl.class);
    }

    /**
     * Reads the attributes from the current token of a cursor, until they are modified or {@link #clear} is called. The reference is stored
     * only if it differs: each store of a reference costs the write barrier of the garbage collector, and this method runs once per token.
     */
    void follow(TokenCursor cursor) {
        if (followed != cursor) {
            followed = cursor;
        }
    }

    /** Clears the attributes, and drops the arrays of the cursor and large arrays. */
    void release() {
        clear();
        if (termBuffer.length > TextBuffer.MAX_KEPT) {
            termBuffer = new char[INITIAL_LENGTH];
            term = termBuffer;
        }
        if (bytesBuffer.length > TextBuffer.MAX_KEPT) {
            bytesBuffer = BytesRef.EMPTY_BYTES;
        }
        bytes.bytes = bytesBuffer;
    }

    /** Stores the attributes of the followed cursor's token; precedes every modification. */
    private void detach() {
        isStored = true;
        TokenCursor token = followed;
        if (token != null) {
            set(token, token.start(), token.end());
        }
    }

    /** Takes all attributes from a token, with the given offsets, and clears those that the token does not have. */
    void set(TokenCursor token, int start, int end) {
        isStored = true;
        followed = null;
        term = token.termArray();
        termOffset = token.termOffset();
        termLength = token.termLength();
        bytes.bytes = token.utf8();
        bytes.offset = token.utf8Offset();
        bytes.length = token.utf8Length();
        hasCursorBytes = true;
        startOffset = start;
        endOffset = end;
        type = token.typeName();
        positionIncrement = token.positionIncrement();
        positionLength = token.positionLength();
        termFrequency = 1;
        isKeyword = token.isKeyword();
        script = known(token.script());
    }

    // Term attributes.

    /** Makes the term modifiable: copies it to an array of this object and invalidates its bytes. */
    private void makeModifiable() {
        detach();
        hasCursorBytes = false;
        if (term != termBuffer) {
            if (termBuffer.length < termLength) {
                termBuffer = new char[ArrayUtil.oversize(termLength, Character.BYTES)];
            }
            System.arraycopy(term, termOffset, termBuffer, 0, termLength);
            term = termBuffer;
            termOffset = 0;
        }
    }

    @Override
    public char[] buffer() {
        makeModifiable();
        return termBuffer;
    }

    @Override
    public char[] resizeBuffer(int newSize) {
        makeModifiable();
        if (termBuffer.length < newSize) {
            termBuffer = Arrays.copyOf(termBuffer, ArrayUtil.oversize(newSize, Character.BYTES));
            term = termBuffer;
        }
        return termBuffer;
    }

    @Override
    public void copyBuffer(char[] buffer, int offset, int length) {
        setEmpty();
        System.arraycopy(buffer, offset, resizeBuffer(length), 0, length);
        termLength = length;
    }

    @Override
    public CharTermAttribute setLength(int length) {
        makeModifiable();
        Objects.checkFromIndexSize(0, length, termBuffer.length);
        termLength = length;
        return this;
    }

    @Override
    public CharTermAttribute setEmpty() {
        detach();
        termLength = 0;
        makeModifiable();
        return this;
    }

    @Override
    public BytesRef getBytesRef() {
        TokenCursor token = followed;
        if (token != null) {
            if (bytes.bytes != token.utf8()) { // see `follow`
                bytes.bytes = token.utf8();
            }
            bytes.offset = token.utf8Offset();
            bytes.length = token.utf8Length();
            return bytes;
        }
        if (!hasCursorBytes) {
            int most = UnicodeUtil.maxUTF8Length(termLength);
            if (bytesBuffer.length < most) {
                bytesBuffer = new byte[ArrayUtil.oversize(most, Byte.BYTES)];
            }
            bytes.bytes = bytesBuffer;
            bytes.offset = 0;
            bytes.length = UnicodeUtil.UTF16toUTF8(term, termOffset, termLength, bytesBuffer);
        }
        return bytes;
    }

    @Override
    public int length() {
        return followed == null ? termLength : followed.termLength();
    }

    @Override
    public char charAt(int index) {
        detach();
        return term[termOffset + Objects.checkIndex(index, termLength)];
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        detach();
        Objects.checkFromToIndex(start, end, termLength);
        return new String(term, termOffset + start, end - start);
    }

    @Override
    public CharTermAttribute append(CharSequence text) {
        CharSequence appended = text == null ? "null" : text;
        return append(appended, 0, appended.length());
    }

    @Override
    public CharTermAttribute append(CharSequence text, int start, int end) {
        CharSequence appended = text == null ? "null" : text;
        Objects.checkFromToIndex(start, end, appended.length());
        int length = end - start;
        char[] buffer = resizeBuffer(length() + length);
        if (appended instanceof String string) {
            string.getChars(start, end, buffer, termLength);
        } else if (appended instanceof CharBuffer chars && chars.hasArray()) {
            System.arraycopy(chars.array(), chars.arrayOffset() + chars.position() + start, buffer, termLength, length);
        } else {
            for (int at = 0; at < length; at++) {
                buffer[termLength + at] = appended.charAt(start + at);
            }
        }
        termLength += length;
        return this;
    }

    @Override
    public CharTermAttribute append(char c) {
        char[] buffer = resizeBuffer(length() + 1);
        buffer[termLength++] = c;
        return this;
    }

    @Override
    public CharTermAttribute append(String text) {
        return append((CharSequence) text);
    }

    @Override
    public CharTermAttribute append(StringBuilder text) {
        return append((CharSequence) text);
    }

    @Override
    public CharTermAttribute append(CharTermAttribute text) {
        return append((CharSequence) text);
    }

    @Override
    public String toString() {
        detach();
        return new String(term, termOffset, termLength);
    }

    // Other attributes.

    @Override
    public int startOffset() {
        return followed == null ? startOffset : followed.start();
    }

    @Override
    public int endOffset() {
        return followed == null ? endOffset : followed.end();
    }

    @Override
    public void setOffset(int start, int end) {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("startOffset must be non-negative, and endOffset must be >= startOffset; got startOffset="
                    + start + ",endOffset=" + end);
        }
        detach();
        startOffset = start;
        endOffset = end;
    }

    @Override
    public String type() {
        return followed == null ? type : followed.typeName();
    }

    @Override
    public void setType(String type) {
        detach();
        this.type = type;
    }

    @Override
    public int getPositionIncrement() {
        return followed == null ? positionIncrement : followed.positionIncrement();
    }

    @Override
    public void setPositionIncrement(int increment) {
        detach();
        positionIncrement = atLeast(0, increment, "position increment");
    }

    @Override
    public int getPositionLength() {
        return followed == null ? positionLength : followed.positionLength();
    }

    @Override
    public void setPositionLength(int length) {
        detach();
        positionLength = atLeast(1, length, "position length");
    }

    @Override
    public int getTermFrequency() {
        return followed == null ? termFrequency : 1;
    }

    @Override
    public void setTermFrequency(int frequency) {
        detach();
        termFrequency = atLeast(1, frequency, "term frequency");
    }

    private static int atLeast(int least, int value, String what) {
        if (value < least) {
            throw new IllegalArgumentException(what + " must be " + least + " or greater; got " + value);
        }
        return value;
    }

    @Override
    public boolean isKeyword() {
        return followed == null ? isKeyword : followed.isKeyword();
    }

    @Override
    public void setKeyword(boolean isKeyword) {
        detach();
        this.isKeyword = isKeyword;
    }

    @Override
    public int getCode() {
        return followed == null ? script : known(followed.script());
    }

    @Override
    public void setCode(int code) {
        detach();
        script = known(code);
    }

    private static int known(int code) {
        return code == 0 ? ScriptAttributeImpl.COMMON : code;
    }

    @Override
    public String getShortName() {
        return ScriptAttributeImpl.shortName(getCode());
    }

    @Override
    public String getName() {
        return ScriptAttributeImpl.name(getCode());
    }

    // All attributes together.

    @Override
    public void clear() {
        followed = null;
        if (!isStored) {
            return;
        }
        isStored = false;
        term = termBuffer;
        termOffset = 0;
        termLength = 0;
        hasCursorBytes = false;
        startOffset = 0;
        endOffset = 0;
        type = DEFAULT_TYPE;
        positionIncrement = 1;
        positionLength = 1;
        termFrequency = 1;
        isKeyword = false;
        script = ScriptAttributeImpl.COMMON;
    }

    @Override
    public void end() {
        clear();
        isStored = true;
        positionIncrement = 0;
    }

    @Override
    public void copyTo(AttributeImpl target) {
        detach();
        ((CharTermAttribute) target).copyBuffer(term, termOffset, termLength);
        ((OffsetAttribute) target).setOffset(startOffset, endOffset);
        ((TypeAttribute) target).setType(type);
        ((PositionIncrementAttribute) target).setPositionIncrement(positionIncrement);
        ((PositionLengthAttribute) target).setPositionLength(positionLength);
        ((TermFrequencyAttribute) target).setTermFrequency(termFrequency);
        ((KeywordAttribute) target).setKeyword(isKeyword);
        ((ScriptAttribute) target).setCode(script);
    }

    @Override
    public TokenAttributeImpl clone() {
        detach();
        TokenAttributeImpl copy = (TokenAttributeImpl) super.clone();
        copy.termBuffer = Arrays.copyOfRange(term, termOffset, termOffset + termLength);
        copy.term = copy.termBuffer;
        copy.termOffset = 0;
        copy.bytes = new BytesRef();
        copy.bytesBuffer = BytesRef.EMPTY_BYTES;
        copy.hasCursorBytes = false;
        return copy;
    }

    @Override
    public void reflectWith(AttributeReflector reflector) {
        detach();
        reflector.reflect(CharTermAttribute.class, "term", toString());
        reflector.reflect(TermToBytesRefAttribute.class, "bytes", BytesRef.deepCopyOf(getBytesRef()));
        reflector.reflect(OffsetAttribute.class, "startOffset", startOffset);
        reflector.reflect(OffsetAttribute.class, "endOffset", endOffset);
        reflector.reflect(PositionIncrementAttribute.class, "positionIncrement", positionIncrement);
        reflector.reflect(PositionLengthAttribute.class, "positionLength", positionLength);
        reflector.reflect(TypeAttribute.class, "type", type);
        reflector.reflect(TermFrequencyAttribute.class, "termFrequency", termFrequency);
        reflector.reflect(KeywordAttribute.class, "keyword", isKeyword);
        reflector.reflect(ScriptAttribute.class, "script", ScriptAttributeImpl.listed(script));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof TokenAttributeImpl token)) {
            return false;
        }
        detach();
        token.detach();
        return Arrays.equals(
                        term,
                        termOffset,
                        termOffset + termLength,
                        token.term,
                        token.termOffset,
                        token.termOffset + token.termLength)
                && startOffset == token.startOffset
                && endOffset == token.endOffset
                && Objects.equals(type, token.type)
                && positionIncrement == token.positionIncrement
                && positionLength == token.positionLength
                && termFrequency == token.termFrequency
                && isKeyword == token.isKeyword
                && script == token.script;
    }

    @Override
    public int hashCode() {
        int code = toString().hashCode();
        code = 31 * code + startOffset;
        code = 31 * code + endOffset;
        code = 31 * code + Objects.hashCode(type);
        code = 31 * code + positionIncrement;
        code = 31 * code + positionLength;
        code = 31 * code + termFrequency;
        code = 31 * code + script;
        return 31 * code + Boolean.hashCode(isKeyword);
    }
}
