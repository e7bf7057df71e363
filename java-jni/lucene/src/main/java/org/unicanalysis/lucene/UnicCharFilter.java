package org.unicanalysis.lucene;

import java.io.IOException;
import java.io.Reader;
import java.util.function.Function;
import org.apache.lucene.analysis.CharFilter;
import org.unicanalysis.CharFilters;
import org.unicanalysis.FilteredText;

/**
 * Char filters of unic-analysis. Before a tokenizer of another library, the whole text goes through one native call at the
 * first read. A following tokenizer or char filter of unic-analysis merges them into its chain instead, if nothing was read.
 */
public final class UnicCharFilter extends CharFilter {
    private final Chain chain;
    private final Function<Chain, SharedAnalyzer> analyzers;
    private final Reader source;
    private FilteredText filtered;
    private int at;

    /**
     * Applies char filters.
     *
     * @param input the text
     * @param chain the char filters
     * @param analyzers finds the analyzer of the chain, or of the chain merged with char filters before it
     */
    UnicCharFilter(Reader input, Chain chain, Function<Chain, SharedAnalyzer> analyzers) {
        super(input);
        this.analyzers = analyzers;
        if (input instanceof UnicCharFilter before && before.canMerge()) {
            this.chain = chain.after(before.chain);
            this.source = before.source();
        } else {
            this.chain = chain;
            this.source = input;
        }
    }

    /** Whether a chain can run these char filters itself: nothing has been read from this reader. */
    boolean canMerge() {
        return filtered == null;
    }

    Chain chain() {
        return chain;
    }

    /** The reader that the char filters read from. */
    Reader source() {
        return source;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (filtered == null) {
            TextBuffer original = new TextBuffer();
            original.read(source);
            SharedAnalyzer shared = analyzers.apply(chain);
            CharFilters filters = shared.takeCharFilters();
            try {
                filtered = filters.filter(original.text(), original.length());
            } finally {
                shared.release(filters, original.length());
            }
        }
        char[] text = filtered.chars();
        if (length == 0) {
            return 0;
        }
        if (at == text.length) {
            return -1;
        }
        int count = Math.min(length, text.length - at);
        System.arraycopy(text, at, target, offset, count);
        at += count;
        return count;
    }

    /** Maps an offset to the source. Merged char filters have read nothing and need no correction. */
    @Override
    protected int correct(int offset) {
        return filtered == null ? offset : filtered.original(offset);
    }
}
