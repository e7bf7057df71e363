//! The primary level: primary compression leaves out a compressible lead byte that repeats, and ends each such run by a
//! byte that sorts like the next lead byte (UTS #10 section 9.1.4).
//!
//! All kernels write it with a [`PrimaryCursor`]. Only the loops that store whole runs of primaries under one lead byte
//! (`alphabetic`, `han_kana_hangul`) store bytes on their own, between two positions of the cursor.

use crate::unicode::collate::ce;
use crate::unicode::collate::ce_cache::{BYTES, COMPRESSED, PackedCe, ShortPrimary, TWO_BYTES};
use crate::unicode::collate::key::put_byte;
use crate::unicode::collate::key_context::KeyContext;

/// The maximum number of primary bytes of a character: two CEs of three bytes, each after the byte that ends a
/// compressed run. A Hangul syllable takes less.
pub(super) const MAX_PRIMARY_BYTES_PER_CHAR: usize = 8;

/// Selects lead byte, compression flag and length of a packed CE.
const COMPRESSED_TWO_BYTE_MASK: PackedCe = 0xFF << 56 | COMPRESSED | BYTES;

/// Selects lead byte and compression flag of a packed CE.
const COMPRESSED_LEAD_MASK: PackedCe = 0xFF << 56 | COMPRESSED;

/// The state of the primary level.
#[derive(Clone, Copy, Default)]
pub(super) struct PrimaryCursor {
    /// The number of bytes written.
    pub(super) at: usize,
    /// The current compressed lead byte; 0 for none.
    pub(super) run_lead: u32,
}

impl PrimaryCursor {
    /// Ends the compressed run, if there is one, before a primary with the lead byte `next`: by a high byte if that is
    /// greater, else by a low one.
    #[inline(always)]
    pub(super) fn end_run(&mut self, next: u32, out: &mut [u8]) {
        if self.run_lead == 0 {
            return;
        }
        if next > self.run_lead {
            put_byte(out, &mut self.at, ce::COMPRESSION_HIGH);
        } else if next > ce::MERGE_SEPARATOR_PRIMARY >> 24 {
            put_byte(out, &mut self.at, ce::COMPRESSION_LOW);
        }
        self.run_lead = 0;
    }

    /// Begins a run with the compressed lead byte `lead`, unless it is the current one.
    #[inline(always)]
    pub(super) fn begin_run(&mut self, lead: u32, out: &mut [u8]) {
        if lead != self.run_lead {
            self.end_run(lead, out);
            put_byte(out, &mut self.at, lead as u8);
            self.run_lead = lead;
        }
    }

    /// Writes a short primary under any lead byte.
    #[inline(always)]
    pub(super) fn short(&mut self, short_primary: ShortPrimary, out: &mut [u8]) {
        let [lead, _, first, _] = short_primary.to_be_bytes();
        match lead {
            0 => self.end_run(first.into(), out),
            _ => self.begin_run(lead.into(), out),
        }
        self.short_in_run(short_primary, out);
    }

    /// Writes a short primary under the current lead byte.
    #[inline(always)]
    pub(super) fn short_in_run(&mut self, short_primary: ShortPrimary, out: &mut [u8]) {
        store(out, self.at, short_bytes(short_primary));
        self.at += short_length(short_primary);
    }

    /// Writes the primary of a packed CE.
    #[inline(always)]
    pub(super) fn packed(&mut self, packed: PackedCe, out: &mut [u8]) {
        // The common case of Thai and kana: two bytes under the current lead byte.
        if (packed ^ (u64::from(self.run_lead) << 56 | COMPRESSED | 2)) & COMPRESSED_TWO_BYTE_MASK == 0 {
            let [_, second, ..] = packed.to_be_bytes();
            return put_byte(out, &mut self.at, second);
        }
        let bytes = (packed & BYTES) as usize;
        if bytes != 0 {
            self.primary(((packed >> 32) as u32, bytes), packed & COMPRESSED != 0, out);
        }
    }

    /// [`PrimaryCursor::packed`] for scripts with primaries of all lengths: one branch for all under the current lead
    /// byte, and for CEs without a primary.
    #[inline(always)]
    pub(super) fn packed_of_any_length(&mut self, packed: PackedCe, out: &mut [u8]) {
        let bytes = (packed & BYTES) as usize;
        let continues = (packed ^ (u64::from(self.run_lead) << 56 | COMPRESSED)) & COMPRESSED_LEAD_MASK == 0;
        if continues | (bytes == 0) {
            store(out, self.at, ((packed >> 24) as u32).to_be_bytes());
            self.at += bytes - usize::from(bytes != 0);
        } else {
            self.primary(((packed >> 32) as u32, bytes), packed & COMPRESSED != 0, out);
        }
    }

    /// Writes a primary that is given in root order: reorders its lead byte first.
    #[inline(always)]
    pub(super) fn unordered(&mut self, context: &KeyContext, primary: u32, out: &mut [u8]) {
        let [lead, ..] = primary.to_be_bytes();
        let compressed = context.compressible().get(usize::from(lead)).is_some_and(|&is| is);
        let bytes = ce::primary_length(primary);
        self.primary((context.reordering().apply(primary), bytes), compressed, out);
    }

    /// Writes a primary of the given length; starts, continues or ends a compressed run.
    #[inline(always)]
    fn primary(&mut self, (primary, bytes): (u32, usize), compressed: bool, out: &mut [u8]) {
        let lead = primary >> 24;
        if compressed && lead == self.run_lead {
            store(out, self.at, (primary << 8).to_be_bytes());
            self.at += bytes - 1;
            return;
        }
        self.end_run(lead, out);
        store(out, self.at, primary.to_be_bytes());
        self.at += bytes;
        self.run_lead = if compressed { lead } else { 0 };
    }
}

/// The bytes that a short primary stores, without its compressed lead byte; the second one may not count.
#[inline(always)]
pub(super) fn short_bytes(short_primary: ShortPrimary) -> [u8; 2] {
    let [.., first, second] = short_primary.to_be_bytes();
    [first, second]
}

/// The number of bytes of a short primary, without its compressed lead byte.
#[inline(always)]
pub(super) fn short_length(short_primary: ShortPrimary) -> usize {
    1 + usize::from(short_primary & TWO_BYTES != 0)
}

#[inline(always)]
pub(super) fn store<const N: usize>(buffer: &mut [u8], at: usize, bytes: [u8; N]) {
    if let Some(chunk) = buffer.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        *chunk = bytes;
    }
}
