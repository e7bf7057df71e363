package org.unicanalysis.lucene;

import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.Attribute;
import org.apache.lucene.util.AttributeSource;
import java.util.Set;
import org.unicanalysis.TokenFilters;

/** The attributes of a stream that a native token fills. */
final class TokenAttributes {
    /** The attributes of a token; streams with further attributes keep those by their state. */
    static final Set<Class<? extends Attribute>> KNOWN = Set.of(
            CharTermAttribute.class,
            org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute.class,
            OffsetAttribute.class,
            TypeAttribute.class,
            PositionIncrementAttribute.class,
            PositionLengthAttribute.class,
            KeywordAttribute.class,
            ScriptAttribute.class,
            // Part of Lucene's packed attribute, so nearly always present, and nearly always 1.
            TermFrequencyAttribute.class);

    final CharTermAttribute term;
    final OffsetAttribute offset;
    final TypeAttribute type;
    final PositionIncrementAttribute positionIncrement;
    final PositionLengthAttribute positionLength;
    final KeywordAttribute keyword;
    final ScriptAttribute script;

    /** Null when the stream has none. */
    private final TermFrequencyAttribute frequency;

    TokenAttributes(AttributeSource source) {
        term = source.addAttribute(CharTermAttribute.class);
        offset = source.addAttribute(OffsetAttribute.class);
        type = source.addAttribute(TypeAttribute.class);
        positionIncrement = source.addAttribute(PositionIncrementAttribute.class);
        positionLength = source.addAttribute(PositionLengthAttribute.class);
        keyword = source.addAttribute(KeywordAttribute.class);
        script = source.addAttribute(ScriptAttribute.class);
        frequency = source.getAttribute(TermFrequencyAttribute.class);
    }

    /** Whether the current token has a term frequency above one, which native tokens do not support. */
    boolean hasFrequency() {
        return frequency != null && frequency.getTermFrequency() != 1;
    }

    /** Fills the attributes from a token of filters. */
    void set(TokenFilters token) {
        int length = token.termLength();
        token.copyTerm(term.resizeBuffer(length), 0);
        term.setLength(length);
        offset.setOffset(token.start(), token.end());
        type.setType(token.typeName());
        positionIncrement.setPositionIncrement(token.positionIncrement());
        positionLength.setPositionLength(token.positionLength());
        keyword.setKeyword(token.isKeyword());
        script.setCode(token.script());
    }

    /** Adds the current token to filters. A stream may set a null type, which counts as the default one. */
    void addTo(TokenFilters filters) {
        filters.add(
                term.buffer(),
                0,
                term.length(),
                offset.startOffset(),
                offset.endOffset(),
                type.type() == null ? TypeAttribute.DEFAULT_TYPE : type.type(),
                positionIncrement.getPositionIncrement(),
                positionLength.getPositionLength(),
                keyword.isKeyword(),
                script.getCode());
    }
}
