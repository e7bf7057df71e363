//! Ideographs: a primary and common weights. Primaries mostly have two bytes where a tailoring orders them (zh,
//! ja), three in the root.

use super::super::ce;
use super::super::table::{
    BLOCK, BmpCe32s, COMMON_IDEOGRAPHS as COMMON, LONG_PRIMARY, TAILORED_SLOT, Tables, Word, word,
};
use super::decode::{ThreeByteChars, decode_four_bmp, three_byte_units};
use super::packed_ce::{PrimaryEncoder, VARIABLE_LIMIT};
use super::writer::{RunProgress, store};
use crate::unicode::text::CodeUnit;

/// First and last of the ideographs whose CE32s are complete: U+3400..U+9FFF.
const FIRST: u32 = 0x3400;
const COUNT: u32 = 0x9FFF - FIRST + 1;
const BLOCKS: usize = COUNT as usize / BLOCK;

const COMMON_COUNT: usize = (COMMON.end - COMMON.start) as usize;

/// Flags of a lead byte: it is compressible; its primaries are not reordered as a unit, or may be variable.
const COMPRESSIBLE_LEAD: u16 = 0x100;
const NON_UNIFORM_LEAD: u16 = 0x200;

/// The ideographs of a collator.
#[derive(Clone, Debug)]
pub(super) struct Ideographs {
    /// No contraction contains one of them or begins with one and a mark.
    context_free: bool,
    /// A bit for each ideograph: not a safe point.
    is_unsafe: [u64; BLOCKS],
    /// Reordered lead bytes, with [`COMPRESSIBLE_LEAD`] and [`NON_UNIFORM_LEAD`].
    leads: [u16; 256],
    /// `None` if their blocks are not contiguous in the tables, or their lead bytes are not moved by the same
    /// distance.
    common: Option<UnifiedIdeographs>,
}

/// The block of CJK Unified Ideographs (U+4E00..U+9FFF).
#[derive(Clone, Copy, Debug)]
struct UnifiedIdeographs {
    /// The index of their first CE32 in the blocks of the root or of the tailoring.
    start: usize,
    are_tailored: bool,
    /// The distance that reordering moves their lead bytes, and the least and greatest lead byte after that.
    shift: i16,
    leads: (u8, u8),
}

/// Whether `c` is an ideograph of the range (the hexagrams in it are none).
#[inline(always)]
pub(super) fn is_han(c: u32) -> bool {
    c.wrapping_sub(FIRST) < COUNT && c & !0x3F != 0x4DC0
}

impl Ideographs {
    /// `base`: the root's, if primaries are not reordered.
    pub(super) fn new(
        tables: &Tables,
        primaries: PrimaryEncoder<'_>,
        unsafe_ranges: [&[Word]; 2],
        base: Option<&Ideographs>,
    ) -> Ideographs {
        let mut ideographs = Ideographs {
            context_free: !tables.contracts_with_marks(FIRST..FIRST + COUNT),
            is_unsafe: is_unsafe(unsafe_ranges),
            leads: std::array::from_fn(|lead| primaries.lead(lead as u8)),
            common: None,
        };
        ideographs.common = ideographs.find_common(tables.bmp, base);
        ideographs
    }

