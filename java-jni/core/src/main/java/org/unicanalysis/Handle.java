package org.unicanalysis;

import java.lang.ref.Cleaner;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A native object and who uses it. It is freed when it has been closed (by its owner, or by the {@link Cleaner} once the
 * owner is unreachable) and the last call that uses it is back.
 */
final class Handle implements Runnable {
    /** Has a thread of its own, which a security manager asks about. */
    @SuppressWarnings("removal")
    private static final Cleaner CLEANER = AccessController.doPrivileged((PrivilegedAction<Cleaner>) Cleaner::create);

    private static final int CLOSED = 1 << 31;

    private final long address;
    private final LongConsumer free;
    private final String what;

    /** How many calls use the object; the highest bit is set once it is closed. */
    private final AtomicInteger uses = new AtomicInteger();

    private Handle(long address, LongConsumer free, String what) {
        this.address = address;
        this.free = free;
        this.what = what;
    }

    /** Puts a native object under an owner. The owner's {@code close} runs the answer's {@code clean}. */
    static Owned own(Object owner, long address, LongConsumer free, String what) {
        Handle handle = new Handle(address, free, what);
        return new Owned(handle, CLEANER.register(owner, handle));
    }

    /** A handle and what closes it. */
    record Owned(Handle handle, Cleaner.Cleanable cleanable) {}

    /** The address, for one call; {@link #release} must follow. */
    long acquire() {
        if (uses.incrementAndGet() < 0) {
            release();
            throw new IllegalStateException(what + " is closed");
        }
        return address;
    }

    /** The call is back. */
    void release() {
        if (uses.decrementAndGet() == CLOSED) {
            freeOnce();
        }
    }

    /** Closes: called once by the cleaner. */
    @Override
    public void run() {
        if (uses.getAndUpdate(count -> count | CLOSED) == 0) {
            freeOnce();
        }
    }

    /** A failed {@link #acquire} of a closed object passes zero again, so the first one to set the mark frees. */
    private void freeOnce() {
        if (uses.compareAndSet(CLOSED, CLOSED | FREED)) {
            free.accept(address);
        }
    }

    private static final int FREED = 1 << 30;
}
