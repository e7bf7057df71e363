//! Ideographs: a primary and common weights. Most primaries have two bytes if a tailoring orders them (zh, ja), and
//! three bytes in the root.

use super::packed_ce::{PrimaryEncoder, VARIABLE_LIMIT};
use crate::unicode::collate::table::{BLOCK, BmpCe32s, LONG_PRIMARY, TAILORED_SLOT, Tables, UNIFIED_IDEOGRAPHS, Word};

/// The first and the last ideograph whose CE32s are complete: U+3400..U+9FFF.
const FIRST: u32 = 0x3400;
const COUNT: u32 = 0x9FFF - FIRST + 1;
const BLOCKS: usize = COUNT as usize / BLOCK;

pub(crate) const UNIFIED_COUNT: usize = (UNIFIED_IDEOGRAPHS.end - UNIFIED_IDEOGRAPHS.start) as usize;

/// The flags of a lead byte: it is compressible; its primaries are not reordered as a unit, or may be variable.
const COMPRESSIBLE_LEAD: u16 = 0x100;
const NON_UNIFORM_LEAD: u16 = 0x200;

/// The CEs of the ideographs of a collator.
#[derive(Clone, Debug)]
pub(crate) struct Ideographs {
    /// Whether no contraction contains one of them, or starts with one and a mark.
    context_free: bool,
    /// A bit set of the ideographs that are not safe points.
    is_unsafe: [u64; BLOCKS],
    /// The reordered lead bytes, with [`COMPRESSIBLE_LEAD`] and [`NON_UNIFORM_LEAD`].
    leads: [u16; 256],
    /// `None` if their blocks are not contiguous in the tables, or their lead bytes do not move by a uniform distance.
    unified: Option<UnifiedIdeographs>,
}

/// The block of CJK Unified Ideographs (U+4E00..U+9FFF).
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnifiedIdeographs {
    /// The index of the first CE32 in the blocks of the root or of the tailoring.
    start: usize,
    are_tailored: bool,
    /// The distance by which reordering moves their lead bytes, and the least and greatest lead byte after reordering.
    shift: i16,
    leads: (u8, u8),
}

/// Whether `c` is an ideograph in this range (which includes the hexagrams, which are not).
#[inline(always)]
pub(crate) fn is_han(c: u32) -> bool {
    c.wrapping_sub(FIRST) < COUNT && c & !0x3F != 0x4DC0
}

impl Ideographs {
    /// `base`: the ideographs of the root, if primaries are not reordered.
    pub(crate) fn new(
        tables: &Tables,
        primaries: PrimaryEncoder<'_>,
        unsafe_ranges: [&[Word]; 2],
        base: Option<&Ideographs>,
    ) -> Ideographs {
        let mut ideographs = Ideographs {
            context_free: !tables.contracts_with_marks(FIRST..FIRST + COUNT),
            is_unsafe: is_unsafe(unsafe_ranges),
            leads: std::array::from_fn(|lead| reordered_lead(primaries, lead as u8)),
            unified: None,
        };
        ideographs.unified = ideographs.find_unified(tables.bmp, base);
        ideographs
    }

    fn find_unified(&self, all: BmpCe32s<'_>, base: Option<&Ideographs>) -> Option<UnifiedIdeographs> {
        let slots = |step| UNIFIED_IDEOGRAPHS.step_by(BLOCK).skip(step).map(|c| all.slot(c));
        let first = all.slot(UNIFIED_IDEOGRAPHS.start);
        // A block that exists in only one of the tables is stored elsewhere.
        if !slots(0).zip(slots(1)).all(|(slot, next)| next == slot.wrapping_add(1)) {
            return None;
        }
        let are_tailored = first & TAILORED_SLOT != 0;
        if let Some(base) = base.filter(|_| !are_tailored) {
            return base.unified;
        }
        let found = UnifiedIdeographs {
            start: usize::from(first & !TAILORED_SLOT) * BLOCK,
            are_tailored,
            shift: 0,
            leads: (0, 0),
        };
        let mut seen = [false; 256];
        for ce32 in found.ce32s(all)? {
            let ce32 = u32::from_le_bytes(*ce32);
            if let (Some(_), Some(seen)) = (long_primary(ce32), seen.get_mut((ce32 >> 24) as usize)) {
                *seen = true;
            }
        }
        let leads = || seen.iter().zip(0..=u8::MAX).filter(|(seen, _)| **seen).map(|(_, lead)| lead);
        let (least, greatest) = leads().next().zip(leads().next_back())?;
        let shift = self.shift_of(least)?;
        let moved = |lead: u8| lead.wrapping_add_signed(shift as i8);
        let move_alike = leads().all(|lead| self.shift_of(lead) == Some(shift));
        move_alike.then_some(UnifiedIdeographs { shift, leads: (moved(least), moved(greatest)), ..found })
    }

