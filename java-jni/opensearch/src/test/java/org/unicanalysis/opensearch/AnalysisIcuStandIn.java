package org.unicanalysis.opensearch;

import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.opensearch.index.analysis.AbstractTokenFilterFactory;
import org.opensearch.index.analysis.TokenFilterFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.opensearch.plugins.AnalysisPlugin;
import org.opensearch.plugins.Plugin;

/**
 * A substitute for {@code analysis-icu}, whose zip is not on Maven Central: registers a name of that plugin, which is the only
 * conflict that a node detects between two plugins.
 */
public final class AnalysisIcuStandIn extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
                "icu_normalizer",
                (index, environment, name, settings) -> new AbstractTokenFilterFactory(index, name, settings) {
                    @Override
                    public TokenStream create(TokenStream input) {
                        return input;
                    }
                });
    }
}
