package org.unicanalysis.opensearch;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.analysis.AbstractIndexAnalyzerProvider;
import org.unicanalysis.lucene.UnicAnalyzer;

/** An analyzer of unic-analysis. */
final class UnicAnalyzerProvider extends AbstractIndexAnalyzerProvider<Analyzer> {
    private final Analyzer analyzer;

    UnicAnalyzerProvider(ComponentSource source) {
        super(source.index(), source.name(), source.settings());
        analyzer = source.isAvailable() ? source.compile("analyzer", () -> compiled(source)) : new Missing();
    }

    private static UnicAnalyzer compiled(ComponentSource source) {
        // The analyzer `hyphen` may refer to filters of the index definition.
        boolean namesOthers = source.settings().hasValue("filter")
                || source.settings().hasValue("char_filter")
                || !source.settings().getAsList("filter").isEmpty()
                || !source.settings().getAsList("char_filter").isEmpty();
        Settings analysis = source.index().getSettings().getByPrefix("index.analysis.");
        UnicAnalyzer analyzer = namesOthers
                ? new UnicAnalyzer(
                        "{\"analysis\":" + ComponentSource.json(analysis) + "}", source.name(), source.options())
                : new UnicAnalyzer(source.definition(), null, source.options());
        source.warn("analyzer", analyzer.nativeAnalyzer().warnings());
        return analyzer;
    }

    /** An analyzer that cannot be built: it fails with the reason at its first use. */
    private static final class Missing extends Analyzer {
        @Override
        protected TokenStreamComponents createComponents(String field) {
            // The engine creates a stream of each analyzer as a check.
            return new TokenStreamComponents(new Tokenizer() {
                @Override
                public final boolean incrementToken() throws IOException {
                    if (input.read() >= 0) {
                        Library.require();
                    }
                    return false;
                }
            });
        }
    }

    @Override
    public Analyzer get() {
        return analyzer;
    }
}
