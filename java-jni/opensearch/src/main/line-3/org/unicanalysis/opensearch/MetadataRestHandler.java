package org.unicanalysis.opensearch;

import java.io.IOException;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestActionListener;
import org.opensearch.transport.client.node.NodeClient;

/** Handles a request with the metadata of the indices. The lines of the engine differ only in the package of the client. */
abstract class MetadataRestHandler extends BaseRestHandler {
    /** Writes the response. Not called on network threads. */
    abstract void write(Metadata metadata, XContentBuilder json) throws IOException;

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index", "*"));
        return channel -> client.admin()
                .cluster()
                .prepareState()
                .clear()
                .setMetadata(true)
                .setIndices(indices)
                .setIndicesOptions(IndicesOptions.strictExpand())
                .execute(new RestActionListener<>(channel) {
                    @Override
                    protected void processResponse(org.opensearch.action.admin.cluster.state.ClusterStateResponse state) {
                        client.threadPool().generic().execute(ActionRunnable.wrap(this, unused -> {
                            XContentBuilder json = channel.newBuilder();
                            write(state.getState().metadata(), json);
                            channel.sendResponse(new BytesRestResponse(RestStatus.OK, json));
                        }));
                    }
                });
    }
}
