//! What one character writes, as a number: the usual characters are one collation element, or one and an accent, and
//! their weights fit into 64 bits.

use super::super::ce::{self, Ce};
use super::super::decompose;
use super::super::reorder::Reordering;
use super::super::table::{self, Tables};

/// From the top: 24 bits of primary, 8 of flags, 8 of secondary (05 common, 0 none), 8 of the secondary of a second
/// element that has no primary (0: there is none), 8 of case and tertiary, 8 of flags.
pub(super) type Item = u64;

/// Number of primary bytes, 0 to 3.
pub(super) const BYTES: Item = 3;
/// The lead byte is left out when it repeats.
pub(super) const COMPRESSED: Item = 4;
/// Variable under some setting, or without primary: to be looked at where variable characters are shifted.
pub(super) const MAY_SHIFT: Item = 8;
/// A digit, to be read as a number where numbers have values.
pub(super) const IS_DIGIT: Item = 0x10;
/// Anything else: ask the table.
pub(super) const OTHER: Item = 0x20;
/// A mark that is one element and begins no contraction.
pub(super) const MARK: Item = 0x40;
/// With a mark after it, it is not what the item says: it decomposes, or a contraction begins with it and the mark.
pub(super) const NO_MARKS: Item = 0x80;
/// Not in any place to begin to read: a mark, the end of a contraction, something with a prefix or without primary.
pub(super) const UNSAFE: Item = 1 << 32;
/// A vowel sign that is written before its consonant and read after it; also [`OTHER`].
pub(super) const SWAP: Item = 2 << 32;
/// A consonant that such signs stand before.
pub(super) const SWAP_PARTNER: Item = 4 << 32;

/// The two secondaries are the two bytes of one.
pub(super) const WIDE: Item = 8 << 32;
/// The prolonged sound mark, which depends on what stands before it; also [`OTHER`].
pub(super) const PROLONGED: Item = 16 << 32;
/// Two elements with primaries, kept as a pair whose number stands above the flags; also [`OTHER`].
pub(super) const PAIR: Item = 32 << 32;
pub(super) const PAIR_SHIFT: u32 = 40;
/// The case in the lower weights.
pub(super) const CASE: Item = 0xC000;

/// The lower weights of an item and their usual value.
pub(super) const LOWER: Item = 0xFFFF_FF00;
pub(super) const USUAL: Item = 0x0500_0500;

/// The start of the digits, above all that can be variable (`numeric` primaries come right after).
pub(super) const MOST_VARIABLE: u32 = 0x1000_0000;

/// What items depend on besides tables.
#[derive(Clone, Copy)]
pub(super) struct Primaries<'a> {
    pub(super) reordering: &'a Reordering,
    pub(super) compressible: &'a [bool; 256],
}

impl Primaries<'_> {
    /// The part of an item that a primary of at most three bytes makes.
    #[inline]
    pub(super) fn item(&self, primary: u32) -> Item {
        if primary == 0 {
            return MAY_SHIFT;
        }
        let [lead, ..] = primary.to_be_bytes();
        let compressed = self.compressible.get(usize::from(lead)).is_some_and(|&is| is);
        let bytes = ce::primary_length(primary) as u64;
        let shift = if primary < MOST_VARIABLE { MAY_SHIFT } else { 0 };
        u64::from(self.reordering.apply(primary)) << 32 | bytes | shift | if compressed { COMPRESSED } else { 0 }
    }

    /// The item of an entry of one CE with a primary, of which nothing else is known; [`OTHER`] for other entries.
    #[inline]
    pub(super) fn of_entry(&self, entry: u32) -> Item {
        match entry & 0xFF {
            table::LONG_PRIMARY => self.item(entry & !0xFF) | USUAL | NO_MARKS,
            0..=0xBF if entry >> 16 != 0 => {
                let lower = u64::from((entry & 0xFF00) << 16 | (entry & 0xFF) << 8);
                self.item(entry & 0xFFFF_0000) | lower | NO_MARKS
            }
            _ => OTHER,
        }
    }

    /// The item of a character.
    pub(super) fn of_char(&self, tables: &Tables, c: u32) -> Item {
        let entry = tables.entry(c);
        let tag = if entry & 0xFF < 0xC0 { 0 } else { entry & 0xFF & !table::TAILORED };
        let (entry, flags) = match tag {
            table::DIGIT => (tables.digit(entry), IS_DIGIT),
            table::MARK => match tables.mark(entry) {
                (entry, _, None) => (entry, MARK),
                _ => return OTHER,
            },
            _ => (entry, 0),
        };
        let contracts = flags & MARK == 0 && (decomposes(c) || tables.mark_contexts(c).is_some());
        let flags = flags | if contracts { NO_MARKS } else { 0 };
        self.of_elements(tables, entry, c).map_or(OTHER | flags & !MARK, |item| item | flags)
    }

    /// What a character with just two CEs writes, both with primaries that are never variable.
    pub(super) fn pair_of_char(&self, tables: &Tables, c: u32) -> Option<[Item; 2]> {
        let entry = tables.entry(c);
        if !is_expansion(entry) {
            return None;
        }
        let (mut items, mut count) = ([OTHER; 2], 0);
        tables.each_ce(entry, c, &mut |ce| {
            if let Some(slot) = items.get_mut(count) {
                *slot = self.of_ces(ce, 0).unwrap_or(OTHER);
            }
            count += 1;
        });
        let fits = |item: &Item| item & (OTHER | MAY_SHIFT) == 0;
        (count == 2 && items.iter().all(fits)).then_some(items)
    }

    /// The weights of one CE, or of one and an accent.
    pub(super) fn of_elements(&self, tables: &Tables, entry: u32, c: u32) -> Option<Item> {
        if !(is_plain(entry) || is_expansion(entry) || entry & 0xFF == table::LONG_SECONDARY) {
            return None;
        }
        let (mut ces, mut count) = ([0; 2], 0);
        tables.each_ce(entry, c, &mut |ce| {
            if let Some(slot) = ces.get_mut(count) {
                *slot = ce;
            }
            count += 1;
        });
        let [first, second] = ces;
        let accent = match count {
            1 => 0,
            // Common tertiary, no case, a secondary of one byte.
            2 if second & !0xFF00_00C0 == 0x0500 && second & 0xFF00_0000 != 0 => second >> 24 << 16,
            _ => return None,
        };
        self.of_ces(first, accent)
    }

    /// The same of a CE and the accent of a second one, where that stands in an item.
    fn of_ces(&self, first: Ce, accent: Item) -> Option<Item> {
        // The short way ends before the quaternary level.
        let (primary, lower) = (ce::primary(first), ce::lower(first) & !ce::QUATERNARY_MASK);
        let wide = if lower & 0x00FF_0000 != 0 { WIDE } else { 0 };
        let fits = lower & 0xFF == 0 && primary & 0xFF == 0 && (wide == 0 || accent == 0);
        fits.then(|| self.item(primary) | u64::from(lower) | accent | wide)
    }
}

/// Whether an entry is one or more CEs, whatever is around.
pub(super) fn is_plain(entry: u32) -> bool {
    entry & 0xFF < 0xC0 || entry & 0xFF == table::LONG_PRIMARY
}

#[inline]
pub(super) fn is_expansion(entry: u32) -> bool {
    entry & 0xFF >= 0xC0 && matches!(entry & 0xFF & !table::TAILORED, table::EXPANSION | table::SHORT_EXPANSION)
}

#[inline]
pub(super) fn decomposes(c: u32) -> bool {
    c >= 0xC0 && decompose::decomposes(c)
}
