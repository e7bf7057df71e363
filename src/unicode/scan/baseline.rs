//! The vectors that every processor of the target has.

#[cfg(neon)]
pub(super) use super::neon::{mask, mismatches, top_bits, unit_mask};
#[cfg(not(any(target_arch = "x86_64", neon)))]
pub(super) use super::scalar::{mask, mismatches, top_bits, unit_mask};
#[cfg(target_arch = "x86_64")]
pub(super) use super::sse2::{mask, mismatches, top_bits, unit_mask};
