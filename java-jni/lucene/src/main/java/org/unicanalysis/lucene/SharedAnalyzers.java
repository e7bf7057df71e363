package org.unicanalysis.lucene;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.unicanalysis.Analyzer;
import org.unicanalysis.Options;

/**
 * Native analyzers by their definition and the contents of its files: chains with equal definitions share one, which is freed
 * when the last of them is unreachable.
 */
final class SharedAnalyzers {
    /** {@code content} are fingerprints, which cover the contents of files. */
    private record Key(String definition, String name, Options options, String content) {}

    private static final class Entry extends WeakReference<SharedAnalyzer> {
        private final Key key;

        Entry(Key key, SharedAnalyzer analyzer, ReferenceQueue<SharedAnalyzer> gone) {
            super(analyzer, gone);
            this.key = key;
        }
    }

    private static final Map<Key, Entry> ENTRIES = new HashMap<>();
    private static final ReferenceQueue<SharedAnalyzer> GONE = new ReferenceQueue<>();

    private SharedAnalyzers() {}

    /** The analyzer of a chain whose parts have been compiled separately before. */
    static synchronized SharedAnalyzer get(Chain chain) {
        Key key = new Key(chain.definition(), "a", chain.options(), chain.content());
        SharedAnalyzer analyzer = find(key);
        return analyzer != null ? analyzer : keep(key, Analyzer.create(key.definition(), "a", key.options()));
    }

    /** Compiles a definition and its files, even if that has been done before. */
    static synchronized SharedAnalyzer compile(String definition, String name, Options options) {
        Analyzer compiled = Analyzer.create(definition, name, options);
        Key key = new Key(definition, name, options, compiled.fingerprint());
        SharedAnalyzer analyzer = find(key);
        if (analyzer == null) {
            return keep(key, compiled);
        }
        compiled.close();
        return analyzer;
    }

    private static SharedAnalyzer find(Key key) {
        while (GONE.poll() instanceof Entry entry) {
            ENTRIES.remove(entry.key, entry);
        }
        Entry entry = ENTRIES.get(key);
        return entry == null ? null : entry.get();
    }

    private static SharedAnalyzer keep(Key key, Analyzer compiled) {
        SharedAnalyzer analyzer = new SharedAnalyzer(compiled);
        ENTRIES.put(key, new Entry(key, analyzer, GONE));
        return analyzer;
    }
}
