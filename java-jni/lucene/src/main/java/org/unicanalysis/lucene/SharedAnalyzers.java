package org.unicanalysis.lucene;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.unicanalysis.Analyzer;
import org.unicanalysis.Options;

/**
 * Native analyzers by their definition: chains that are told the same share one, and it is freed when the last of them is
 * gone.
 */
final class SharedAnalyzers {
    private record Key(String definition, String name, Options options) {}

    private static final class Entry extends WeakReference<Analyzer> {
        private final Key key;

        Entry(Key key, Analyzer analyzer, ReferenceQueue<Analyzer> gone) {
            super(analyzer, gone);
            this.key = key;
        }
    }

    private static final Map<Key, Entry> ENTRIES = new HashMap<>();
    private static final ReferenceQueue<Analyzer> GONE = new ReferenceQueue<>();

    private SharedAnalyzers() {}

    static Analyzer get(Chain chain) {
        return get(chain.definition(), "a", chain.options());
    }

    static synchronized Analyzer get(String definition, String name, Options options) {
        while (GONE.poll() instanceof Entry entry) {
            ENTRIES.remove(entry.key, entry);
        }
        Key key = new Key(definition, name, options);
        Entry entry = ENTRIES.get(key);
        Analyzer analyzer = entry == null ? null : entry.get();
        if (analyzer == null) {
            analyzer = Analyzer.create(definition, name, options);
            ENTRIES.put(key, new Entry(key, analyzer, GONE));
        }
        return analyzer;
    }
}