    /// The distance by which reordering moves a lead byte, if its primaries move as a unit.
    fn shift_of(&self, lead: u8) -> Option<i16> {
        let new = self.uniform_primary(u32::from(lead) << 24 | LONG_PRIMARY)?;
        Some((new >> 24) as i16 - i16::from(lead))
    }

    /// The CE32s of the unified ideographs if they are context-free, and the number that is added to the CE32 of a long
    /// primary to get the reordered primary.
    #[inline(always)]
    pub(crate) fn context_free_unified<'a>(&self, ce32s: BmpCe32s<'a>) -> Option<(&'a [Word], u32)> {
        let unified = self.unified.filter(|_| self.context_free)?;
        Some((unified.ce32s(ce32s)?, unified.reordered(LONG_PRIMARY.wrapping_neg())))
    }

    /// The block of unified ideographs and its CE32s.
    #[inline(always)]
    pub(crate) fn unified<'a>(&self, ce32s: BmpCe32s<'a>) -> Option<(UnifiedIdeographs, &'a [Word; UNIFIED_COUNT])> {
        self.unified.and_then(|unified| Some((unified, unified.ce32s(ce32s)?)))
    }

    /// The least and the greatest lead byte of the unified ideographs.
    pub(crate) fn unified_leads(&self) -> Option<(u8, u8)> {
        self.unified.map(|unified| unified.leads)
    }

    /// Whether `c` is an ideograph and context-free.
    #[inline(always)]
    pub(crate) fn is_context_free(&self, c: u32) -> bool {
        is_han(c) && self.context_free
    }

    /// Whether an ideograph is a safe point.
    #[inline(always)]
    pub(crate) fn is_safe(&self, c: u32) -> bool {
        let bit = c.wrapping_sub(FIRST);
        self.is_unsafe.get(bit as usize / 64).is_some_and(|bits| bits >> (bit % 64) & 1 == 0)
    }

    /// The reordered primary of an ideograph's CE32; `None` if it is not a long primary with a uniform lead byte.
    #[inline(always)]
    pub(crate) fn uniform_primary(&self, ce32: u32) -> Option<u32> {
        let primary = long_primary(ce32)?;
        let lead = self.leads.get((ce32 >> 24) as usize).copied().unwrap_or(NON_UNIFORM_LEAD);
        (lead & (COMPRESSIBLE_LEAD | NON_UNIFORM_LEAD) == 0).then_some(u32::from(lead) << 24 | primary & 0xFF_FFFF)
    }
}

/// The index of a character among the unified ideographs.
#[inline(always)]
pub(crate) fn unified_index(c: u32) -> usize {
    c.wrapping_sub(UNIFIED_IDEOGRAPHS.start) as usize
}

impl UnifiedIdeographs {
    /// The CE32s of the unified ideographs.
    #[inline(always)]
    fn ce32s<'a>(&self, all: BmpCe32s<'a>) -> Option<&'a [Word; UNIFIED_COUNT]> {
        let blocks = if self.are_tailored { all.tailored } else { all.root };
        blocks.get(self.start..)?.first_chunk()
    }

    /// The reordered primary.
    #[inline(always)]
    pub(crate) fn reordered(&self, primary: u32) -> u32 {
        primary.wrapping_add_signed(i32::from(self.shift) << 24)
    }
}

/// The primary of a CE32 whose other weights are common.
#[inline(always)]
pub(crate) fn long_primary(ce32: u32) -> Option<u32> {
    (ce32 & 0xFF == LONG_PRIMARY).then_some(ce32 & !0xFF)
}

/// The reordered lead byte with its flags.
fn reordered_lead(primaries: PrimaryEncoder<'_>, lead: u8) -> u16 {
    let compressible = primaries.compressible.get(usize::from(lead)).is_some_and(|&is| is);
    match primaries.reordering.lead(lead) {
        _ if u32::from(lead) << 24 < VARIABLE_LIMIT => NON_UNIFORM_LEAD,
        None => NON_UNIFORM_LEAD,
        Some(new) => u16::from(new) | if compressible { COMPRESSIBLE_LEAD } else { 0 },
    }
}

/// The bit set of the ideographs that are not safe points.
fn is_unsafe(unsafe_ranges: [&[Word]; 2]) -> [u64; BLOCKS] {
    let mut bits = [0; BLOCKS];
    for [first, last] in unsafe_ranges.into_iter().flat_map(|ranges| ranges.as_chunks::<2>().0) {
        let (first, last) = (u32::from_le_bytes(*first).max(FIRST), u32::from_le_bytes(*last));
        for bit in (first..=last.min(FIRST + COUNT - 1)).map(|c| c - FIRST) {
            if let Some(slot) = bits.get_mut(bit as usize / 64) {
                *slot |= 1 << (bit % 64);
            }
        }
    }
    bits
}
