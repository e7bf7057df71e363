//! Ideographs: nothing but a primary, mostly of two bytes where a tailoring orders them, of three where the root does.

use super::super::ce;
use super::super::table::{
    BLOCK, BmpEntries, COMMON_IDEOGRAPHS as COMMON, LONG_PRIMARY, TAILORED_SLOT, Tables, Word, word,
};
use super::decode::{Wide, four_wide, wide_length};
use super::item::{MOST_VARIABLE, Primaries};
use super::line::Run;
use super::writer::put;
use crate::unicode::text::CodeUnit;

/// First and last of the ideographs whose entries say all there is to them.
const FIRST: u32 = 0x3400;
const COUNT: u32 = 0x9FFF - FIRST + 1;
const BLOCKS: usize = COUNT as usize / BLOCK;

const COMMON_COUNT: usize = (COMMON.end - COMMON.start) as usize;

/// Flags of a lead byte: its repetition is left out; its primaries move apart, or may be variable.
const COMPRESSIBLE_LEAD: u16 = 0x100;
const SPLIT_LEAD: u16 = 0x200;

/// What is known of a collator's ideographs.
#[derive(Clone, Debug)]
pub(super) struct Ideographs {
    /// No contraction begins with one of them and a mark, none holds one.
    are_plain: bool,
    /// By ideograph, a bit: a text must not be cut before it.
    is_unsafe: [u64; BLOCKS],
    /// New lead bytes, with [`COMPRESSIBLE_LEAD`] and [`SPLIT_LEAD`].
    leads: [u16; 256],
    /// `None` where a block of theirs stands elsewhere, or their lead bytes don't all move alike.
    common: Option<Common>,
}

/// Those in common use.
#[derive(Clone, Copy, Debug)]
struct Common {
    /// Where their entries start among the blocks of the root, or of the tailoring.
    start: usize,
    are_tailored: bool,
    /// How far their lead bytes move up, and the least and the greatest one then.
    shift: i16,
    leads: (u8, u8),
}

/// Whether it is one of the ideographs of the range (the hexagrams among them are none).
#[inline(always)]
pub(super) fn is_han(c: u32) -> bool {
    c.wrapping_sub(FIRST) < COUNT && c & !0x3F != 0x4DC0
}

impl Ideographs {
    /// `like`: those of the root, if primaries are where the root has them.
    pub(super) fn new(
        tables: &Tables,
        primaries: Primaries<'_>,
        unsafe_ranges: [&[Word]; 2],
        like: Option<&Ideographs>,
    ) -> Ideographs {
        let mut ideographs = Ideographs {
            are_plain: !tables.contracts_with_marks(FIRST..FIRST + COUNT),
            is_unsafe: is_unsafe(unsafe_ranges),
            leads: std::array::from_fn(|lead| primaries.lead(lead as u8)),
            common: None,
        };
        ideographs.common = ideographs.find_common(tables.bmp, like);
        ideographs
    }

    fn find_common(&self, all: BmpEntries<'_>, like: Option<&Ideographs>) -> Option<Common> {
        let slots = |step| COMMON.step_by(BLOCK).skip(step).map(|c| all.slot(c));
        let first = all.slot(COMMON.start);
        // A block that only one of the tables has stands elsewhere.
        if !slots(0).zip(slots(1)).all(|(slot, next)| next == slot.wrapping_add(1)) {
            return None;
        }
        let are_tailored = first & TAILORED_SLOT != 0;
        if let Some(like) = like.filter(|_| !are_tailored) {
            return like.common;
        }
        let found =
            Common { start: usize::from(first & !TAILORED_SLOT) * BLOCK, are_tailored, shift: 0, leads: (0, 0) };
        let mut seen = [false; 256];
        for entry in found.entries(all)? {
            let entry = u32::from_le_bytes(*entry);
            if let (Some(_), Some(seen)) = (primary(entry), seen.get_mut((entry >> 24) as usize)) {
                *seen = true;
            }
        }
        let leads = || seen.iter().zip(0..=u8::MAX).filter(|(seen, _)| **seen).map(|(_, lead)| lead);
        let (least, greatest) = leads().next().zip(leads().next_back())?;
        let shift = self.shift_of(least)?;
        let moved = |lead: u8| lead.wrapping_add_signed(shift as i8);
        let move_alike = leads().all(|lead| self.shift_of(lead) == Some(shift));
        move_alike.then_some(Common { shift, leads: (moved(least), moved(greatest)), ..found })
    }

    /// How far a lead byte moves up, if no more has to be asked.
    fn shift_of(&self, lead: u8) -> Option<i16> {
        let new = self.plain_primary(u32::from(lead) << 24 | LONG_PRIMARY)?;
        Some((new >> 24) as i16 - i16::from(lead))
    }

