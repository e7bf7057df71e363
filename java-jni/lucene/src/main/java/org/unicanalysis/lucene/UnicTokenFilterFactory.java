package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.util.ResourceLoader;
import org.apache.lucene.util.ResourceLoaderAware;

/**
 * Creates token filters of unic-analysis: one class per name, in {@link TokenFilterFactories}. A stream of unic-analysis merges the
 * filter into its chain, and {@link #create} returns that stream.
 */
public abstract class UnicTokenFilterFactory extends TokenFilterFactory implements ResourceLoaderAware {
    private final FactoryComponent component;
    private final boolean fitsNormalizer;

    UnicTokenFilterFactory(String name, boolean fitsNormalizer, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = new FactoryComponent(factoryOptions, UnicComponent::tokenFilter);
        this.fitsNormalizer = fitsNormalizer;
    }

    UnicTokenFilterFactory() {
        throw defaultCtorException();
    }

    @Override
    public final TokenStream create(TokenStream input) {
        return component.get().filter(input);
    }

    @Override
    public final TokenStream normalize(TokenStream input) {
        return fitsNormalizer ? create(input) : input;
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
     * The fingerprint of the filter and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return component.get().fingerprint();
    }
}
