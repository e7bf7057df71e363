package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Map;
import org.apache.lucene.analysis.CharFilterFactory;

/** Makes char filters of ours: one class per name, in {@link CharFilters}. */
public abstract class UnicCharFilterFactory extends CharFilterFactory {
    private final Chain chain;

    /** Keeps the native analyzer while the factory lives. */
    private final org.unicanalysis.Analyzer analyzer;

    UnicCharFilterFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions told = new FactoryOptions(name, arguments);
        chain = Chain.ofCharFilter(told.part, told.options);
        analyzer = SharedAnalyzers.get(chain);
    }

    UnicCharFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final Reader create(Reader input) {
        return new UnicCharFilter(input, chain);
    }

    @Override
    public final Reader normalize(Reader input) {
        return create(input);
    }

    /**
     * The fingerprint of the char filter and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return analyzer.fingerprint();
    }
}
