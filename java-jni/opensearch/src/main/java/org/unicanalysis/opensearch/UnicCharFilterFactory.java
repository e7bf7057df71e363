package org.unicanalysis.opensearch;

import java.io.Reader;
import org.opensearch.index.analysis.AbstractCharFilterFactory;
import org.opensearch.index.analysis.NormalizingCharFilterFactory;
import org.unicanalysis.lucene.UnicComponent;

/** A char filter of unic-analysis; all of them are allowed in a normalizer. */
final class UnicCharFilterFactory extends AbstractCharFilterFactory implements NormalizingCharFilterFactory {
    private final UnicComponent component;

    UnicCharFilterFactory(ComponentRequest source) {
        super(source.index(), source.name());
        component = Library.isLoaded()
                ? source.compile("char_filter", () -> UnicComponent.charFilter(source.definition(), source.options()))
                : null;
        if (component != null) {
            source.warn("char_filter", component.warnings());
        }
    }

    @Override
    public Reader create(Reader text) {
        return component == null ? UnavailableComponents.charFilter(text) : component.filter(text);
    }
}
