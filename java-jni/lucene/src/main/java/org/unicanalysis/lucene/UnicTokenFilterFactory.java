package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

/**
 * Creates token filters of unic-analysis: one class per name, in {@link TokenFilters}. A stream of unic-analysis merges the
 * filter into its chain, and {@link #create} returns that stream.
 */
public abstract class UnicTokenFilterFactory extends TokenFilterFactory {
    private final UnicComponent component;
    private final boolean fitsNormalizer;

    UnicTokenFilterFactory(String name, boolean fitsNormalizer, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = UnicComponent.tokenFilter(factoryOptions.definition, factoryOptions.options);
        this.fitsNormalizer = fitsNormalizer;
    }

    UnicTokenFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final TokenStream create(TokenStream input) {
        return component.filter(input);
    }

    @Override
    public final TokenStream normalize(TokenStream input) {
        return fitsNormalizer ? create(input) : input;
    }

    /**
     * The fingerprint of the filter and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return component.fingerprint();
    }
}
