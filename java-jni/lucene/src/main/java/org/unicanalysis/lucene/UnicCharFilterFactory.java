package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Map;
import org.apache.lucene.analysis.CharFilterFactory;

/** Creates char filters of unic-analysis: one class per name, in {@link CharFilters}. */
public abstract class UnicCharFilterFactory extends CharFilterFactory {
    private final UnicComponent component;

    UnicCharFilterFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = UnicComponent.charFilter(factoryOptions.definition, factoryOptions.options);
    }

    UnicCharFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final Reader create(Reader input) {
        return component.filter(input);
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
        return component.fingerprint();
    }
}
