package org.unicanalysis.lucene;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.unicanalysis.Analyzer;
import org.unicanalysis.SortKeys;
import org.unicanalysis.TokenCursor;
import org.unicanalysis.TokenFilters;

/**
 * A native analyzer and what was made of it and is idle. Lucene keeps a stream for each thread and each analyzer of each
 * index; a stream of ours holds something native only from {@code reset} to {@code close}, so there are as many native
 * objects as threads at work, however many indices a node has.
 */
final class SharedAnalyzer {
    private static final char[] NO_TEXT = {};

    private final Analyzer analyzer;
    private final Idle<TokenCursor> cursors = new Idle<>(SharedAnalyzer::cursor);
    private final Idle<TokenFilters> filters = new Idle<>(Analyzer::tokenFilters);
    private final Idle<SortKeys> keys = new Idle<>(Analyzer::sortKeys);

    SharedAnalyzer(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    /** Not to be closed. */
    Analyzer analyzer() {
        return analyzer;
    }

    private static TokenCursor cursor(Analyzer analyzer) {
        TokenCursor cursor = analyzer.tokens();
        cursor.setUtf8(true);
        return cursor;
    }

    TokenCursor takeCursor() {
        return cursors.take();
    }

    void giveBack(TokenCursor cursor) {
        cursor.setText(NO_TEXT, 0); // lets go of the text
        cursors.give(cursor);
    }

    TokenFilters takeFilters() {
        return filters.take();
    }

    void giveBack(TokenFilters used) {
        filters.give(used);
    }

    SortKeys takeKeys() {
        return keys.take();
    }

    void giveBack(SortKeys used) {
        keys.give(used);
    }

    /** What is idle; beyond a number it is freed. */
    private final class Idle<T extends AutoCloseable> {
        private static final int KEPT = 64;

        private final Function<Analyzer, T> make;

        /** One thread at a time is the usual case: an exchange, and nothing is allocated. */
        private final AtomicReference<T> first = new AtomicReference<>();

        private final ArrayBlockingQueue<T> others = new ArrayBlockingQueue<>(KEPT);

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

        void give(T used) {
            if (first.compareAndSet(null, used) || others.offer(used)) {
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
