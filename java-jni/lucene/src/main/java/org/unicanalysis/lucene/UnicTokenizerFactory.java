package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.util.AttributeFactory;

/** Creates tokenizers of unic-analysis: one class per name, in {@link Tokenizers}. */
public abstract class UnicTokenizerFactory extends TokenizerFactory {
    private final UnicComponent component;

    UnicTokenizerFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions factoryOptions = new FactoryOptions(name, arguments, getOriginalArgs());
        component = UnicComponent.tokenizer(factoryOptions.definition, factoryOptions.options);
    }

    UnicTokenizerFactory() {
        throw defaultCtorException();
    }

    @Override
    public final UnicTokenizer create(AttributeFactory factory) {
        return component.createTokenizer(factory);
    }

    /**
     * The fingerprint of the tokenizer and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return component.fingerprint();
    }
}
