package org.unicanalysis.lucene;

import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.unicanalysis.Options;
import org.unicanalysis.SortKeys;

/**
 * An analyzer of an index definition: char filters, tokenizer and token filters in one native call.
 *
 * <pre>{@code
 * Analyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
 * }</pre>
 */
public final class UnicAnalyzer extends Analyzer {
    private final SharedAnalyzer shared;

    /**
     * Compiles the only analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or one analyzer definition
     * @throws org.unicanalysis.DefinitionException when the definition can't be read
     */
    public UnicAnalyzer(String definition) {
        this(definition, null, Options.STRICT);
    }

    /**
     * Compiles an analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or one analyzer definition
     * @param name which analyzer or normalizer; null when there is only one
     * @param options how to read the definition
     * @throws org.unicanalysis.DefinitionException when the definition can't be read
     */
    public UnicAnalyzer(String definition, String name, Options options) {
        shared = SharedAnalyzers.compile(definition, name, options);
    }

    /**
     * The native analyzer underneath.
     *
     * @return shared with others that were told the same: not to be closed
     */
    public org.unicanalysis.Analyzer nativeAnalyzer() {
        return shared.analyzer();
    }

    /**
     * Lends a key maker, for one thread at a time.
     *
     * @param <T> what is made
     * @param use makes it; must not keep the key maker
     * @return what was made
     * @throws UnsupportedOperationException when this analyzer makes no keys
     */
    public <T> T withKeys(Function<SortKeys, T> use) {
        SortKeys keys = shared.takeKeys();
        try {
            return use.apply(keys);
        } finally {
            shared.giveBack(keys);
        }
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        return new TokenStreamComponents(
                nativeAnalyzer().givesKeyBytes() ? new UnicKeyTokenizer(shared) : new UnicTokenizer(shared));
    }

    /** That of the definition, else Lucene's. */
    @Override
    public int getPositionIncrementGap(String fieldName) {
        int gap = nativeAnalyzer().positionIncrementGap();
        return gap < 0 ? super.getPositionIncrementGap(fieldName) : gap;
    }
}
