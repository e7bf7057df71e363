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

    /** Bit of {@link #uses}: the object is closed, and no further call may use it. */
    private static final int CLOSED = 1 << 31;

    /** Bit of {@link #uses}: the object is freed. */
    private static final int FREED = 1 << 30;

    private final long address;
    private final LongConsumer free;

    /** The object in the messages of exceptions. */
    private final String name;

    /** Number of calls that use the object, and the bits above. */
    private final AtomicInteger uses = new AtomicInteger();

    private Cleaner.Cleanable cleanable;

    private Handle(long address, LongConsumer free, String name) {
        this.address = address;
        this.free = free;
        this.name = name;
    }

    /** Takes over a native object, which is closed once its owner is unreachable, or before by {@link #close}. */
    static Handle of(Object owner, long address, LongConsumer free, String name) {
        Handle handle = new Handle(address, free, name);
        handle.cleanable = CLEANER.register(owner, handle);
        return handle;
    }

    /** Closes the object: it is freed now, or by the last call that uses it. Further calls do nothing. */
    void close() {
        cleanable.clean();
    }

    /** The address, for one call; {@link #release} must follow. */
    long acquire() {
        if (uses.incrementAndGet() < 0) {
            release();
            throw new IllegalStateException(name + " is closed");
        }
        return address;
    }

    /** Ends a call that {@link #acquire} began. */
    void release() {
        if (uses.decrementAndGet() == CLOSED) {
            freeOnce();
        }
    }

    /** The action of the cleaner, which runs once. */
    @Override
    public void run() {
        if (uses.getAndUpdate(count -> count | CLOSED) == 0) {
            freeOnce();
        }
    }

    /** Frees the object unless another call has: each failed {@link #acquire} of a closed object leads here again. */
    private void freeOnce() {
        if (uses.compareAndSet(CLOSED, CLOSED | FREED)) {
            free.accept(address);
        }
    }
}
