package org.unicanalysis.lucene;

import java.io.Reader;
import java.util.Map;
import org.apache.lucene.analysis.CharFilterFactory;
import org.apache.lucene.util.ResourceLoader;
import org.apache.lucene.util.ResourceLoaderAware;

/** Creates char filters of unic-analysis: one class per name, in {@link CharFilterFactories}. */
public abstract class UnicCharFilterFactory extends CharFilterFactory implements ResourceLoaderAware {
    private final FactoryComponent component;

    UnicCharFilterFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = new FactoryComponent(factoryOptions, UnicComponent::charFilter);
    }

    UnicCharFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final Reader create(Reader input) {
        return component.get().filter(input);
    }

    @Override
    public final Reader normalize(Reader input) {
        return create(input);
    }

    /**
     * Reads the files that options name as resources, unless {@code configuration_directory} is given.
     *
     * @param loader opens resources by the names in the options
     * @throws org.unicanalysis.DefinitionException if a resource can't be read, or has errors
     */
    @Override
    public final void inform(ResourceLoader loader) {
        component.inform(loader);
    }

    /**
     * The fingerprint of the char filter and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return component.get().fingerprint();
    }
}
