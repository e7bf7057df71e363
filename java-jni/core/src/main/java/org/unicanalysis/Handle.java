package org.unicanalysis;

import java.lang.ref.Cleaner;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;

/**
 * A native object with a count of the calls that use it. It is freed when it has been closed (by its owner, or by the {@link
 * Cleaner} once the owner is unreachable) and the last of these calls has returned.
 */
final class Handle implements Runnable {
    /** Runs its own thread, which needs a permission under a security manager. */
    @SuppressWarnings("removal")
    private static final Cleaner CLEANER = AccessController.doPrivileged((PrivilegedAction<Cleaner>) Cleaner::create);

    private static final int CLOSED = 1 << 31;

    private final long address;
    private final LongConsumer free;
    private final String what;

    /** Number of calls that use the object; the highest bit is set once it is closed. */
    private final AtomicInteger uses = new AtomicInteger();

    private Handle(long address, LongConsumer free, String what) {
        this.address = address;
        this.free = free;
        this.what = what;
    }

    /** Registers a native object with its owner, whose {@code close} must call {@code clean} of the result. */
    static Owned own(Object owner, long address, LongConsumer free, String what) {
        Handle handle = new Handle(address, free, what);
        return new Owned(handle, CLEANER.register(owner, handle));
    }

    /** A handle and its cleaner. */
    record Owned(Handle handle, Cleaner.Cleanable cleanable) {}

    /** The address, for one call; {@link #release} must follow. */
    long acquire() {
        if (uses.incrementAndGet() < 0) {
            release();
            throw new IllegalStateException(what + " is closed");
        }
        return address;
    }

    /** Ends a call that {@link #acquire} began. */
    void release() {
        if (uses.decrementAndGet() == CLOSED) {
            freeOnce();
        }
    }

    /** Closes the object; called once, by the cleaner. */
    @Override
    public void run() {
        if (uses.getAndUpdate(count -> count | CLOSED) == 0) {
            freeOnce();
        }
    }

    /** A failed {@link #acquire} of a closed object reaches zero again, so the first call that sets the mark frees. */
    private void freeOnce() {
        if (uses.compareAndSet(CLOSED, CLOSED | FREED)) {
            free.accept(address);
        }
    }

    private static final int FREED = 1 << 30;
}
