//! Pages of the library's file that are not read again: the kernel may take them back.

/// Removes the whole pages of a compressed table from the resident memory of the process. Call it after the table's
/// only decompression; a later access reads the file again.
#[cfg(target_os = "linux")]
pub(crate) fn release(bytes: &'static [u8]) {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" {
        safe fn getpagesize() -> c_int;
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    const MADV_DONTNEED: c_int = 4;

    let page = (getpagesize().unsigned_abs() as usize).max(4096);
    let start = bytes.as_ptr().addr();
    let skipped = start.next_multiple_of(page) - start;
    let length = bytes.len().saturating_sub(skipped) / page * page;
    if length > 0 {
        let first = bytes.as_ptr().wrapping_add(skipped).cast_mut().cast();
        // SAFETY: the pages are inside of a constant without relocations, of which the process has no copy: they are
        // mapped from the file, and an access maps them again. If a host has moved its program to other memory, they
        // lose their contents, but nothing reads them.
        unsafe { madvise(first, length, MADV_DONTNEED) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn release(_: &'static [u8]) {}
