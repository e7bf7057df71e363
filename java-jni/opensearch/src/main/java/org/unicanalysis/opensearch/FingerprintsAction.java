package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.RestRequest.Method;
import org.unicanalysis.UnicAnalysis;

/** {@code GET _plugins/unic/fingerprints}: the indices built with other tokens or keys than this node produces. */
final class FingerprintsAction extends MetadataRestHandler {
    @Override
    public String getName() {
        return "unic_fingerprints";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, "/_plugins/unic/fingerprints"),
                new Route(Method.GET, "/_plugins/unic/fingerprints/{index}"));
    }

    @Override
    void write(Metadata metadata, XContentBuilder json) throws IOException {
        Map<String, Settings> indices = new TreeMap<>();
        for (IndexMetadata index : metadata) {
            indices.put(index.getIndex().getName(), index.getSettings());
        }
        json.startObject();
        json.field("version", Library.isLoaded() ? UnicAnalysis.version() : null);
        json.startObject("indices");
        for (Map.Entry<String, Settings> index : indices.entrySet()) {
            index(index.getKey(), index.getValue(), json);
        }
        json.endObject().endObject();
    }

    /** An index with analyzers of unic-analysis. */
    private static void index(String name, Settings settings, XContentBuilder json) throws IOException {
        Map<String, String> stored = Fingerprints.stored(settings);
        Map<String, String> now = Fingerprints.now(settings);
        Set<String> analyzers = new TreeSet<>(stored.keySet());
        analyzers.addAll(now.keySet());
        if (analyzers.isEmpty()) {
            return;
        }
        json.startObject(name);
        json.field("matches", Fingerprints.changed(settings).isEmpty());
        json.startObject("analyzers");
        for (String analyzer : analyzers) {
            String before = stored.get(analyzer);
            json.startObject(analyzer);
            json.field("stored", before);
            json.field("current", now.get(analyzer));
            json.field("matches", before == null || before.equals(now.get(analyzer)));
            json.endObject();
        }
        json.endObject().endObject();
    }
}
