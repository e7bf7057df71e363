package org.unicanalysis.lucene;

import org.apache.lucene.analysis.Analyzer;
import org.unicanalysis.Options;

/**
 * An analyzer of an index definition: char filters, tokenizer and token filters in one native call.
 *
 * <pre>{@code
 * Analyzer analyzer = new UnicAnalyzer("{\"type\": \"unic_analyzer\"}");
 * }</pre>
 */
public final class UnicAnalyzer extends Analyzer {
    private final org.unicanalysis.Analyzer analyzer;

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
        analyzer = SharedAnalyzers.compile(definition, name, options);
    }

    /**
     * The native analyzer underneath.
     *
     * @return shared with others that were told the same: not to be closed
     */
    public org.unicanalysis.Analyzer nativeAnalyzer() {
        return analyzer;
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        return new TokenStreamComponents(
                analyzer.givesKeyBytes() ? new UnicKeyTokenizer(analyzer) : new UnicTokenizer(analyzer));
    }

    /** That of the definition, else Lucene's. */
    @Override
    public int getPositionIncrementGap(String fieldName) {
        int gap = analyzer.positionIncrementGap();
        return gap < 0 ? super.getPositionIncrementGap(fieldName) : gap;
    }
}
