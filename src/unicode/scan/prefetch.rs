//! Prefetching.

/// Prefetches `items[at]`; a no-op on other targets than x86-64 and AArch64. The index may be out of range.
#[inline(always)]
pub fn prefetch<T>(items: &[T], at: usize) {
    let item = items.as_ptr().wrapping_add(at);
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint, which accesses no memory of the program.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(item.cast()) };
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: a hint, which accesses no memory of the program. There is no stable intrinsic.
    unsafe {
        std::arch::asm!("prfm pldl1keep, [{}]", in(reg) item, options(nostack, preserves_flags, readonly));
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = item;
}
