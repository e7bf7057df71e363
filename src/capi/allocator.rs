//! The allocator of the shared and the static library: the system's, and a reserve for when that has nothing left.
//!
//! Most allocations of a call are small and can't report a failure: Rust ends the process when one does. So a failed one is
//! served from a reserve of memory that was asked for before and never touched, and the thread is marked. The call ends at
//! its next checkpoint with OUT_OF_MEMORY, gives back what it took, and a call that finds the reserve too empty is refused
//! before it begins. What lives longer than the call (tables that are made once) may stay in the reserve.
//!
//! Free blocks of the reserve form a list in the order of their addresses, first fit, neighbours joined. It is slow, and used
//! only when memory has run out.

use crate::memory::CALL;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The reserve grows by this; address space only, until memory runs out.
const REGION: usize = 64 << 20;
/// A call begins only when the reserve has as much.
const NEEDED: usize = 32 << 20;
/// Larger requests are refused: they are for buffers that grow with a text, whose code can take it.
const LARGEST: usize = 16 << 20;
/// All blocks are multiples of this, aligned to it.
const GRAIN: usize = 16;
const MOST_REGIONS: usize = 16;

/// The library's allocator.
struct Reserved;

#[global_allocator]
static ALLOCATOR: Reserved = Reserved;

static RESERVE: Reserve = Reserve {
    is_locked: AtomicBool::new(false),
    free: AtomicUsize::new(0),
    low: AtomicUsize::new(usize::MAX),
    high: AtomicUsize::new(0),
    inside: UnsafeCell::new(Inside { first: null_mut(), regions: [0; MOST_REGIONS], count: 0 }),
};

/// Whether a call may begin: there is reserve enough, or it can be had.
#[inline]
pub(crate) fn is_ready() -> bool {
    RESERVE.free.load(Ordering::Relaxed) >= NEEDED || RESERVE.refill()
}

struct Reserve {
    is_locked: AtomicBool,
    /// Free bytes, of all blocks together.
    free: AtomicUsize,
    /// Between these addresses all regions lie, and maybe memory of others.
    low: AtomicUsize,
    high: AtomicUsize,
    inside: UnsafeCell<Inside>,
}

/// What the lock protects.
struct Inside {
    first: *mut FreeBlock,
    /// Where the regions begin.
    regions: [usize; MOST_REGIONS],
    count: usize,
}

struct FreeBlock {
    size: usize,
    next: *mut FreeBlock,
}

// SAFETY: `inside` is reached through `with` only, one thread at a time.
unsafe impl Sync for Reserve {}

impl Reserve {
    fn with<R>(&self, work: impl FnOnce(&mut Inside) -> R) -> R {
        while self.is_locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::thread::yield_now();
        }
        // SAFETY: the lock is ours, and `work` (of this file) neither panics nor allocates by Rust's allocator.
        let result = work(unsafe { &mut *self.inside.get() });
        self.is_locked.store(false, Ordering::Release);
        result
    }

    #[cold]
    fn refill(&self) -> bool {
        self.with(|inside| self.free.load(Ordering::Relaxed) >= NEEDED || self.grow(inside))
    }

    /// One more region from the system.
    fn grow(&self, inside: &mut Inside) -> bool {
        let Some(place) = inside.regions.get_mut(inside.count) else { return false };
        let Ok(layout) = Layout::from_size_align(REGION, GRAIN) else { return false };
        // SAFETY: the size is not 0.
        let region = unsafe { System.alloc(layout) };
        if region.is_null() {
            return false;
        }
        *place = region as usize;
        inside.count += 1;
        self.low.fetch_min(region as usize, Ordering::Relaxed);
        self.high.fetch_max(region as usize + REGION, Ordering::Relaxed);
        // SAFETY: a new region, all of it ours.
        unsafe { inside.give(region, REGION) };
        self.free.fetch_add(REGION, Ordering::Relaxed);
        true
    }

    #[cold]
    fn take(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LARGEST || layout.align() > 4096 {
            return null_mut();
        }
        self.with(|inside| {
            // SAFETY: the list is that of this reserve.
            let mut block = unsafe { inside.take(rounded(layout), layout.align()) };
            if block.is_null() && self.grow(inside) {
                // SAFETY: as above.
                block = unsafe { inside.take(rounded(layout), layout.align()) };
            }
            if !block.is_null() {
                self.free.fetch_sub(rounded(layout), Ordering::Relaxed);
            }
            block
        })
    }

    /// Whether a block came from here. A block's owner sees the regions that there were when it was made.
    #[inline]
    fn owns(&self, block: *mut u8) -> bool {
        let address = block as usize;
        let may_be = address >= self.low.load(Ordering::Relaxed) && address < self.high.load(Ordering::Relaxed);
        may_be && self.is_in_a_region(address)
    }

    fn is_in_a_region(&self, address: usize) -> bool {
        self.with(|inside| {
            inside.regions.iter().take(inside.count).any(|start| (*start..*start + REGION).contains(&address))
        })
    }

    #[cold]
    fn give_back(&self, block: *mut u8, layout: Layout) {
        self.with(|inside| {
            // SAFETY: a block of that size came from `take`.
            unsafe { inside.give(block, rounded(layout)) };
            self.free.fetch_add(rounded(layout), Ordering::Relaxed);
        });
    }
}

