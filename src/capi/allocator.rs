//! The allocator of the shared and the static library: the system allocator, with a reserve for failed allocations.
//!
//! Most allocations of a call are small and can't report a failure: Rust aborts the process if one fails. So a failed
//! allocation is served from a reserve, memory that was requested earlier and never touched, and a flag is set for the
//! thread. The call ends at its next checkpoint with OUT_OF_MEMORY and frees its memory; a call that finds the reserve
//! too small is rejected at its start. What outlives the call and is built last (see `lazy.rs`) is not in the reserve;
//! small tables that belong to an object may be.
//!
//! The free blocks of the reserve form a list in address order, with first-fit allocation and coalescing. It is slow,
//! and used only after an allocation of the system failed. A free compares its address with the bounds of the reserve.
//! With one region these are the region's; with more, memory of the system may lie between regions, and each free of
//! it takes the lock and searches the regions.
//!
//! The functions are not inlined: copies of them at each call that allocates are 200 KB of machine code and save a
//! jump.

use crate::memory::with_call;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Size of a region, by which the reserve grows; address space only, until it is used.
const REGION: usize = 64 << 20;
/// The free size of the reserve that a call requires.
const MIN_FREE: usize = 32 << 20;
/// Larger requests fail: they are for buffers that grow with a text, and their callers handle the failure.
const MAX_REQUEST: usize = 16 << 20;
/// Size and alignment of all blocks are multiples of this.
const GRANULE: usize = 16;
/// Larger alignments are rejected: that of a page is the largest one that the library requests.
const MAX_ALIGN: usize = 4096;
const MAX_REGIONS: usize = 16;

/// The library's allocator.
struct ReserveAllocator;

#[global_allocator]
static ALLOCATOR: ReserveAllocator = ReserveAllocator;

static RESERVE: Reserve = Reserve {
    is_locked: AtomicBool::new(false),
    free: AtomicUsize::new(0),
    low: AtomicUsize::new(usize::MAX),
    high: AtomicUsize::new(0),
    state: UnsafeCell::new(ReserveState { first: null_mut(), regions: [0; MAX_REGIONS], count: 0 }),
};

/// Whether a call may start: the reserve is large enough, or can be refilled.
#[inline]
pub(crate) fn is_ready() -> bool {
    RESERVE.free.load(Ordering::Relaxed) >= MIN_FREE || RESERVE.refill()
}

struct Reserve {
    is_locked: AtomicBool,
    /// Total size of the free blocks, in bytes.
    free: AtomicUsize,
    /// All regions are between these addresses; memory of others may be there as well.
    low: AtomicUsize,
    high: AtomicUsize,
    state: UnsafeCell<ReserveState>,
}

/// The data that the lock protects.
struct ReserveState {
    first: *mut FreeBlock,
    /// Start addresses of the regions.
    regions: [usize; MAX_REGIONS],
    count: usize,
}

struct FreeBlock {
    size: usize,
    next: *mut FreeBlock,
}

// SAFETY: `state` is accessed only through `with`, by one thread at a time.
unsafe impl Sync for Reserve {}