    fn find_common(&self, all: BmpCe32s<'_>, base: Option<&Ideographs>) -> Option<UnifiedIdeographs> {
        let slots = |step| COMMON.step_by(BLOCK).skip(step).map(|c| all.slot(c));
        let first = all.slot(COMMON.start);
        // A block that exists in one of the tables only is stored elsewhere.
        if !slots(0).zip(slots(1)).all(|(slot, next)| next == slot.wrapping_add(1)) {
            return None;
        }
        let are_tailored = first & TAILORED_SLOT != 0;
        if let Some(base) = base.filter(|_| !are_tailored) {
            return base.common;
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
            if let (Some(_), Some(seen)) = (primary(ce32), seen.get_mut((ce32 >> 24) as usize)) {
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

    /// The distance that reordering moves a lead byte, if its primaries move as a unit.
    fn shift_of(&self, lead: u8) -> Option<i16> {
        let new = self.uniform_primary(u32::from(lead) << 24 | LONG_PRIMARY)?;
        Some((new >> 24) as i16 - i16::from(lead))
    }

    /// The CE32s of the common ideographs if they are context-free, and what is added to one of a long primary to
    /// get the reordered primary.
    #[inline(always)]
    pub(super) fn context_free_common<'a>(&self, ce32s: BmpCe32s<'a>) -> Option<(&'a [Word], u32)> {
        let common = self.common.filter(|_| self.context_free)?;
        Some((common.ce32s(ce32s)?, common.moved(LONG_PRIMARY.wrapping_neg())))
    }

    /// The least and the greatest lead byte of the common ideographs.
    pub(super) fn common_leads(&self) -> Option<(u8, u8)> {
        self.common.map(|common| common.leads)
    }

    /// Whether `c` is an ideograph and context-free.
    #[inline(always)]
    pub(super) fn is_context_free(&self, c: u32) -> bool {
        is_han(c) && self.context_free
    }

    /// Whether reading may start at an ideograph.
    #[inline(always)]
    pub(super) fn is_safe(&self, c: u32) -> bool {
        let bit = c.wrapping_sub(FIRST);
        self.is_unsafe.get(bit as usize / 64).is_some_and(|bits| bits >> (bit % 64) & 1 == 0)
    }

    /// The reordered primary of the CE32 of an ideograph; `None` if it is not a long primary under a uniform lead
    /// byte.
    #[inline(always)]
    pub(super) fn uniform_primary(&self, ce32: u32) -> Option<u32> {
        let primary = primary(ce32)?;
        let lead = self.leads.get((ce32 >> 24) as usize).copied().unwrap_or(NON_UNIFORM_LEAD);
        (lead & (COMPRESSIBLE_LEAD | NON_UNIFORM_LEAD) == 0).then_some(u32::from(lead) << 24 | primary & 0xFF_FFFF)
    }

    /// Writes the primaries of the ideographs at the start of a text: four at a time; the last four are reprocessed
    /// for the tail.
    #[inline(never)]
    pub(super) fn write<U: CodeUnit>(&self, ce32s: BmpCe32s<'_>, text: &[U], out: &mut [u8]) -> RunProgress {
        let (mut run, mut rest) = (RunProgress::default(), text);
        let common = self.common.and_then(|common| Some((common, common.ce32s(ce32s)?)));
        if let Some((common, list)) = common {
            // PERF: fewer than four are faster one by one.
            while let Some((four, after)) = decode_four_bmp(rest)
                && COMMON.contains(&four[3])
                && common.write_four(list, four, 0, out, &mut run)
            {
                rest = after;
            }
            let left = rest.len() / three_byte_units::<U>();
            if (1..4).contains(&left)
                && let Some(start) = text.len().checked_sub(4 * three_byte_units::<U>())
                && let Some((four, [])) = text.get(start..).and_then(decode_four_bmp)
                && common.write_four(list, four, 4 - left, out, &mut run)
            {
                return run.of_elements();
            }
        }
        for c in ThreeByteChars(rest) {
            let found = match common.and_then(|(common, list)| Some((common, list.get(place_of(c))?))) {
                Some((common, ce32)) => primary(u32::from_le_bytes(*ce32)).map(|primary| common.moved(primary)),
                None if is_han(c) => self.uniform_primary(ce32s.get(c)),
                None => None,
            };
            let (Some(primary), Some(room)) = (found, room(out, run.bytes)) else { break };
            *room = primary.to_be_bytes();
            run.bytes += ce::primary_length(primary);
            run.characters += 1;
        }
        run.of_elements()
    }
}

/// The index of a character among the common ideographs.
#[inline(always)]
fn place_of(c: u32) -> usize {
    c.wrapping_sub(COMMON.start) as usize
}

impl UnifiedIdeographs {
    /// Their CE32s.
    #[inline(always)]
    fn ce32s<'a>(&self, all: BmpCe32s<'a>) -> Option<&'a [Word; COMMON_COUNT]> {
        let blocks = if self.are_tailored { all.tailored } else { all.root };
        blocks.get(self.start..)?.first_chunk()
    }

    /// The reordered primary.
    #[inline(always)]
    fn moved(&self, primary: u32) -> u32 {
        primary.wrapping_add_signed(i32::from(self.shift) << 24)
    }

    /// Writes the primaries of four ideographs except for the first `written` ones; false if one of them has other
    /// weights, or there is no capacity.
    #[inline(always)]
    fn write_four(
        &self,
        list: &[Word; COMMON_COUNT],
        four: [u32; 4],
        written: usize,
        out: &mut [u8],
        run: &mut RunProgress,
    ) -> bool {
        let ce32s = four.map(|c| word(list, place_of(c)) ^ LONG_PRIMARY);
        let others = ce32s.iter().fold(0, |seen, ce32| seen | ce32 & 0xFF);
        let Some(room) = room::<16>(out, run.bytes).filter(|_| others == 0) else { return false };
        let mut at = 0;
        for (number, ce32) in ce32s.into_iter().enumerate() {
            let primary = self.moved(ce32);
            store(room, at, primary.to_be_bytes());
            at += if number < written { 0 } else { ce::primary_length(primary) };
        }
        run.bytes += at;
        run.characters += 4 - written;
        true
    }
}

/// `N` bytes from `at` on.
#[inline(always)]
fn room<const N: usize>(out: &mut [u8], at: usize) -> Option<&mut [u8; N]> {
    out.get_mut(at..).and_then(|rest| rest.first_chunk_mut())
}

/// The primary of a CE32 whose other weights are common.
#[inline(always)]
fn primary(ce32: u32) -> Option<u32> {
    (ce32 & 0xFF == LONG_PRIMARY).then_some(ce32 & !0xFF)
}

impl PrimaryEncoder<'_> {
    fn lead(&self, lead: u8) -> u16 {
        let compressible = self.compressible.get(usize::from(lead)).is_some_and(|&is| is);
        match self.reordering.lead(lead) {
            _ if u32::from(lead) << 24 < VARIABLE_LIMIT => NON_UNIFORM_LEAD,
            None => NON_UNIFORM_LEAD,
            Some(new) => u16::from(new) | if compressible { COMPRESSIBLE_LEAD } else { 0 },
        }
    }
}

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
