package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.util.AttributeFactory;
import org.apache.lucene.util.ResourceLoader;
import org.apache.lucene.util.ResourceLoaderAware;

/** Creates tokenizers of unic-analysis: one class per name, in {@link TokenizerFactories}. */
public abstract class UnicTokenizerFactory extends TokenizerFactory implements ResourceLoaderAware {
    private final FactoryComponent component;

    UnicTokenizerFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = new FactoryComponent(factoryOptions, UnicComponent::tokenizer);
    }

    UnicTokenizerFactory() {
        throw defaultCtorException();
    }

    /**
     * Creates a tokenizer.
     *
     * @param factory makes the attributes that {@link TokenAttributeImpl} does not have
     */
    @Override
    public final UnicTokenizer create(AttributeFactory factory) {
        return component.get().createTokenizer(factory);
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
     * The fingerprint of the tokenizer and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return component.get().fingerprint();
    }
}
