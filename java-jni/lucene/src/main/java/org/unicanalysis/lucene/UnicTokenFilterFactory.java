package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;

/**
 * Makes token filters of ours: one class per name, in {@link TokenFilters}. Behind a stream of ours the filter appends
 * itself to it, and {@link #create} answers that stream.
 */
public abstract class UnicTokenFilterFactory extends TokenFilterFactory {
    private final Chain chain;
    private final boolean fitsNormalizer;

    /** Keeps the native analyzer while the factory lives. */
    private final org.unicanalysis.Analyzer analyzer;

    UnicTokenFilterFactory(String name, boolean fitsNormalizer, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions told = new FactoryOptions(name, arguments);
        chain = Chain.ofFilter(told.part, told.options);
        analyzer = SharedAnalyzers.get(chain);
        this.fitsNormalizer = fitsNormalizer;
    }

    UnicTokenFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final TokenStream create(TokenStream input) {
        Part filter = chain.filters().get(0);
        if (input instanceof UnicTokenizer before && before.canAppend(chain.options())) {
            before.append(filter);
            return before;
        }
        if (input instanceof UnicTokenFilter before && before.canAppend(chain.options())) {
            before.append(filter);
            return before;
        }
        return new UnicTokenFilter(input, chain);
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
        return analyzer.fingerprint();
    }
}
