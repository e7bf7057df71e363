//! Runs work on parts of borrowed data, each on a thread of its own. `thread::scope` would leave a handle in the
//! engine's thread, which leak checkers report.

#[cfg(all(feature = "c-allocator", unix))]
mod posix;
#[cfg(not(all(feature = "c-allocator", unix)))]
mod standard;

#[cfg(all(feature = "c-allocator", unix))]
use self::posix::PosixThread as Thread;
#[cfg(not(all(feature = "c-allocator", unix)))]
use self::standard::StandardThread as Thread;
use crate::memory;
use std::collections::VecDeque;
use std::panic::resume_unwind;

/// Stack size of a thread in bytes; making the key of any text takes a fraction of it.
const STACK: usize = 1 << 20;

/// Runs the caller's own work, and the work on each part on a thread of its own, or on the caller's thread if none can
/// be created. Returns the results in order; a panic of a thread propagates to the caller.
pub(crate) fn in_parallel<'p, T: Sync, R: Send>(
    own: impl FnOnce() -> R,
    parts: &'p [T],
    work: impl Fn(&'p T) -> R + Sync,
) -> Vec<R> {
    // Dropped before `work` and `parts`, also when a panic unwinds; dropping a thread joins it.
    let mut threads = VecDeque::with_capacity(parts.len());
    let mut results = Vec::with_capacity(parts.len() + 1);
    for part in parts {
        let work = &work;
        // SAFETY: the thread is joined before `work` and `parts` are dropped.
        threads.push_back(unsafe { Thread::start(STACK, memory::part_of_call(move || work(part))) });
    }
    results.push(own());
    for part in parts {
        results.push(match threads.pop_front().flatten().and_then(Thread::join) {
            Some((result, ran_out)) => {
                memory::mark(ran_out);
                result.unwrap_or_else(|panic| resume_unwind(panic))
            }
            None => work(part),
        });
    }
    results
}
