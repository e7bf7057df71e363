package org.unicanalysis.lucene;

import java.util.Locale;
import org.apache.lucene.util.AttributeImpl;
import org.apache.lucene.util.AttributeReflector;

/** The script of a token's run. */
public final class ScriptAttributeImpl extends AttributeImpl implements ScriptAttribute, Cloneable {
    static final int COMMON = 'Z' << 24 | 'y' << 16 | 'y' << 8 | 'y';

    private int code = COMMON;

    /** Creates an attribute with script Common. */
    public ScriptAttributeImpl() {}

    @Override
    public int getCode() {
        return code;
    }

    @Override
    public void setCode(int code) {
        this.code = code == 0 ? COMMON : code;
    }

    @Override
    public String getShortName() {
        return shortName(code);
    }

    @Override
    public String getName() {
        return name(code);
    }

    /** See {@link ScriptAttribute#getShortName}. */
    static String shortName(int code) {
        return new String(new char[] {
            (char) (code >> 24 & 0xFF), (char) (code >> 16 & 0xFF), (char) (code >> 8 & 0xFF), (char) (code & 0xFF)
        });
    }

    /** See {@link ScriptAttribute#getName}. */
    static String name(int code) {
        String shortName = shortName(code);
        try {
            // LATIN, OLD_ITALIC: words are separated as in ICU.
            String name = Character.UnicodeScript.forName(shortName).name();
            StringBuilder words = new StringBuilder();
            for (String word : name.split("_")) {
                words.append(words.length() == 0 ? "" : "_")
                        .append(word.charAt(0))
                        .append(word.substring(1).toLowerCase(Locale.ROOT));
            }
            return words.toString();
        } catch (IllegalArgumentException unknownToThisJava) {
            return shortName;
        }
    }

    /** The name as Lucene's ICU module lists it. */
    static String listed(int code) {
        String name = name(code);
        return name.equals("Jpan") ? "Chinese/Japanese" : name;
    }

    @Override
    public void clear() {
        code = COMMON;
    }

    @Override
    public void reflectWith(AttributeReflector reflector) {
        reflector.reflect(ScriptAttribute.class, "script", listed(code));
    }

    @Override
    public void copyTo(org.apache.lucene.util.AttributeImpl target) {
        ((ScriptAttribute) target).setCode(code);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ScriptAttributeImpl script && script.code == code;
    }

    @Override
    public int hashCode() {
        return code;
    }
}
