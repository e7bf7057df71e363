package org.unicanalysis.opensearch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.routing.IndexRoutingTable;
import org.opensearch.cluster.routing.RecoverySource;
import org.opensearch.cluster.routing.ShardRouting;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.core.index.Index;
import org.opensearch.threadpool.ThreadPool;
import org.unicanalysis.opensearch.Fingerprints.Stored;

/**
 * Stores the fingerprints of the parts of an index that are new or have another definition: of a mapping, or of the analysis settings of a
 * closed index. Those of all other parts stay. Runs on the elected node; fingerprints are computed outside of the thread that applies
 * cluster states.
 */
public final class FingerprintRenewal extends AbstractLifecycleComponent implements ClusterStateListener {
    private static final Logger LOGGER = LogManager.getLogger(FingerprintRenewal.class);

    private final ClusterService cluster;
    private final ThreadPool threads;

    /**
     * Created by the engine.
     *
     * @param cluster reports changes
     * @param threads computes fingerprints
     */
    @Inject
    public FingerprintRenewal(ClusterService cluster, ThreadPool threads) {
        this.cluster = cluster;
        this.threads = threads;
    }

    @Override
    protected void doStart() {
        cluster.addListener(this);
    }

    @Override
    protected void doStop() {
        cluster.removeListener(this);
    }

    @Override
    protected void doClose() {}

    /** An index before (null if it is new) and after a change. */
    private record Change(IndexMetadata before, IndexMetadata after) {}

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (!event.localNodeClusterManager() || !event.metadataChanged() || !Library.isLoaded()) {
            return;
        }
        List<Change> changes = new ArrayList<>();
        for (IndexMetadata index : event.state().metadata()) {
            IndexMetadata before = event.previousState().metadata().index(index.getIndex());
            boolean hasChanged = before == null
                    ? isCreated(event.state().routingTable().index(index.getIndex()))
                    : before.getSettingsVersion() != index.getSettingsVersion() || before.getMappingVersion() != index.getMappingVersion();
            if (hasChanged) {
                changes.add(new Change(before, index));
            }
        }
        if (!changes.isEmpty()) {
            threads.generic().execute(() -> renew(changes));
        }
    }

    /**
     * Whether an index that was not there before is a new one, and not restored, copied or imported: its tokens are made by this library.
     */
    private static boolean isCreated(IndexRoutingTable index) {
        ShardRouting primary = index == null || index.shard(0) == null ? null : index.shard(0).primaryShard();
        RecoverySource source = primary == null ? null : primary.recoverySource();
        return source != null && source.getType() == RecoverySource.Type.EMPTY_STORE;
    }

    private void renew(List<Change> changes) {
        Map<Index, Map<String, Stored>> computed = new HashMap<>();
        for (Change change : changes) {
            try {
                Map<String, PartDefinition> parts = Fingerprints.parts(change.after);
                Map<String, Stored> stored = Fingerprints.stored(change.after.getSettings());
                Map<String, PartDefinition> changed = changedParts(change, parts, stored);
                if (!changed.isEmpty() || !parts.keySet().containsAll(stored.keySet())) {
                    computed.put(change.after.getIndex(), Fingerprints.computed(changed));
                }
            } catch (RuntimeException error) {
                LOGGER.warn("the fingerprints of {} can't be computed", change.after.getIndex(), error);
            }
        }
        if (!computed.isEmpty()) {
            cluster.submitStateUpdateTask("unic-fingerprints", new Store(computed));
        }
    }

    /** The parts that are new or have another definition. */
    private static Map<String, PartDefinition> changedParts(
            Change change, Map<String, PartDefinition> parts, Map<String, Stored> stored) {
        Map<String, PartDefinition> before = change.before == null ? Map.of() : Fingerprints.parts(change.before);
        Map<String, PartDefinition> changed = new TreeMap<>(parts);
        changed.keySet().removeIf(key -> {
            Stored old = stored.get(key);
            if (old != null && !old.digest().isEmpty()) {
                // Not compared with the index before: it may be a closed one that a snapshot has replaced.
                return !old.isOutdated(parts.get(key));
            }
            // A fingerprint that came with the index stays; a part of an older index without one gets none.
            boolean isKnown = change.before == null ? old != null : before.containsKey(key);
            return isKnown && (change.before == null || before.get(key).json().equals(parts.get(key).json()));
        });
        return changed;
    }

    /** Stores fingerprints, if the parts still have the definitions that they were computed for. */
    private static final class Store extends ClusterStateUpdateTask {
        private final Map<Index, Map<String, Stored>> computed;

        Store(Map<Index, Map<String, Stored>> computed) {
            this.computed = computed;
        }

        @Override
        public ClusterState execute(ClusterState state) {
            Metadata.Builder metadata = null;
            for (Map.Entry<Index, Map<String, Stored>> entry : computed.entrySet()) {
                IndexMetadata index = state.metadata().index(entry.getKey());
                IndexMetadata updated = index == null ? null : withFingerprints(index, entry.getValue());
                if (updated != null) {
                    metadata = metadata == null ? Metadata.builder(state.metadata()) : metadata;
                    metadata.put(updated, true);
                }
            }
            return metadata == null ? state : ClusterState.builder(state).metadata(metadata).build();
        }

        /** The index with its new fingerprints; null if nothing is new. */
        private static IndexMetadata withFingerprints(IndexMetadata index, Map<String, Stored> computed) {
            Map<String, PartDefinition> parts = Fingerprints.parts(index);
            Map<String, Stored> before = Fingerprints.stored(index.getSettings());
            Map<String, Stored> after = new TreeMap<>(before);
            after.keySet().retainAll(parts.keySet());
            computed.forEach((key, fingerprint) -> {
                if (parts.containsKey(key) && !fingerprint.isOutdated(parts.get(key))) {
                    after.put(key, fingerprint);
                }
            });
            if (after.equals(before)) {
                return null;
            }
            return IndexMetadata.builder(index)
                    .settings(Fingerprints.put(after, index.getSettings()))
                    .settingsVersion(index.getSettingsVersion() + 1)
                    .build();
        }

        @Override
        public void onFailure(String source, Exception error) {
            LOGGER.warn("the fingerprints of {} were not stored; the next change of a definition tries again", computed.keySet(), error);
        }
    }
}
