package org.unicanalysis.opensearch;

import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * A key that a node without the library can't make: the document fails when it is indexed. A failure while it is parsed would count as an
 * error of the document, and a shard that recovers from its translog skips such documents, also acknowledged ones.
 */
final class UnavailableKeyField extends Field {
    UnavailableKeyField(String name, IndexableFieldType type) {
        super(name, type);
    }

    @Override
    public BytesRef binaryValue() {
        Library.require();
        throw new IllegalStateException("[" + name() + "] has no key, but the library is loaded");
    }
}
