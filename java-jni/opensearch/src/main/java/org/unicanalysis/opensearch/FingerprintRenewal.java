package org.unicanalysis.opensearch;

import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.cluster.ClusterChangedEvent;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.ClusterStateListener;
import org.opensearch.cluster.ClusterStateUpdateTask;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.inject.Inject;
import org.opensearch.common.lifecycle.AbstractLifecycleComponent;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.index.Index;

/** Renews the fingerprints when the analysis settings of a closed index have changed; runs on the elected node. */
public final class FingerprintRenewal extends AbstractLifecycleComponent implements ClusterStateListener {
    private static final Logger LOGGER = LogManager.getLogger(FingerprintRenewal.class);

    private final ClusterService cluster;

    /**
     * Created by the engine.
     *
     * @param cluster reports changes
     */
    @Inject
    public FingerprintRenewal(ClusterService cluster) {
        this.cluster = cluster;
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

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (!event.localNodeClusterManager() || !event.metadataChanged() || !Library.isLoaded()) {
            return;
        }
        List<Index> outdated = new ArrayList<>();
        for (IndexMetadata index : event.state().metadata()) {
            IndexMetadata before = event.previousState().metadata().index(index.getIndex());
            boolean hasChanged = before == null || before.getSettingsVersion() != index.getSettingsVersion();
            if (hasChanged && Fingerprints.isOfAnotherDefinition(index.getSettings())) {
                outdated.add(index.getIndex());
            }
        }
        if (!outdated.isEmpty()) {
            cluster.submitStateUpdateTask("unic-fingerprints", new Renew(outdated));
        }
    }

    private static final class Renew extends ClusterStateUpdateTask {
        private final List<Index> indices;

        Renew(List<Index> indices) {
            this.indices = indices;
        }

        @Override
        public ClusterState execute(ClusterState state) {
            Metadata.Builder metadata = Metadata.builder(state.metadata());
            for (Index name : indices) {
                IndexMetadata index = state.metadata().index(name);
                if (index != null && Fingerprints.isOfAnotherDefinition(index.getSettings())) {
                    metadata.put(renewed(index), true);
                }
            }
            return ClusterState.builder(state).metadata(metadata).build();
        }

        private static IndexMetadata renewed(IndexMetadata index) {
            Settings.Builder settings = Settings.builder().put(index.getSettings());
            settings.remove(Fingerprints.SETTING.getKey());
            settings.remove(Fingerprints.DEFINITION.getKey());
            settings.put(Fingerprints.kept(index.getSettings()));
            return IndexMetadata.builder(index)
                    .settings(settings)
                    .settingsVersion(index.getSettingsVersion() + 1)
                    .build();
        }

        @Override
        public void onFailure(String source, Exception error) {
            LOGGER.warn("the fingerprints of {} were not renewed; the next change of their settings tries again", indices, error);
        }
    }
}
