package org.unicanalysis;

/**
 * A running analyzer: any number of texts, one at a time, in one thread at a time. Most texts take one native call; nothing
 * is allocated per token.
 */
public final class TokenCursor extends PackedTokens implements AutoCloseable {
    private final Handle handle;

    /** The copy of a text that is no array. */
    private char[] copy = new char[256];
    private int length;
    private State state = State.IDLE;

    /**
     * Whether a text has run. Direct calls hold up the garbage collector, and a first text may unpack the dictionary of its script. Later
     * texts are not examined: the first one of the process with another such script unpacks its dictionary in a direct call.
     */
    private boolean hasStarted;

    /** Whether a short text may take milliseconds or more. */
    private final boolean mayTakeLong;

    private enum State {
        IDLE,
        SET,
        RUNNING,
        ENDED
    }

    TokenCursor(Analyzer analyzer) {
        handle = Handle.of(this, Analyzer.make(analyzer, Native::streamCreate), Native::streamFree, "the cursor");
        mayTakeLong = analyzer.mayTakeLong();
        clear();
    }

    /**
     * Starts a text and drops the rest of the previous one.
     *
     * @param text the text; unpaired surrogates count as U+FFFD
     */
    public void setText(CharSequence text) {
        int units = text.length();
        if (copy.length < units || copy.length > MAX_KEPT) {
            copy = new char[Math.max(256, units)];
        }
        copyUnits(text, units, copy);
        setText(copy, units);
    }

    /**
     * Starts a text that is not copied: terms are read from the array, so it must remain unchanged until the last token.
     *
     * @param text an array that starts with the text
     * @param length length of the text in UTF-16 units
     */
    public void setText(char[] text, int length) {
        if (length < 0 || length > text.length) {
            throw new IndexOutOfBoundsException("length " + length + " of an array of " + text.length);
        }
        if (text != copy && copy.length > MAX_KEPT) {
            copy = new char[256];
        }
        if (terms.length > MAX_KEPT) {
            terms = new char[TERMS];
        }
        if (utf8.length > 2 * MAX_KEPT) {
            requestUtf8(true);
        }
        this.text = text;
        this.length = length;
        state = State.SET;
        clear();
    }

    /**
     * Requests terms in UTF-8 as well, for {@link #utf8}: the native side encodes them faster than Java. Off by default.
     *
     * @param requested from the next text on
     * @throws IllegalStateException if the text has tokens left
     */
    public void setUtf8(boolean requested) {
        if (state == State.SET || state == State.RUNNING) {
            throw new IllegalStateException("the text has tokens left");
        }
        requestUtf8(requested);
    }

    /**
     * The array that contains the term in UTF-8, at {@link #utf8Offset}; empty unless {@link #setUtf8} has requested it.
     *
     * @return an array of the cursor; its contents change with the next token
     */
    public byte[] utf8() {
        return utf8;
    }

    /**
     * The offset of the term in {@link #utf8}.
     *
     * @return in bytes
     */
    public int utf8Offset() {
        return utf8Start();
    }

    /**
     * The length of the term in {@link #utf8}.
     *
     * @return in bytes
     */
    public int utf8Length() {
        return utf8ByteLength();
    }

    /**
     * Advances to the next token.
     *
     * @return false after the last one, on every further call as well
     * @throws IllegalStateException if no text is set, or if the cursor is closed and tokens would have to be read from the library
     * @throws IllegalArgumentException when the char filters make the text longer than the limit allows, or transform rules do not
     *     terminate on it
     */
    public boolean next() {
        while (!step()) {
            if (state == State.ENDED || state == State.RUNNING && !hasMore()) {
                state = State.ENDED;
                return false;
            }
            fetch();
        }
        return true;
    }

    /**
     * Gets the next tokens. It is called once for most texts, so that the compiler leaves it a method of its own, in which it inlines the
     * whole native call: in {@link #next}, that would be code that runs rarely.
     */
    private void fetch() {
        if (state == State.IDLE) {
            throw new IllegalStateException("no text is set");
        }
        boolean first = state == State.SET;
        state = State.IDLE; // should the call fail
        long address = handle.acquire();
        try {
            // All threads wait for a direct call if the garbage collector runs.
            boolean isDirect = hasStarted && !mayTakeLong && length <= DirectCalls.MAX_TEXT_LENGTH;
            Native.check(!first ? next(address) : isDirect ? startShort(address) : start(address));
            hasStarted = true;
        } finally {
            handle.release();
        }
        readHeader();
        state = State.RUNNING;
    }

    private int startShort(long address) {
        if (DirectCalls.STREAM_START == null) {
            return start(address);
        }
        try {
            return (int) DirectCalls.STREAM_START.invokeExact(
                    address, text, length, numbers, numbers.length, terms, terms.length, utf8, utf8.length);
        } catch (Throwable thrown) {
            throw DirectCalls.fault(thrown);
        }
    }

    private int start(long address) {
        return Native.streamStart(
                address, text, length, numbers, numbers.length, terms, terms.length, utf8, utf8.length);
    }

    private int next(long address) {
        return Native.streamNext(address, numbers, numbers.length, terms, terms.length, utf8, utf8.length);
    }

    /**
     * The final offset.
     *
     * @return in UTF-16 units
     * @throws IllegalStateException before {@link #next} has returned false
     */
    public int finalOffset() {
        return atEnd(Native.FINAL_OFFSET);
    }

    /**
     * The number of positions removed after the last token.
     *
     * @return 0 or more
     * @throws IllegalStateException before {@link #next} has returned false
     */
    public int positionGap() {
        return atEnd(Native.POSITION_GAP);
    }

    private int atEnd(int field) {
        if (state != State.ENDED) {
            throw new IllegalStateException("the text has tokens left, or none is set");
        }
        return numbers[field];
    }

    /** Frees the cursor; further calls do nothing. */
    @Override
    public void close() {
        handle.close();
    }
}