fn rounded(layout: Layout) -> usize {
    layout.size().max(1).next_multiple_of(GRAIN)
}

impl Inside {
    /// # Safety
    /// The list is sound.
    unsafe fn take(&mut self, size: usize, align: usize) -> *mut u8 {
        let mut link: *mut *mut FreeBlock = &raw mut self.first;
        // SAFETY: all blocks of the list are free memory of the regions, at least a `FreeBlock` large and aligned to it.
        unsafe {
            while !(*link).is_null() {
                let block = *link;
                let (start, length, next) = (block.cast::<u8>(), (*block).size, (*block).next);
                let before = (start as usize).next_multiple_of(align) - start as usize;
                if length < before + size {
                    link = &raw mut (*block).next;
                    continue;
                }
                let mut rest = next;
                if length > before + size {
                    rest = start.add(before + size).cast::<FreeBlock>();
                    rest.write(FreeBlock { size: length - before - size, next });
                }
                if before > 0 {
                    block.write(FreeBlock { size: before, next: rest });
                } else {
                    *link = rest;
                }
                return start.add(before);
            }
        }
        null_mut()
    }

    /// # Safety
    /// The memory lies in a region, is not in the list, and nobody uses it; `size` is a multiple of `GRAIN`.
    unsafe fn give(&mut self, memory: *mut u8, size: usize) {
        let block = memory.cast::<FreeBlock>();
        let mut before: *mut FreeBlock = null_mut();
        let mut next = self.first;
        // SAFETY: as in `take`; neighbours are joined where they touch.
        unsafe {
            while !next.is_null() && next < block {
                before = next;
                next = (*next).next;
            }
            block.write(FreeBlock { size, next });
            if !next.is_null() && memory.add(size) == next.cast::<u8>() {
                block.write(FreeBlock { size: size + (*next).size, next: (*next).next });
            }
            if before.is_null() {
                self.first = block;
            } else if before.cast::<u8>().add((*before).size) == memory {
                (*before).size += (*block).size;
                (*before).next = (*block).next;
            } else {
                (*before).next = block;
            }
        }
    }
}

/// The system has nothing: the call is marked, and continues from the reserve to its next checkpoint.
#[cold]
fn from_reserve(layout: Layout) -> *mut u8 {
    CALL.with(|call| call.ran_out.set(true));
    RESERVE.take(layout)
}

// SAFETY: blocks are the system's or the reserve's, each is given back to where it came from, and nothing unwinds.
unsafe impl GlobalAlloc for Reserved {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() { from_reserve(layout) } else { block }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            return block;
        }
        let block = from_reserve(layout);
        if !block.is_null() {
            // SAFETY: a new block of this size.
            unsafe { block.write_bytes(0, layout.size()) };
        }
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if RESERVE.owns(block) {
            RESERVE.give_back(block, layout);
        } else {
            // SAFETY: as the caller promises.
            unsafe { System.dealloc(block, layout) };
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        let is_ours = RESERVE.owns(block);
        if !is_ours {
            // SAFETY: as the caller promises.
            let grown = unsafe { System.realloc(block, layout, size) };
            if !grown.is_null() {
                return grown;
            }
        }
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { return null_mut() };
        // SAFETY: as the caller promises; both blocks have as many bytes.
        unsafe {
            let grown = if is_ours { self.alloc(wanted) } else { from_reserve(wanted) };
            if !grown.is_null() {
                grown.copy_from_nonoverlapping(block, layout.size().min(size));
                self.dealloc(block, layout);
            }
            grown
        }
    }
}
