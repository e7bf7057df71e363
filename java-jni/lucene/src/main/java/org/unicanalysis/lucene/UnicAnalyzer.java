package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Objects;
import java.util.function.BiFunction;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
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
     * @param definition JSON: an index definition, its analysis section, or a single analyzer definition
     * @throws org.unicanalysis.DefinitionException if the definition has errors
     */
    public UnicAnalyzer(String definition) {
        this(definition, null, Options.STRICT);
    }

    /**
     * Compiles an analyzer of a definition.
     *
     * @param definition JSON: an index definition, its analysis section, or a single analyzer definition
     * @param name the analyzer or normalizer; null if the definition has only one
     * @param options options of the compilation
     * @throws org.unicanalysis.DefinitionException if the definition has errors
     */
    public UnicAnalyzer(String definition, String name, Options options) {
        shared = SharedAnalyzers.forDefinition(definition, name, options);
    }

    /**
     * The native analyzer.
     *
     * @return shared with analyzers of equal definition: must not be closed
     */
    public org.unicanalysis.Analyzer nativeAnalyzer() {
        return shared.analyzer();
    }

    /**
     * Passes a key maker and a text to a function, for one thread at a time.
     *
     * @param <T> the result type
     * @param text the only text that the function makes keys of
     * @param use the function; must not retain the key maker
     * @return its result
     * @throws UnsupportedOperationException if this analyzer has no keys
     */
    public <T> T withKeys(String text, BiFunction<SortKeys, String, T> use) {
        Objects.requireNonNull(text, "text");
        SortKeys keys = shared.takeKeys();
        try {
            return use.apply(keys, text);
        } finally {
            shared.release(keys, text.length());
        }
    }

    @Override
    protected TokenStreamComponents createComponents(String fieldName) {
        return new TokenStreamComponents(
                nativeAnalyzer().hasKeyBytesAsTerms() ? new UnicKeyTokenizer(shared) : new UnicTokenizer(shared));
    }

    /** Applies the char filters of the definition, except {@code html_strip}: the text of a query is not markup. */
    @Override
    protected Reader initReaderForNormalization(String fieldName, Reader reader) {
        return new UnicCharFilter(reader, Chain.ofCharFilter(shared.normalizer()), SharedAnalyzers::forChain);
    }

    /** Applies those token filters of the definition that a normalizer may have, as for prefix and wildcard queries. */
    @Override
    protected TokenStream normalize(String fieldName, TokenStream in) {
        return new UnicTokenFilter(in, Chain.ofFilter(shared.normalizer()));
    }

    /** The gap of the definition, or Lucene's default. */
    @Override
    public int getPositionIncrementGap(String fieldName) {
        int gap = nativeAnalyzer().positionIncrementGap();
        return gap < 0 ? super.getPositionIncrementGap(fieldName) : gap;
    }
}
