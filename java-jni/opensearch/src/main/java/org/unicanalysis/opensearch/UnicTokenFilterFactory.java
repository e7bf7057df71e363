package org.unicanalysis.opensearch;

import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.opensearch.index.analysis.AbstractTokenFilterFactory;
import org.opensearch.index.analysis.NormalizingTokenFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.unicanalysis.lucene.UnicComponent;

/** A token filter of unic-analysis. */
class UnicTokenFilterFactory extends AbstractTokenFilterFactory {
    /** The filters that normalizers may have, as in the native option table. A node that starts without the library needs them too. */
    static final Set<String> FIT_NORMALIZER = Set.of("normalizer", "folding", "transform");

    private static final String KEEP_ORIGINAL = "keep_original";

    private final ComponentRequest source;
    private final UnicComponent component;

    private UnicTokenFilterFactory(ComponentRequest source) {
        super(source.index(), source.name(), source.settings());
        this.source = source;
        component = Library.isLoaded()
                ? source.compile("filter", () -> UnicComponent.tokenFilter(source.definition(), source.options()))
                : null;
        if (component != null) {
            source.warn("filter", component.warnings());
        }
    }

    static TokenFilterFactory create(ComponentRequest source) {
        String type = source.type().substring(source.type().indexOf('_') + 1);
        if (!FIT_NORMALIZER.contains(type)) {
            return new UnicTokenFilterFactory(source);
        }
        boolean keepsOriginal = !source.settings().get(KEEP_ORIGINAL, "false").equals("false");
        return keepsOriginal ? new KeepingOriginal(source) : new Normalizing(source);
    }

    @Override
    public TokenStream create(TokenStream input) {
        return component == null ? UnavailableComponents.filter(input) : component.filter(input);
    }

    /**
     * The filter over the terms of synonym rules, of which each must be one token: without the forms that {@code hyphen} adds, and without
     * the originals that {@code keep_original} keeps.
     */
    @Override
    public TokenFilterFactory getSynonymFilter() {
        if (source.type().equals("hyphen")) {
            return IDENTITY_FILTER;
        }
        return source.settings().hasValue(KEEP_ORIGINAL) ? create(source.without(KEEP_ORIGINAL)) : this;
    }

    /** A token filter that emits two terms for one: the engine refuses it in a normalizer, and parts of terms become one term. */
    private static final class KeepingOriginal extends UnicTokenFilterFactory {
        private TokenFilterFactory normalizing;

        KeepingOriginal(ComponentRequest source) {
            super(source);
        }

        @Override
        public synchronized TokenStream normalize(TokenStream input) {
            if (normalizing == null) {
                normalizing = getSynonymFilter();
            }
            return normalizing.create(input);
        }
    }

    /** A token filter that is allowed in a normalizer. */
    private static final class Normalizing extends UnicTokenFilterFactory implements NormalizingTokenFilterFactory {
        Normalizing(ComponentRequest source) {
            super(source);
        }
    }
}
