package org.unicanalysis.lucene;

import java.util.Map;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.util.AttributeFactory;

/** Makes tokenizers of ours: one class per name, in {@link Tokenizers}. */
public abstract class UnicTokenizerFactory extends TokenizerFactory {
    private final Chain chain;

    /** Keeps the native analyzer while the factory lives. */
    private final org.unicanalysis.Analyzer analyzer;

    UnicTokenizerFactory(String name, Map<String, String> arguments) {
        super(arguments);
        FactoryOptions told = new FactoryOptions(name, arguments);
        chain = Chain.ofTokenizer(told.part, told.options);
        analyzer = SharedAnalyzers.get(chain);
    }

    UnicTokenizerFactory() {
        throw defaultCtorException();
    }

    @Override
    public final UnicTokenizer create(AttributeFactory factory) {
        return new UnicTokenizer(factory, chain);
    }

    /**
     * The fingerprint of the tokenizer and its options.
     *
     * @return as {@link org.unicanalysis.Analyzer#fingerprint}
     */
    public final String fingerprint() {
        return analyzer.fingerprint();
    }
}
