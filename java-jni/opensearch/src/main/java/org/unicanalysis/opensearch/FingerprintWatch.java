package org.unicanalysis.opensearch;

import java.util.Set;
import java.util.TreeSet;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.apache.lucene.search.SortField;
import org.opensearch.common.logging.HeaderWarning;
import org.opensearch.index.IndexService;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.shard.IndexEventListener;
import org.opensearch.index.shard.SearchOperationListener;
import org.opensearch.search.internal.SearchContext;

/**
 * Warns in the log when an index opens on this node or other fingerprints are stored with it, and in the header of searches that sort.
 * Nothing is blocked. There is one instance per index.
 */
final class FingerprintWatch implements IndexEventListener, SearchOperationListener {
    private static final Logger LOGGER = LogManager.getLogger(FingerprintWatch.class);

    /** Keys of parts of the index. */
    private volatile Set<String> changed = Set.of();

    @Override
    public void afterIndexCreated(IndexService index) {
        check(index);
        // On another thread: cluster states are applied on the one that calls this, and components may be compiled.
        index.getIndexSettings()
                .getScopedSettings()
                .addSettingsUpdateConsumer(
                        Fingerprints.SETTING, stored -> index.getThreadPool().generic().execute(() -> check(index)));
    }

    /** Compares the stored fingerprints. One at a time, so that the result is that of the newest state. */
    private synchronized void check(IndexService index) {
        Set<String> compared;
        try {
            // The mapping, too: the mapper service gets it after the index is created.
            compared = new TreeSet<>(Fingerprints.changed(index.getIndexSettings().getIndexMetadata()));
        } catch (RuntimeException error) {
            // A failure of the check must not fail the shard.
            LOGGER.warn("the fingerprints of {} can't be compared", index.index(), error);
            return;
        }
        if (compared.equals(changed)) {
            return;
        }
        changed = compared;
        if (!compared.isEmpty()) {
            LOGGER.warn(
                    "{}: these analyzers and fields produce different tokens or keys than at the creation of the index; reindex, or go back to"
                            + " the library that created it: {}",
                    index.index(),
                    compared);
        }
    }

    /** Warns of a search that sorts by keys which may belong to another order. */
    @Override
    public void onPreQueryPhase(SearchContext search) {
        if (changed.isEmpty() || search.sort() == null) {
            return;
        }
        for (SortField sorted : search.sort().sort.getSort()) {
            MappedFieldType field = sorted.getField() == null ? null : search.mapperService().fieldType(sorted.getField());
            if (field == null) {
                continue;
            }
            String what = null;
            if (changed.contains(PartDefinition.fieldKey(field.name()))) {
                what = "other keys";
            } else if (field.indexAnalyzer() != null && changed.contains(PartDefinition.analyzerKey(field.indexAnalyzer().name()))) {
                what = "other keys of the analyzer [" + field.indexAnalyzer().name() + "]";
            }
            if (what != null) {
                HeaderWarning.addWarning("[" + sorted.getField() + "] of " + search.indexShard().shardId().getIndex() + " was indexed with " + what
                        + " than this node makes: the order may be wrong until it is reindexed");
            }
        }
    }
}
