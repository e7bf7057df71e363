//! Writes results to the caller's buffers.

use crate::capi::guard::check_memory;
use crate::capi::handle::{Out, buffer};
use crate::capi::status::{Failure, UNIC_STATUS_BUFFER_TOO_SMALL};

/// Copies units to the start of the caller's buffer, appends a zero if there is space, and writes their number to
/// `needed`, also if they do not fit.
///
/// # Safety
/// `target` is as [`buffer`] says, `needed` valid for writes.
pub(crate) unsafe fn write_units<T: Copy + Default>(
    units: &[T],
    target: *mut T,
    capacity: usize,
    needed: &Out<usize>,
) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    let target = unsafe { buffer(target, capacity) }?;
    check_memory()?;
    // SAFETY: checked by `Out`.
    unsafe { needed.set(units.len()) };
    let Some(start) = target.get_mut(..units.len()) else { return Err(Failure(UNIC_STATUS_BUFFER_TOO_SMALL)) };
    start.copy_from_slice(units);
    if let Some(terminator) = target.get_mut(units.len()) {
        *terminator = T::default();
    }
    Ok(())
}

/// Copies bytes to the start of the caller's buffer and writes their number to `needed`, also if they do not fit.
///
/// # Safety
/// As for [`buffer`]; `needed` is valid for writes.
#[inline]
pub(crate) unsafe fn write_bytes(
    bytes: &[u8],
    target: *mut u8,
    capacity: usize,
    needed: &Out<usize>,
) -> Result<(), Failure> {
    // SAFETY: as the caller promises.
    let target = unsafe { buffer(target, capacity) }?;
    check_memory()?;
    // SAFETY: checked by `Out`.
    unsafe { needed.set(bytes.len()) };
    let start = target.get_mut(..bytes.len()).ok_or(Failure(UNIC_STATUS_BUFFER_TOO_SMALL))?;
    start.copy_from_slice(bytes);
    Ok(())
}
