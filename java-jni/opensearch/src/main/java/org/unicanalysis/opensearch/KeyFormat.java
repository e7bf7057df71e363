package org.unicanalysis.opensearch;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.index.fielddata.FieldData;
import org.opensearch.index.fielddata.SortedBinaryDocValues;
import org.opensearch.search.DocValueFormat;

/**
 * Formats sort keys as hexadecimal digits: in {@code sort} arrays, for {@code search_after}, as keys of buckets, in scripts. They are
 * valid in JSON, compare like the keys, and people can read, compare and paste them. Nothing here is native: a node without the library
 * formats the keys of other nodes.
 */
final class KeyFormat implements DocValueFormat {
    static final String NAME = "unic_key";
    static final KeyFormat INSTANCE = new KeyFormat();

    private KeyFormat() {}

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public void writeTo(StreamOutput out) {}

    @Override
    public String format(BytesRef key) {
        return HexFormat.of().formatHex(key.bytes, key.offset, key.offset + key.length);
    }

    /** The formatted keys of documents, for scripts. */
    static SortedBinaryDocValues formatted(SortedSetDocValues keys) {
        SortedBinaryDocValues values = FieldData.toString(keys);
        return new SortedBinaryDocValues() {
            @Override
            public boolean advanceExact(int document) throws IOException {
                return values.advanceExact(document);
            }

            @Override
            public int docValueCount() {
                return values.docValueCount();
            }

            @Override
            public BytesRef nextValue() throws IOException {
                return new BytesRef(INSTANCE.format(values.nextValue()));
            }
        };
    }

    @Override
    public BytesRef parseBytesRef(String text) {
        try {
            return new BytesRef(HexFormat.of().parseHex(text));
        } catch (IllegalArgumentException noDigits) {
            throw new IllegalArgumentException("[" + text + "] is no sort key in hexadecimal digits", noDigits);
        }
    }
}
