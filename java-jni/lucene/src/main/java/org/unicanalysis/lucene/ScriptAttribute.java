package org.unicanalysis.lucene;

import org.apache.lucene.util.Attribute;

/** The script of a token's run. */
public interface ScriptAttribute extends Attribute {
    /**
     * The code of the script.
     *
     * @return four letters of ISO 15924, big-endian ({@code 'L' << 24 | ...}); that of {@code Zyyy} (Common) if the
     *     tokenizer sets none
     */
    int getCode();

    /**
     * Sets the code.
     *
     * @param code as for {@link #getCode}; 0 is Common
     */
    void setCode(int code);

    /**
     * The short name of the script.
     *
     * @return four letters, as in {@code Latn}
     */
    String getShortName();

    /**
     * The long name of the script.
     *
     * @return as in {@code Latin}; {@code Jpan} for Chinese and Japanese, which is listed as {@code Chinese/Japanese}
     */
    String getName();
}
