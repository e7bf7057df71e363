package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.opensearch.action.ActionRunnable;
import org.opensearch.action.admin.cluster.state.ClusterStateRequestBuilder;
import org.opensearch.action.admin.cluster.state.ClusterStateResponse;
import org.opensearch.action.support.IndicesOptions;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.core.common.Strings;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.BaseRestHandler;
import org.opensearch.rest.BytesRestResponse;
import org.opensearch.rest.RestRequest;
import org.opensearch.rest.action.RestActionListener;

/** Handles a request with the metadata of the indices. */
abstract class MetadataRestHandler extends BaseRestHandler {
    /** Writes the response. Not called on network threads. */
    abstract void write(Metadata metadata, XContentBuilder json) throws IOException;

    /** Gets the metadata of the indices that the request names, and writes the response on the executor. */
    final RestChannelConsumer respond(RestRequest request, ClusterStateRequestBuilder state, Executor executor) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index", "*"));
        return channel -> state.clear()
                .setMetadata(true)
                .setIndices(indices)
                .setIndicesOptions(IndicesOptions.strictExpandHidden())
                .execute(new RestActionListener<>(channel) {
                    @Override
                    protected void processResponse(ClusterStateResponse response) {
                        executor.execute(ActionRunnable.wrap(this, unused -> {
                            XContentBuilder json = channel.newBuilder();
                            write(response.getState().metadata(), json);
                            channel.sendResponse(new BytesRestResponse(RestStatus.OK, json));
                        }));
                    }
                });
    }
}
