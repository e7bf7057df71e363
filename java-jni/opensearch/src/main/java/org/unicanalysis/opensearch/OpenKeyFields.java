package org.unicanalysis.opensearch;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexService;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.indices.cluster.IndicesClusterStateService.AllocatedIndices.IndexRemovalReason;
import org.unicanalysis.lucene.UnicAnalyzer;

/**
 * The analyzers of the key fields of the indices that are open on this node. The engine parses the whole mapping at each of its changes:
 * an analyzer that is found here keeps the rules of its file as they were when the index was opened.
 */
final class OpenKeyFields implements IndexEventListener {
    /** By the UUID of the index. The mapping of an open index holds its analyzers; those of mappings that are refused are freed. */
    private final Map<String, Map<KeyField, WeakReference<UnicAnalyzer>>> indices = new ConcurrentHashMap<>();

    private record KeyField(String path, String definition) {}

    @Override
    public void afterIndexCreated(IndexService index) {
        // A closed index is checked with the files as they are before it is opened.
        if (index.getIndexSettings().getIndexMetadata().getState() == IndexMetadata.State.OPEN) {
            indices.put(index.indexUUID(), new HashMap<>());
        }
    }

    @Override
    public void afterIndexRemoved(Index index, IndexSettings settings, IndexRemovalReason reason) {
        indices.remove(index.getUUID());
    }

    /**
     * The analyzer of a key field.
     *
     * @param index settings of the index
     * @param path the full name of the field
     * @param definition of its analyzer
     * @param compile reads the files of the definition
     * @return the same analyzer while the index is open on this node; a new one if it is not
     */
    UnicAnalyzer get(Settings index, String path, String definition, Supplier<UnicAnalyzer> compile) {
        Map<KeyField, WeakReference<UnicAnalyzer>> fields = indices.get(index.get(IndexMetadata.SETTING_INDEX_UUID, ""));
        if (fields == null) {
            return compile.get();
        }
        KeyField field = new KeyField(path, definition);
        synchronized (fields) {
            WeakReference<UnicAnalyzer> known = fields.get(field);
            UnicAnalyzer analyzer = known == null ? null : known.get();
            if (analyzer == null) {
                analyzer = compile.get();
                fields.values().removeIf(reference -> reference.get() == null);
                fields.put(field, new WeakReference<>(analyzer));
            }
            return analyzer;
        }
    }
}
