package org.unicanalysis.opensearch;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.util.BytesRef;
import org.unicanalysis.Analyzer;
import org.unicanalysis.SortKeys;

/** Key makers of an analyzer, one for each thread that needs one at a time. */
final class KeyPool {
    private static final int KEPT = 16;

    private final Analyzer analyzer;
    private final ConcurrentLinkedQueue<SortKeys> free = new ConcurrentLinkedQueue<>();

    KeyPool(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    BytesRef key(String text) {
        SortKeys keys = take();
        try {
            return new BytesRef(keys.key(text));
        } finally {
            give(keys);
        }
    }

    SortKeys.Range prefixRange(String text) {
        SortKeys keys = take();
        try {
            return keys.prefixRange(text, SortKeys.Strength.PRIMARY);
        } finally {
            give(keys);
        }
    }

    private SortKeys take() {
        SortKeys keys = free.poll();
        return keys == null ? analyzer.sortKeys() : keys;
    }

    private void give(SortKeys keys) {
        if (free.size() < KEPT) {
            free.add(keys);
        } else {
            keys.close();
        }
    }
}
