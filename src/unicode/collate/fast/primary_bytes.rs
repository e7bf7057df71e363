//! The bytes of the primary level: primary compression leaves out a compressible lead byte that repeats, and ends
//! each such run by a byte that sorts like the next lead byte (UTS #10 section 9.1.4).

use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{BYTES, COMPRESSED, PackedCe};
use crate::unicode::collate::key::put_byte;
use crate::unicode::collate::key_context::KeyContext;

/// The maximum number of primary bytes of a character: two CEs of three bytes, each after the byte that ends a
/// compressed run. A Hangul syllable takes less.
pub(super) const MAX_PRIMARY_BYTES_PER_CHAR: usize = 8;

/// The progress of a kernel: characters read, bytes and CEs written.
#[derive(Clone, Copy, Default)]
pub(super) struct RunProgress {
    pub(super) characters: usize,
    pub(super) bytes: usize,
    pub(super) elements: usize,
}

impl RunProgress {
    /// The progress of a run with one CE per character.
    pub(super) fn of_elements(self) -> RunProgress {
        RunProgress { elements: self.characters, ..self }
    }
}

#[inline(always)]
pub(super) fn store<const N: usize>(buffer: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(chunk) = buffer.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *chunk = bytes;
    }
}

/// Writes the byte that ends a compressed run before the next lead byte (primary compression): high if
/// that is greater, else low.
#[inline(always)]
pub(super) fn end_run(out: &mut [u8], at: &mut usize, lead: u32, next: u32) {
    if next > lead {
        put_byte(out, at, ce::COMPRESSION_HIGH);
    } else if next > ce::MERGE_SEPARATOR_PRIMARY >> 24 {
        put_byte(out, at, ce::COMPRESSION_LOW);
    }
}

/// Stores a primary of the given length; starts, continues or ends a compressed run.
#[inline(always)]
fn store_primary(out: &mut [u8], at: &mut usize, run_lead: &mut u32, (primary, bytes): (u32, usize), compressed: bool) {
    let lead = primary >> 24;
    if compressed && lead == *run_lead {
        store(out, *at, (primary << 8).to_be_bytes());
        *at += bytes - 1;
        return;
    }
    if *run_lead != 0 {
        end_run(out, at, *run_lead, lead);
    }
    store(out, *at, primary.to_be_bytes());
    *at += bytes;
    *run_lead = if compressed { lead } else { 0 };
}

/// Stores a primary that is given in root order: reorders its lead byte first.
#[inline(always)]
pub(super) fn store_table_primary(
    context: &KeyContext,
    primary: u32,
    out: &mut [u8],
    at: &mut usize,
    run_lead: &mut u32,
) {
    let [lead, ..] = primary.to_be_bytes();
    let compressed = context.compressible().get(usize::from(lead)).is_some_and(|&is| is);
    let bytes = ce::primary_length(primary);
    store_primary(out, at, run_lead, (context.reordering().apply(primary), bytes), compressed);
}

/// Stores the primary of a packed CE.
#[inline(always)]
pub(super) fn store_packed(out: &mut [u8], at: &mut usize, run_lead: &mut u32, packed: PackedCe) {
    let bytes = (packed & BYTES) as usize;
    if bytes != 0 {
        store_primary(out, at, run_lead, ((packed >> 32) as u32, bytes), packed & COMPRESSED != 0);
    }
}
