package org.unicanalysis.lucene;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.unicanalysis.Analyzer;
import org.unicanalysis.Options;

/**
 * Native analyzers, keyed by definition: equal definitions with files of equal contents share one, and so do chains of equal components. It
 * is freed when the last object that holds it is unreachable.
 */
final class SharedAnalyzers {
    /**
     * The definition of an analyzer, or the components of a chain.
     *
     * @param definition JSON; empty for chains
     * @param name the analyzer in the definition; empty for chains
     * @param isLenient whether unknown options are warnings
     * @param fingerprints of the analyzer, or of the components; they cover the contents of files
     */
    private record Key(String definition, String name, boolean isLenient, String fingerprints) {}

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

    /** The analyzer of a chain. No file is read, and nothing is compiled: that happened when its components were created. */
    static SharedAnalyzer forChain(Chain chain) {
        SharedAnalyzer only = chain.only();
        return only != null ? only : findOrJoin(chain);
    }

    private static synchronized SharedAnalyzer findOrJoin(Chain chain) {
        Key key = new Key("", "", false, chain.fingerprints());
        SharedAnalyzer analyzer = find(key);
        return analyzer != null ? analyzer : add(key, chain.join());
    }

    /**
     * The analyzer of a definition. It is compiled at every call: only its fingerprint tells whether its files are those of an existing
     * one.
     */
    static SharedAnalyzer forDefinition(String definition, String name, Options options) {
        Analyzer compiled = Analyzer.create(definition, name, options);
        return findOrAdd(new Key(definition, name, options.lenient(), compiled.fingerprint()), compiled);
    }

    private static synchronized SharedAnalyzer findOrAdd(Key key, Analyzer compiled) {
        SharedAnalyzer analyzer = find(key);
        if (analyzer == null) {
            return add(key, compiled);
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

    private static SharedAnalyzer add(Key key, Analyzer compiled) {
        SharedAnalyzer analyzer = new SharedAnalyzer(compiled);
        ENTRIES.put(key, new Entry(key, analyzer, GONE));
        return analyzer;
    }
}