    /// The entries of the common ones where nothing else matters, and what makes a primary of one with nothing else when it is added.
    #[inline(always)]
    pub(super) fn plain_common<'a>(&self, entries: BmpEntries<'a>) -> Option<(&'a [Word], u32)> {
        let common = self.common.filter(|_| self.are_plain)?;
        Some((common.entries(entries)?, common.moved(LONG_PRIMARY.wrapping_neg())))
    }

    /// The least and the greatest lead byte of the common ones.
    pub(super) fn common_leads(&self) -> Option<(u8, u8)> {
        self.common.map(|common| common.leads)
    }

    /// Whether nothing but its entry matters for a character that is an ideograph.
    #[inline(always)]
    pub(super) fn have_plain(&self, c: u32) -> bool {
        is_han(c) && self.are_plain
    }

    /// Whether a text may be cut before an ideograph.
    #[inline(always)]
    pub(super) fn is_safe(&self, c: u32) -> bool {
        let bit = c.wrapping_sub(FIRST);
        self.is_unsafe.get(bit as usize / 64).is_some_and(|bits| bits >> (bit % 64) & 1 == 0)
    }

    /// The primary of an entry of one with all other weights common, at its new place; none where more has to be asked.
    #[inline(always)]
    pub(super) fn plain_primary(&self, entry: u32) -> Option<u32> {
        let primary = primary(entry)?;
        let lead = self.leads.get((entry >> 24) as usize).copied().unwrap_or(SPLIT_LEAD);
        (lead & (COMPRESSIBLE_LEAD | SPLIT_LEAD) == 0).then_some(u32::from(lead) << 24 | primary & 0xFF_FFFF)
    }

    /// Writes the primaries of the ideographs at the start of a text: four at once, the last four again for what is left then.
    #[inline(never)]
    pub(super) fn write<U: CodeUnit>(&self, entries: BmpEntries<'_>, text: &[U], out: &mut [u8]) -> Run {
        let (mut run, mut rest) = (Run::default(), text);
        let common = self.common.and_then(|common| Some((common, common.entries(entries)?)));
        if let Some((common, list)) = common {
            // Fewer are quicker one by one.
            while let Some((four, behind)) = four_wide(rest)
                && COMMON.contains(&four[3])
                && common.write_four(list, four, 0, out, &mut run)
            {
                rest = behind;
            }
            let left = rest.len() / wide_length::<U>();
            if (1..4).contains(&left)
                && let Some(start) = text.len().checked_sub(4 * wide_length::<U>())
                && let Some((four, [])) = text.get(start..).and_then(four_wide)
                && common.write_four(list, four, 4 - left, out, &mut run)
            {
                return run.of_elements();
            }
        }
        for c in Wide(rest) {
            let found = match common.and_then(|(common, list)| Some((common, list.get(place_of(c))?))) {
                Some((common, entry)) => primary(u32::from_le_bytes(*entry)).map(|primary| common.moved(primary)),
                None if is_han(c) => self.plain_primary(entries.get(c)),
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

/// The place of a character among the common ones, if it is one of them.
#[inline(always)]
fn place_of(c: u32) -> usize {
    c.wrapping_sub(COMMON.start) as usize
}

impl Common {
    /// Their entries.
    #[inline(always)]
    fn entries<'a>(&self, all: BmpEntries<'a>) -> Option<&'a [Word; COMMON_COUNT]> {
        let blocks = if self.are_tailored { all.tailored } else { all.root };
        blocks.get(self.start..)?.first_chunk()
    }

    /// A primary at its new place.
    #[inline(always)]
    fn moved(&self, primary: u32) -> u32 {
        primary.wrapping_add_signed(i32::from(self.shift) << 24)
    }

    /// Writes four of them that have nothing but a primary, but for so many at the start that are already written; whether they
    /// are such, and there was room.
    #[inline(always)]
    fn write_four(
        &self,
        list: &[Word; COMMON_COUNT],
        four: [u32; 4],
        written: usize,
        out: &mut [u8],
        run: &mut Run,
    ) -> bool {
        let entries = four.map(|c| word(list, place_of(c)) ^ LONG_PRIMARY);
        let others = entries.iter().fold(0, |seen, entry| seen | entry & 0xFF);
        let Some(room) = room::<16>(out, run.bytes).filter(|_| others == 0) else { return false };
        let mut at = 0;
        for (number, entry) in entries.into_iter().enumerate() {
            let primary = self.moved(entry);
            put(room, at, primary.to_be_bytes());
            at += if number < written { 0 } else { ce::primary_length(primary) };
        }
        run.bytes += at;
        run.characters += 4 - written;
        true
    }
}

/// Room at a place.
#[inline(always)]
fn room<const N: usize>(out: &mut [u8], at: usize) -> Option<&mut [u8; N]> {
    out.get_mut(at..).and_then(|rest| rest.first_chunk_mut())
}

/// The primary of an entry of one with all other weights common.
#[inline(always)]
fn primary(entry: u32) -> Option<u32> {
    (entry & 0xFF == LONG_PRIMARY).then_some(entry & !0xFF)
}

impl Primaries<'_> {
    fn lead(&self, lead: u8) -> u16 {
        let compressible = self.compressible.get(usize::from(lead)).is_some_and(|&is| is);
        match self.reordering.lead(lead) {
            _ if u32::from(lead) << 24 < MOST_VARIABLE => SPLIT_LEAD,
            None => SPLIT_LEAD,
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
