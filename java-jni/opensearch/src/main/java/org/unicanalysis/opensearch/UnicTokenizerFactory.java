package org.unicanalysis.opensearch;

import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.TokenStream;
import org.opensearch.index.analysis.AbstractTokenizerFactory;
import org.unicanalysis.lucene.UnicComponent;

/** A tokenizer of unic-analysis. */
final class UnicTokenizerFactory extends AbstractTokenizerFactory {
    private final UnicComponent component;

    UnicTokenizerFactory(ComponentRequest source) {
        super(source.index(), source.settings(), source.name());
        component = Library.isLoaded()
                ? source.compile("tokenizer", () -> UnicComponent.tokenizer(source.definition(), source.options()))
                : null;
        if (component != null) {
            source.warn("tokenizer", component.warnings());
        }
    }

    @Override
    public Tokenizer create() {
        return component == null
                ? UnavailableComponents.tokenizer()
                : component.createTokenizer(TokenStream.DEFAULT_TOKEN_ATTRIBUTE_FACTORY);
    }
}
