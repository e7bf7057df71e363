package org.unicanalysis.opensearch;

import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.opensearch.index.analysis.AbstractTokenFilterFactory;
import org.opensearch.index.analysis.NormalizingTokenFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.unicanalysis.lucene.UnicComponent;

/** A token filter of unic-analysis. */
class UnicTokenFilterFactory extends AbstractTokenFilterFactory {
    private static final Set<String> FIT_NORMALIZER = Set.of("normalizer", "folding", "transform");

    private final UnicComponent component;

    private UnicTokenFilterFactory(ComponentSource source) {
        super(source.index(), source.name(), source.settings());
        component = source.isAvailable()
                ? source.compile("filter", () -> UnicComponent.tokenFilter(source.definition(), source.options()))
                : null;
        if (component != null) {
            source.warn("filter", component.warnings());
        }
    }

    static TokenFilterFactory create(ComponentSource source) {
        String type = source.type().substring(source.type().indexOf('_') + 1);
        return FIT_NORMALIZER.contains(type) ? new Normalizing(source) : new UnicTokenFilterFactory(source);
    }

    @Override
    public TokenStream create(TokenStream input) {
        Library.require();
        return component.filter(input);
    }

    /** A token filter that is allowed in a normalizer. */
    private static final class Normalizing extends UnicTokenFilterFactory implements NormalizingTokenFilterFactory {
        Normalizing(ComponentSource source) {
            super(source);
        }
    }
}
