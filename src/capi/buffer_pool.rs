//! Buffers that the calls on one object share: a call takes one, and puts it back for the next one.
//!
//! They belong to the object, not to the thread: registering the destructor of a thread-local variable allocates, and
//! the C library ends the process if that fails.

use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The number of buffers that are kept: calls of so many threads at once find one each.
const MAX_KEPT_BUFFERS: usize = 8;

/// The buffers that no call uses; a slot is null if it has none.
pub(crate) struct BufferPool<B> {
    slots: [AtomicPtr<B>; MAX_KEPT_BUFFERS],
}

impl<B: Default + Send> BufferPool<B> {
    pub(crate) fn new() -> BufferPool<B> {
        BufferPool { slots: [const { AtomicPtr::new(ptr::null_mut()) }; MAX_KEPT_BUFFERS] }
    }

    /// Kept buffers, or new ones.
    pub(crate) fn take(&self) -> Box<B> {
        let kept =
            self.slots.iter().map(|slot| slot.swap(ptr::null_mut(), Ordering::Acquire)).find(|kept| !kept.is_null());
        match kept {
            // SAFETY: a pointer in a slot is from `Box::into_raw`, and the swap leaves it to this thread alone.
            Some(kept) => unsafe { Box::from_raw(kept) },
            None => Box::default(),
        }
    }

    /// Keeps buffers, unless all slots have some.
    pub(crate) fn put(&self, buffers: Box<B>) {
        let buffers = Box::into_raw(buffers);
        let is_kept = |slot: &AtomicPtr<B>| {
            slot.compare_exchange(ptr::null_mut(), buffers, Ordering::Release, Ordering::Relaxed).is_ok()
        };
        if !self.slots.iter().any(is_kept) {
            // SAFETY: from `Box::into_raw` above, and in no slot.
            drop(unsafe { Box::from_raw(buffers) });
        }
    }
}

impl<B> Drop for BufferPool<B> {
    fn drop(&mut self) {
        for slot in &mut self.slots {
            let kept = std::mem::replace(slot.get_mut(), ptr::null_mut());
            if !kept.is_null() {
                // SAFETY: from `Box::into_raw`; no other thread has the pool.
                drop(unsafe { Box::from_raw(kept) });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_taken_once_and_kept_up_to_the_number_of_slots() {
        let pool: BufferPool<Vec<u8>> = BufferPool::new();
        let taken: Vec<_> = (0..MAX_KEPT_BUFFERS as u8 + 2).map(|number| (number, pool.take())).collect();
        for (number, mut buffers) in taken {
            buffers.push(number);
            pool.put(buffers);
        }
        let mut kept: Vec<_> = (0..MAX_KEPT_BUFFERS + 1).map(|_| pool.take().first().copied()).collect();
        kept.sort_unstable();
        assert_eq!(kept, [None].into_iter().chain((0..MAX_KEPT_BUFFERS as u8).map(Some)).collect::<Vec<_>>());
    }
}
