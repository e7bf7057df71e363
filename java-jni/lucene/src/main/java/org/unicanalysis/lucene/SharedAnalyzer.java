package org.unicanalysis.lucene;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.unicanalysis.Analyzer;
import org.unicanalysis.CharFilters;
import org.unicanalysis.SortKeys;
import org.unicanalysis.TokenCursor;
import org.unicanalysis.TokenFilters;

/**
 * A native analyzer with a pool of its idle native objects. Lucene keeps a stream per thread, analyzer and index; a stream of
 * unic-analysis borrows native objects only from {@code reset} to {@code close}, so their number is that of the active threads,
 * independent of the number of indices.
 */
final class SharedAnalyzer {
    private static final char[] NO_TEXT = {};

    /** After a longer text, the native buffers would be kept until the next text of the same object, which may never come. */
    private static final int MAX_KEPT_UNITS = 1 << 17;

    private final Analyzer analyzer;
    private final Idle<TokenCursor> cursors = new Idle<>(SharedAnalyzer::cursor);
    private final Idle<TokenFilters> filters = new Idle<>(Analyzer::tokenFilters);
    private final Idle<SortKeys> keys = new Idle<>(Analyzer::sortKeys);
    private final Idle<CharFilters> charFilters = new Idle<>(Analyzer::charFilters);

    /** Null until they are first used. */
    private volatile String fingerprint;

    private volatile SharedAnalyzer normalizer;

    SharedAnalyzer(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    /** The native analyzer; must not be closed. */
    Analyzer analyzer() {
        return analyzer;
    }

    String fingerprint() {
        if (fingerprint == null) {
            fingerprint = analyzer.fingerprint();
        }
        return fingerprint;
    }

    /**
     * The parts for a part of a text, as in prefix queries. Threads that call it at once may each create a normalizer: their terms are
     * equal, and the {@code Cleaner} frees those that are not stored.
     */
    SharedAnalyzer normalizer() {
        SharedAnalyzer known = normalizer;
        if (known == null) {
            known = new SharedAnalyzer(analyzer.normalizer());
            normalizer = known;
        }
        return known;
    }

    private static TokenCursor cursor(Analyzer analyzer) {
        TokenCursor cursor = analyzer.tokens();
        cursor.setUtf8(true);
        return cursor;
    }

    TokenCursor takeCursor() {
        return cursors.take();
    }

    /** @param units the length of the last text in UTF-16 units */
    void release(TokenCursor cursor, int units) {
        cursor.setText(NO_TEXT, 0); // so that the pool does not keep the text
        cursors.put(cursor, units);
    }

    TokenFilters takeFilters() {
        return filters.take();
    }

    /** @param units the length of the longest batch of terms in UTF-16 units */
    void release(TokenFilters used, int units) {
        filters.put(used, units);
    }

    SortKeys takeKeys() {
        return keys.take();
    }

    /** @param units the length of the longest text in UTF-16 units */
    void release(SortKeys used, int units) {
        keys.put(used, units);
    }

    CharFilters takeCharFilters() {
        return charFilters.take();
    }

    /** @param units the length of the last text in UTF-16 units */
    void release(CharFilters used, int units) {
        charFilters.put(used, units);
    }

    /** A pool of idle objects; surplus objects and those with large buffers are freed. */
    private final class Idle<T extends AutoCloseable> {
        private static final int MAX_KEPT = 64;

        private final Function<Analyzer, T> make;

        /** The common case of one thread takes an atomic exchange and allocates nothing. */
        private final AtomicReference<T> first = new AtomicReference<>();

        private final ArrayBlockingQueue<T> others = new ArrayBlockingQueue<>(MAX_KEPT);

        Idle(Function<Analyzer, T> make) {
            this.make = make;
        }

        T take() {
            T idle = first.getAndSet(null);
            if (idle == null) {
                idle = others.poll();
            }
            return idle == null ? make.apply(analyzer) : idle;
        }

        /** @param units the length of the longest text since it was taken */
        void put(T used, int units) {
            if (units <= MAX_KEPT_UNITS && (first.compareAndSet(null, used) || others.offer(used))) {
                return;
            }
            try {
                used.close();
            } catch (Exception error) {
                throw new IllegalStateException(error);
            }
        }
    }
}
