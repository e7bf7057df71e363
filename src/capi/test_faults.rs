//! Deliberate faults, in test builds only, with which the checks over the C tests are tested.

use crate::capi::guard::guard_entry;
use crate::capi::status::unic_status;

/// Panics; the caller must receive INTERNAL, without output. Test builds only.
#[allow(clippy::panic)] // deliberate
#[unsafe(no_mangle)]
pub extern "C" fn unic_test_panic() -> unic_status {
    guard_entry(|| std::panic::panic_any("a panic made on purpose"))
}

/// A data race, which a thread checker must report. Test builds only.
#[unsafe(no_mangle)]
pub extern "C" fn unic_test_race() {
    static mut COUNTER: u64 = 0;
    let counter = &raw mut COUNTER;
    // SAFETY: a deliberate race; the value is not used.
    unsafe { counter.write_volatile(counter.read_volatile() + 1) };
}

/// Leaks memory: a leak checker must report it. Test builds only.
#[unsafe(no_mangle)]
pub extern "C" fn unic_test_leak() {
    let block = std::hint::black_box(vec![0u8; 4321]);
    std::mem::forget(block);
}

/// Reads beyond the end of a block, which a memory checker must report. Test builds only.
#[unsafe(no_mangle)]
pub extern "C" fn unic_test_overread() -> u8 {
    let block = std::hint::black_box(vec![0u8; 16]);
    // SAFETY: a deliberate error: reads one byte beyond the end.
    unsafe { block.as_ptr().add(std::hint::black_box(16)).read_volatile() }
}
