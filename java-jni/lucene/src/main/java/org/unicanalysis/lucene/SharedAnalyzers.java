package org.unicanalysis.lucene;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.unicanalysis.Analyzer;
import org.unicanalysis.Options;

/**
 * Native analyzers by what they are: of equal definitions with files of equal contents there is one, and of chains with equal
 * components. It is freed when the last of those who hold it is unreachable.
 */
final class SharedAnalyzers {
    /**
     * What an analyzer is.
     *
     * @param definition empty for chains
     * @param name of the analyzer in the definition
     * @param isLenient which decides on the warnings
     * @param content fingerprints, which cover the contents of files
     */
    private record Key(String definition, String name, boolean isLenient, String content) {}

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
    static SharedAnalyzer get(Chain chain) {
        SharedAnalyzer only = chain.only();
        return only != null ? only : joined(chain);
    }

    private static synchronized SharedAnalyzer joined(Chain chain) {
        Key key = new Key("", "", false, chain.content());
        SharedAnalyzer analyzer = find(key);
        return analyzer != null ? analyzer : keep(key, chain.join());
    }

    /** Compiles a definition and its files, even if that has been done before. */
    static SharedAnalyzer compile(String definition, String name, Options options) {
        Analyzer compiled = Analyzer.create(definition, name, options);
        return shared(new Key(definition, name, options.lenient(), compiled.fingerprint()), compiled);
    }

    private static synchronized SharedAnalyzer shared(Key key, Analyzer compiled) {
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
