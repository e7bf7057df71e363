package org.unicanalysis.lucene;

import java.util.HashMap;
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
    private static final String KEEP_ORIGINAL = "keep_original";

    private final FactoryComponent component;

    /** The filter of {@link #normalize}, which gives one term: without the originals. Null if the filter does not fit a normalizer. */
    private final FactoryComponent normalizing;

    UnicTokenFilterFactory(String name, boolean fitsNormalizer, Map<String, String> arguments) {
        super(arguments);
        Map<String, String> others = new HashMap<>(arguments);
        boolean keepsOriginal = others.remove(KEEP_ORIGINAL) != null;
        component = compile(name, arguments);
        normalizing = !fitsNormalizer ? null : keepsOriginal ? compile(name, others) : component;
    }

    private FactoryComponent compile(String name, Map<String, String> arguments) {
        return new FactoryComponent(new FactoryOptions(name, arguments, getOriginalArgs()), UnicComponent::tokenFilter);
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
        return normalizing == null ? input : normalizing.get().filter(input);
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
        if (normalizing != null) {
            normalizing.inform(loader);
        }
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
