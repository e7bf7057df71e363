package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.RestRequest.Method;
import org.unicanalysis.UnicAnalysis;
import org.unicanalysis.opensearch.Fingerprints.Stored;

/** {@code GET _plugins/unic/fingerprints}: the indices built with other tokens or keys than this node produces. */
final class FingerprintsAction extends NodeRestHandler {
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
        Map<String, IndexMetadata> indices = new TreeMap<>();
        for (IndexMetadata index : metadata) {
            indices.put(index.getIndex().getName(), index);
        }
        json.startObject();
        json.field("version", Library.isLoaded() ? UnicAnalysis.version() : null);
        json.startObject("indices");
        for (Map.Entry<String, IndexMetadata> index : indices.entrySet()) {
            Map<String, PartDefinition> parts = Fingerprints.parts(index.getValue());
            if (!parts.isEmpty()) {
                index(index.getKey(), parts, Fingerprints.stored(index.getValue().getSettings()), json);
            }
        }
        json.endObject().endObject();
    }

    /** An index with parts of unic-analysis. Without the library nothing is compared: {@code current} and {@code matches} are null. */
    private static void index(
            String name, Map<String, PartDefinition> parts, Map<String, Stored> stored, XContentBuilder json) throws IOException {
        Map<String, String> current = new TreeMap<>();
        if (Library.isLoaded()) {
            parts.forEach((key, part) -> current.put(key, part.fingerprint()));
        }
        json.startObject(name);
        json.field("matches", matches(parts.keySet(), parts, stored, current));
        for (String kind : List.of("analyzer", "normalizer", "field")) {
            json.startObject(kind + "s");
            for (Map.Entry<String, PartDefinition> part : parts.entrySet()) {
                String key = part.getKey();
                if (key.startsWith(kind + "/")) {
                    Stored before = stored.get(key);
                    json.startObject(key.substring(kind.length() + 1));
                    json.field("stored", before == null || before.isOutdated(part.getValue()) ? null : before.fingerprint());
                    json.field("current", current.get(key));
                    json.field("matches", matches(Set.of(key), parts, stored, current));
                    json.endObject();
                }
            }
            json.endObject();
        }
        json.endObject();
    }

    /** Whether all of some parts have their stored fingerprints; null without the library. */
    private static Boolean matches(
            Set<String> keys, Map<String, PartDefinition> parts, Map<String, Stored> stored, Map<String, String> current) {
        if (!Library.isLoaded()) {
            return null;
        }
        return keys.stream().allMatch(key -> Fingerprints.matches(parts.get(key), stored.get(key), current.get(key)));
    }
}
