package org.unicanalysis.opensearch;

import org.opensearch.client.node.NodeClient;
import org.opensearch.rest.RestRequest;

/** A {@link MetadataRestHandler} on a node. The lines of the engine differ in the package of the client. */
abstract class NodeRestHandler extends MetadataRestHandler {
    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        return respond(request, client.admin().cluster().prepareState(), client.threadPool().generic());
    }
}
