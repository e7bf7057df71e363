package org.unicanalysis;

/** The char filters of an analyzer, which return the filtered text with its offset map. Used by one thread at a time. */
public final class CharFilters implements AutoCloseable {
    private final Handle handle;

    CharFilters(Analyzer analyzer) {
        handle = Handle.of(
                this, Analyzer.make(analyzer, Native::charFilterCreate), Native::charFilterFree, "the char filters");
    }

    /**
     * Runs the char filters over a text.
     *
     * @param text an array that starts with the text
     * @param length length of the text in UTF-16 units
     * @return the filtered text
     */
    public FilteredText filter(char[] text, int length) {
        if (length < 0 || length > text.length) {
            throw new IndexOutOfBoundsException("length " + length + " of an array of " + text.length);
        }
        long address = handle.acquire();
        try {
            char[] changed = new char[Native.check(Native.charFilterRun(address, text, length))];
            int[] map = new int[Native.check(Native.charFilterMapLength(address))];
            Native.check(Native.charFilterTake(address, changed, changed.length, map, map.length));
            return new FilteredText(changed, map);
        } finally {
            handle.release();
        }
    }

    /** Frees the filters; further calls do nothing. */
    @Override
    public void close() {
        handle.close();
    }
}
