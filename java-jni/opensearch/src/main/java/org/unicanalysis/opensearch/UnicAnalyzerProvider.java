package org.unicanalysis.opensearch;

import org.apache.lucene.analysis.Analyzer;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.opensearch.index.analysis.AnalyzerScope;
import org.opensearch.index.analysis.NamedAnalyzer;
import org.opensearch.index.mapper.TextFieldMapper;
import org.unicanalysis.lucene.UnicAnalyzer;

/** An analyzer of unic-analysis. */
final class UnicAnalyzerProvider extends AbstractIndexAnalyzerProvider<Analyzer> {
    private final Analyzer analyzer;

    UnicAnalyzerProvider(ComponentRequest source) {
        super(source.index(), source.name(), source.settings());
        analyzer = Library.isLoaded()
                ? withGap(source.name(), source.compile("analyzer", () -> compiled(source)))
                : UnavailableComponents.analyzer();
    }

    private static Analyzer withGap(String name, UnicAnalyzer analyzer) {
        int gap = analyzer.nativeAnalyzer().positionIncrementGap();
        return gap < 0 ? analyzer : new WithGap(name, analyzer, gap);
    }

    private static UnicAnalyzer compiled(ComponentRequest source) {
        // The analyzer `hyphen` may refer to filters of the index definition.
        boolean namesOthers = source.settings().hasValue("filter")
                || source.settings().hasValue("char_filter")
                || !source.settings().getAsList("filter").isEmpty()
                || !source.settings().getAsList("char_filter").isEmpty();
        Settings analysis = source.index().getSettings().getByPrefix("index.analysis.");
        UnicAnalyzer analyzer = namesOthers
                ? new UnicAnalyzer(
                        "{\"analysis\":" + ComponentRequest.json(analysis) + "}", source.name(), source.options())
                : new UnicAnalyzer(source.definition(), null, source.options());
        source.warn("analyzer", analyzer.nativeAnalyzer().warnings());
        return analyzer;
    }

    /**
     * An analyzer whose definition has a {@code position_increment_gap}. The engine replaces the gap of every analyzer that is not {@code
     * custom}, unless it is a named analyzer whose gap is the engine's default: for that it passes the analyzer's own name as the field. So
     * that very object has the default, and every field has the gap of the definition.
     */
    private static final class WithGap extends NamedAnalyzer {
        WithGap(String name, Analyzer analyzer, int gap) {
            super(name, AnalyzerScope.INDEX, analyzer, gap);
        }

        @Override
        @SuppressWarnings("StringEquality")
        public int getPositionIncrementGap(String field) {
            return field == name() ? TextFieldMapper.Defaults.POSITION_INCREMENT_GAP : super.getPositionIncrementGap(field);
        }
    }

    @Override
    public Analyzer get() {
        return analyzer;
    }
}
