package org.unicanalysis.opensearch;

import java.util.List;
import java.util.Set;
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
 * Warns in the log when an index opens on this node, and in the header of searches that sort. Nothing is blocked. There is one
 * instance per index.
 */
final class FingerprintWatch implements IndexEventListener, SearchOperationListener {
    private static final Logger LOGGER = LogManager.getLogger(FingerprintWatch.class);

    /** Keys of parts of the index. */
    private volatile Set<String> changed = Set.of();

    @Override
    public void afterIndexCreated(IndexService index) {
        List<String> changed;
        try {
            // The mapping, too: the mapper service gets it after this call.
            changed = Fingerprints.changed(index.getIndexSettings().getIndexMetadata());
        } catch (RuntimeException error) {
            // A failure of the check must not fail the shard.
            LOGGER.warn("the fingerprints of {} can't be compared", index.index(), error);
            return;
        }
        this.changed = Set.copyOf(changed);
        if (!changed.isEmpty()) {
            LOGGER.warn(
                    "{}: these analyzers and fields produce different tokens or keys than at the creation of the index; reindex, or go back to"
                            + " the library that created it: {}",
                    index.index(),
                    changed);
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
