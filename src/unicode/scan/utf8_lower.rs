//! Lower case of a block of UTF-8.
//!
//! ```text
//! for each code point that starts in the block:
//!     capital of ASCII:                            flip bit 5
//!     capital of Latin-1, basic Greek or Russian:  flip bit 5 of the second byte; if it was 1, also bit 0 of the lead
//!     other code point that may be a capital:      keep it; it remains
//! ```
//!
//! The small letter is 0x20 code points after its capital: this adds to bit 5 of the second byte, with a carry to bit 0
//! of the lead byte, which is 0. The other code points are known by their first two bytes ([`REMAINING_LEADS`]).

use super::block::{BLOCK, WINDOW};
use super::classes::AsciiUpper;
use super::mask::block_mask;
use super::utf8_masks::Utf8Masks;
use crate::unicode::text::CodeUnit;

/// What [`super::lower_block`] has found in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoweredBlock {
    /// First bytes of the capitals that are mapped.
    pub mapped: u64,
    /// First bytes of code points that are unchanged and may be capitals or ill-formed.
    pub remaining: u64,
    /// The masks of the block.
    pub masks: Utf8Masks,
}

/// Scalar variant of [`super::lower_block`].
#[inline(always)]
pub(super) fn one_by_one<U: CodeUnit>(window: &[U; WINDOW], out: &mut [U; BLOCK]) -> LoweredBlock {
    if let Some(block) = window.first_chunk() {
        *out = *block;
    }
    let masks = Utf8Masks::new(out);
    let (mut mapped, mut remaining) = (block_mask::<U, AsciiUpper>(out), 0);
    let (mut capitals, mut leads) = (mapped, masks.leads);
    while capitals != 0 {
        flip(out, capitals.trailing_zeros() as usize, 0x20);
        capitals &= capitals - 1;
    }
    while leads != 0 {
        let at = leads.trailing_zeros() as usize;
        leads &= leads - 1;
        let [lead, second] = [at, at + 1].map(|at| window.get(at).map_or(0, |&unit| unit.into()));
        if is_mapped(lead, second) {
            mapped |= 1 << at;
            flip(out, at, second >> 5 & 1);
            flip(out, at + 1, 0x20);
        } else if remains(lead, second) {
            remaining |= 1 << at;
        }
    }
    LoweredBlock { mapped, remaining, masks }
}

/// Whether the bytes are a capital that is mapped: not the multiplication sign, and not U+03A3, whose lower case
/// depends on the context.
fn is_mapped(lead: u32, second: u32) -> bool {
    matches!((lead, second), (0xC3, 0x80..=0x96 | 0x98..=0x9E) | (0xCE, 0x91..=0xA1 | 0xA4..=0xAB) | (0xD0, 0x90..=0xAF))
}

fn remains(lead: u32, second: u32) -> bool {
    let is_sigma = lead == 0xCE && matches!(second, 0xA2 | 0xA3);
    is_sigma || lead >= 0xF0 || REMAINING_LEADS.iter().any(|leads| leads.contains(lead, second))
}

/// Flips bits of a unit; there is none after the block.
#[inline(always)]
fn flip<U: CodeUnit>(units: &mut [U; BLOCK], at: usize, bits: u32) {
    if let Some(unit) = units.get_mut(at) {
        *unit = U::from_low_bits((*unit).into() ^ bits);
    }
}

/// Lead bytes of a row of 16, each with the second bytes of the code points that remain.
pub(super) struct RemainingLeads {
    pub(super) row: u8,
    /// For each lead byte: the second bytes are above this one, up to the other one. Both are 0 for other lead bytes.
    pub(super) above: u128,
    pub(super) last: u128,
}

impl RemainingLeads {
    /// The lead bytes of `row`, each with its first and last second byte.
    const fn new(row: u8, leads: &[(u8, u8, u8)]) -> RemainingLeads {
        let (mut above, mut last) = (0, 0);
        let mut rest = leads;
        while let [(lead, first_second, last_second), others @ ..] = rest {
            let shift = 8 * (*lead - row);
            above |= (*first_second as u128 - 1) << shift;
            last |= (*last_second as u128) << shift;
            rest = others;
        }
        RemainingLeads { row, above, last }
    }

    /// Whether a code point with these first two bytes remains; false for a lead byte of another row.
    fn contains(&self, lead: u32, second: u32) -> bool {
        let shift = 8 * (lead & 0x0F);
        let byte = |of_leads: u128| u32::from((of_leads >> shift) as u8);
        lead & 0xF0 == u32::from(self.row) && byte(self.above) < second && second <= byte(self.last)
    }
}

/// 1 to FF is any second byte: bytes that are ill-formed are not tested.
pub(super) static REMAINING_LEADS: [RemainingLeads; 3] = [
    RemainingLeads::new(
        0xC0,
        &[
            (0xC0, 1, 0xFF),
            (0xC1, 1, 0xFF),
            (0xC4, 1, 0xFF),
            (0xC5, 1, 0xFF),
            (0xC6, 1, 0xFF),
            (0xC7, 1, 0xFF),
            (0xC8, 1, 0xFF),
            (0xC9, 1, 0xFF),
            (0xCD, 1, 0xFF),
            (0xCE, 0x86, 0x8F),
            (0xCF, 0x8F, 0xBF),
        ],
    ),
    RemainingLeads::new(
        0xD0,
        &[
            (0xD0, 0x80, 0x8F),
            (0xD1, 0xA0, 0xBF),
            (0xD2, 1, 0xFF),
            (0xD3, 1, 0xFF),
            (0xD4, 1, 0xFF),
            (0xD5, 1, 0xFF),
            (0xD6, 1, 0xFF),
        ],
    ),
    RemainingLeads::new(
        0xE0,
        &[
            (0xE0, 1, 0x9F), // ill-formed
            (0xE1, 1, 0xFF),
            (0xE2, 0x84, 0xBF),
            (0xEA, 0x99, 0xAF),
            (0xED, 0xA0, 0xFF), // ill-formed
            (0xEF, 0xBC, 0xBC),
        ],
    ),
];
