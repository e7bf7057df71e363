package org.unicanalysis.opensearch;

import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.unicanalysis.lucene.UnicAnalyzer;

/** An analyzer of ours. */
final class UnicAnalyzerProvider extends AbstractIndexAnalyzerProvider<UnicAnalyzer> {
    private final UnicAnalyzer analyzer;

    UnicAnalyzerProvider(ComponentSource source) {
        super(source.index(), source.name(), source.settings());
        // The analyzer `hyphen` may name filters that stand beside it in the index definition.
        boolean namesOthers = source.settings().hasValue("filter")
                || source.settings().hasValue("char_filter")
                || !source.settings().getAsList("filter").isEmpty()
                || !source.settings().getAsList("char_filter").isEmpty();
        if (namesOthers) {
            Settings analysis = source.index().getSettings().getByPrefix("index.analysis.");
            analyzer = new UnicAnalyzer(
                    "{\"analysis\":" + ComponentSource.json(analysis) + "}", source.name(), source.options());
        } else {
            analyzer = new UnicAnalyzer(source.definition(), null, source.options());
        }
        source.warn(analyzer.nativeAnalyzer().warnings());
    }

    @Override
    public UnicAnalyzer get() {
        return analyzer;
    }
}