impl Reserve {
    fn with<R>(&self, work: impl FnOnce(&mut ReserveState) -> R) -> R {
        while self.is_locked.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::thread::yield_now();
        }
        // SAFETY: this thread holds the lock, and `work` (of this file) neither panics nor uses Rust's allocator.
        let result = work(unsafe { &mut *self.state.get() });
        self.is_locked.store(false, Ordering::Release);
        result
    }

    #[cold]
    fn refill(&self) -> bool {
        self.with(|state| self.free.load(Ordering::Relaxed) >= MIN_FREE || self.grow(state))
    }

    /// Requests one more region from the system.
    fn grow(&self, state: &mut ReserveState) -> bool {
        let Some(slot) = state.regions.get_mut(state.count) else { return false };
        let Ok(layout) = Layout::from_size_align(REGION, GRANULE) else { return false };
        // SAFETY: the size is not 0.
        let region = unsafe { System.alloc(layout) };
        if region.is_null() {
            return false;
        }
        *slot = region as usize;
        state.count += 1;
        self.low.fetch_min(region as usize, Ordering::Relaxed);
        self.high.fetch_max(region as usize + REGION, Ordering::Relaxed);
        // SAFETY: a new region, which is not in use.
        unsafe { state.free(region, REGION) };
        self.free.fetch_add(REGION, Ordering::Relaxed);
        true
    }

    #[cold]
    fn take(&self, layout: Layout) -> *mut u8 {
        if layout.size() > MAX_REQUEST || layout.align() > MAX_ALIGN {
            return null_mut();
        }
        self.with(|state| {
            // SAFETY: the list belongs to this reserve.
            let mut block = unsafe { state.take(rounded(layout), layout.align()) };
            if block.is_null() && self.grow(state) {
                // SAFETY: as above.
                block = unsafe { state.take(rounded(layout), layout.align()) };
            }
            if !block.is_null() {
                self.free.fetch_sub(rounded(layout), Ordering::Relaxed);
            }
            block
        })
    }

    /// Whether a block is in the reserve. The owner of a block sees all regions that existed when it was allocated.
    #[inline]
    fn owns(&self, block: *mut u8) -> bool {
        let address = block as usize;
        let may_be = address >= self.low.load(Ordering::Relaxed) && address < self.high.load(Ordering::Relaxed);
        may_be && self.is_in_a_region(address)
    }

    fn is_in_a_region(&self, address: usize) -> bool {
        self.with(|state| {
            state.regions.iter().take(state.count).any(|start| (*start..*start + REGION).contains(&address))
        })
    }

    #[cold]
    fn free_block(&self, block: *mut u8, layout: Layout) {
        self.with(|state| {
            // SAFETY: `take` returned a block of this size.
            unsafe { state.free(block, rounded(layout)) };
            self.free.fetch_add(rounded(layout), Ordering::Relaxed);
        });
    }
}

fn rounded(layout: Layout) -> usize {
    layout.size().max(1).next_multiple_of(GRANULE)
}

impl ReserveState {
    /// # Safety
    /// The list is valid.
    unsafe fn take(&mut self, size: usize, align: usize) -> *mut u8 {
        let mut link: *mut *mut FreeBlock = &raw mut self.first;
        // SAFETY: all blocks of the list are free memory of the regions, at least a `FreeBlock` large and aligned to
        // it.
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
    /// The memory is in a region, is not in the list, and is not in use; `size` is a multiple of `GRANULE`.
    unsafe fn free(&mut self, memory: *mut u8, size: usize) {
        let block = memory.cast::<FreeBlock>();
        let mut before: *mut FreeBlock = null_mut();
        let mut next = self.first;
        // SAFETY: as in `take`; adjacent blocks are joined.
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

/// Called when the system allocator fails: sets the flag of the call, which continues with the reserve to its next
/// checkpoint.
#[cold]
fn from_reserve(layout: Layout) -> *mut u8 {
    with_call(|call| call.ran_out.set(true));
    RESERVE.take(layout)
}

// SAFETY: a block comes from the system or from the reserve, it is freed where it was allocated, and nothing unwinds.
unsafe impl GlobalAlloc for ReserveAllocator {
    #[inline(never)]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let block = unsafe { System.alloc(layout) };
        if block.is_null() { from_reserve(layout) } else { block }
    }

    #[inline(never)]
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

    #[inline(never)]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if RESERVE.owns(block) {
            RESERVE.free_block(block, layout);
        } else {
            // SAFETY: as the caller promises.
            unsafe { System.dealloc(block, layout) };
        }
    }

    #[inline(never)]
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
        // SAFETY: as the caller promises; both blocks have at least that many bytes.
        unsafe {
            let grown = if is_ours { self.alloc(wanted) } else { from_reserve(wanted) };
            if grown.is_null() {
                // A block of the system need not become smaller.
                return if !is_ours && size <= layout.size() { block } else { grown };
            }
            grown.copy_from_nonoverlapping(block, layout.size().min(size));
            self.dealloc(block, layout);
            grown
        }
    }
}
