package org.unicanalysis.lucene;

import org.apache.lucene.analysis.tokenattributes.KeywordAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;

/** All attributes of a token in one object: it is cleared and copied at once. */
public final class TokenAttributeImpl extends PackedTokenAttributeImpl implements KeywordAttribute, ScriptAttribute {
    private boolean keyword;
    private final ScriptAttributeImpl script = new ScriptAttributeImpl();

    /** A cleared token. */
    public TokenAttributeImpl() {}

    /** Makes this implementation for what it has, and asks another factory for the rest. */
    static AttributeFactory factory(AttributeFactory rest) {
        return AttributeFactory.getStaticImplementation(rest, TokenAttributeImpl.class);
    }

    @Override
    public boolean isKeyword() {
        return keyword;
    }

    @Override
    public void setKeyword(boolean isKeyword) {
        keyword = isKeyword;
    }

    @Override
    public int getCode() {
        return script.getCode();
    }

    @Override
    public void setCode(int code) {
        script.setCode(code);
    }

    @Override
    public String getShortName() {
        return script.getShortName();
    }

    @Override
    public String getName() {
        return script.getName();
    }

    @Override
    public void clear() {
        super.clear();
        keyword = false;
        script.clear();
    }

    @Override
    public void end() {
        super.end();
        keyword = false;
        script.clear();
    }

    @Override
    public void copyTo(AttributeImpl target) {
        super.copyTo(target);
        ((KeywordAttribute) target).setKeyword(keyword);
        ((ScriptAttribute) target).setCode(getCode());
    }

    @Override
    public TokenAttributeImpl clone() {
        TokenAttributeImpl copy = new TokenAttributeImpl();
        copyTo(copy);
        return copy;
    }

    @Override
    public void reflectWith(AttributeReflector reflector) {
        super.reflectWith(reflector);
        reflector.reflect(KeywordAttribute.class, "keyword", keyword);
        script.reflectWith(reflector);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TokenAttributeImpl token
                && super.equals(other)
                && keyword == token.keyword
                && script.equals(token.script);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * super.hashCode() + script.hashCode()) + Boolean.hashCode(keyword);
    }
}
