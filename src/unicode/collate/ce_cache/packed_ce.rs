//! Packed collation elements: the weights that one character adds to a key, in 64 bits. They cover the common cases,
//! one CE, or one CE and an accent (compare the "mini expansions" of ICU's Latin fast path); all others are
//! [`SPECIAL`].

use crate::unicode::collate::ce::{self, Ce};
use crate::unicode::collate::decompose;
use crate::unicode::collate::reorder::Reordering;
use crate::unicode::collate::table::{self, Tables};

/// From the top: 24 bits of primary, 8 of flags, 8 of secondary (05 common, 0 none), 8 of the secondary of a second CE
/// without a primary (0: none), 8 of case and tertiary, 8 of flags.
pub(crate) type PackedCe = u64;

/// The number of characters of a cached page.
pub(crate) const PAGE_SIZE: usize = 0x100;

/// The number of primary bytes, 0 to 3.
pub(crate) const BYTES: PackedCe = 3;
/// The lead byte is compressible: omitted where it repeats (primary compression, `COMPRESS` in FractionalUCA).
pub(crate) const COMPRESSED: PackedCe = 4;
/// Variable under some `maxVariable`, or without a primary; tested if `alternate` is `shifted`.
pub(crate) const MAYBE_VARIABLE: PackedCe = 8;
/// A digit, which is part of a number if `numeric` is on.
pub(crate) const IS_DIGIT: PackedCe = 0x10;
/// Not one of the cases that fit in a packed CE: use the CE32 of the tables.
pub(crate) const SPECIAL: PackedCe = 0x20;
/// A mark (ccc not 0) of one CE that starts no contraction.
pub(crate) const MARK: PackedCe = 0x40;
/// If a mark follows, use the tables: the character decomposes, or starts a contraction with a mark.
pub(crate) const CHECK_NEXT_MARK: PackedCe = 0x80;
/// Not a safe point (ICU's `unsafeBackwardSet`): a mark, the end of a contraction, a character with a prefix or without
/// a primary.
pub(crate) const UNSAFE_BACKWARD: PackedCe = 1 << 32;
/// A vowel sign with the property Logical_Order_Exception, to be rearranged; also [`SPECIAL`].
pub(crate) const LOGICAL_ORDER_EXCEPTION: PackedCe = 2 << 32;
/// A consonant that is rearranged with a preceding vowel sign.
pub(crate) const REARRANGED_CONSONANT: PackedCe = 4 << 32;

/// The two secondary fields are the two bytes of one weight.
pub(crate) const TWO_BYTE_SECONDARY: PackedCe = 8 << 32;
/// The prolonged sound mark, whose CE depends on the preceding character; also [`SPECIAL`].
pub(crate) const PROLONGED: PackedCe = 16 << 32;
/// Two CEs with primaries; the index of the expansion is in the bits above the flags; also [`SPECIAL`].
pub(crate) const TWO_PRIMARY_EXPANSION: PackedCe = 32 << 32;
pub(crate) const EXPANSION_INDEX_SHIFT: u32 = 40;
/// The kinds of [`SPECIAL`] characters that have a CE for other reasons than [`starts_contraction`].
const OTHER_KINDS: PackedCe = LOGICAL_ORDER_EXCEPTION | PROLONGED | TWO_PRIMARY_EXPANSION;
/// The bits of the quaternary weight; shifted up from their position in a CE.
pub(crate) const QUATERNARY: PackedCe = 0xC0 << 32;
pub(crate) const QUATERNARY_SHIFT: u32 = 32;
/// The case bits of the non-primary weights.
pub(crate) const CASE: PackedCe = 0xC000;

/// The secondary weight of the second CE, an accent.
pub(crate) const ACCENT: PackedCe = 0x00FF_0000;

/// The non-primary weights of a packed CE, and their common value (ICU: common weight 05).
pub(crate) const NON_PRIMARY_MASK: PackedCe = 0xFFFF_FF00;
pub(crate) const COMMON_WEIGHTS: PackedCe = 0x0500_0500;

/// U+FFFE, which separates merged keys.
const MERGE_SEPARATOR: u32 = 0xFFFE;

/// The first primary of digits: all variable primaries are below it, those of `numeric` directly after it.
pub(crate) const VARIABLE_LIMIT: u32 = 0x1000_0000;

/// Encodes primaries for packed CEs: reordered, with their compression flag.
#[derive(Clone, Copy)]
pub(crate) struct PrimaryEncoder<'a> {
    pub(crate) reordering: &'a Reordering,
    pub(crate) compressible: &'a [bool; 256],
}

impl PrimaryEncoder<'_> {
    /// The bits of a packed CE for a primary of at most three bytes.
    #[inline]
    pub(crate) fn packed(&self, primary: u32) -> PackedCe {
        if primary == 0 {
            return MAYBE_VARIABLE;
        }
        let [lead, ..] = primary.to_be_bytes();
        let compressed = self.compressible.get(usize::from(lead)).is_some_and(|&is| is);
        let bytes = ce::primary_length(primary) as u64;
        let shift = if primary < VARIABLE_LIMIT { MAYBE_VARIABLE } else { 0 };
        u64::from(self.reordering.apply(primary)) << 32 | bytes | shift | if compressed { COMPRESSED } else { 0 }
    }

    /// Packs a CE32 of one CE with a primary, independent of the character; [`SPECIAL`] for any other CE32.
    #[inline]
    pub(crate) fn of_ce32(&self, ce32: u32) -> PackedCe {
        match ce32 & 0xFF {
            table::LONG_PRIMARY => self.packed(ce32 & !0xFF) | COMMON_WEIGHTS | CHECK_NEXT_MARK,
            0..=0xBF if ce32 >> 16 != 0 => {
                let lower = u64::from((ce32 & 0xFF00) << 16 | (ce32 & 0xFF) << 8);
                self.packed(ce32 & 0xFFFF_0000) | lower | CHECK_NEXT_MARK
            }
            _ => SPECIAL,
        }
    }

    /// Packs the CEs of a character.
    pub(crate) fn of_char(&self, tables: &Tables, c: u32) -> PackedCe {
        if c == MERGE_SEPARATOR {
            return SPECIAL; // U+FFFE ends a segment of the backwards secondary level.
        }
        let ce32 = tables.ce32(c);
        let (ce32, flags) = match table::tag(ce32) {
            table::DIGIT => (tables.digit(ce32), IS_DIGIT),
            table::MARK => match tables.mark(ce32) {
                (ce32, _, None) => (ce32, MARK),
                _ => return SPECIAL,
            },
            _ => (ce32, 0),
        };
        let contracts = flags & MARK == 0 && (decomposes(c) || tables.mark_contexts(c).is_some());
        let flags = flags | if contracts { CHECK_NEXT_MARK } else { 0 };
        self.of_elements(tables, ce32, c).map_or(SPECIAL | flags & !MARK, |packed| packed | flags)
    }

    /// Packs a character of exactly two CEs with primaries that are never variable.
    pub(crate) fn expansion_of_char(&self, tables: &Tables, c: u32) -> Option<[PackedCe; 2]> {
        let ce32 = tables.ce32(c);
        if !is_expansion(ce32) {
            return None;
        }
        let (mut pair, mut count) = ([SPECIAL; 2], 0);
        tables.each_ce(ce32, c, &mut |ce| {
            if let Some(slot) = pair.get_mut(count) {
                *slot = self.of_ces(ce, 0).unwrap_or(SPECIAL);
            }
            count += 1;
        });
        let fits = |packed: &PackedCe| packed & (SPECIAL | MAYBE_VARIABLE) == 0;
        (count == 2 && pair.iter().all(fits)).then_some(pair)
    }

    /// Packs a CE32 of one CE, or of one CE and an accent.
    pub(crate) fn of_elements(&self, tables: &Tables, ce32: u32, c: u32) -> Option<PackedCe> {
        match self.of_long_elements(tables, ce32, c)? {
            (packed, 0) => Some(packed),
            _ => None,
        }
    }

    /// Packs a CE32 of one CE, or of one CE and an accent, without the fourth byte of its primary; returns that byte,
    /// 0 for none.
    pub(crate) fn of_long_elements(&self, tables: &Tables, ce32: u32, c: u32) -> Option<(PackedCe, u8)> {
        if !(is_single_ce(ce32) || is_expansion(ce32) || ce32 & 0xFF == table::LONG_SECONDARY) {
            return None;
        }
        let (mut ces, mut count) = ([0; 2], 0);
        tables.each_ce(ce32, c, &mut |ce| {
            if let Some(slot) = ces.get_mut(count) {
                *slot = ce;
            }
            count += 1;
        });
        let [first, second] = ces;
        let accent = match count {
            1 => 0,
            // Common tertiary and quaternary weights, no case, a secondary weight of one byte.
            2 if second & !0xFF00_0000 == 0x0500 && second & 0xFF00_0000 != 0 => second >> 24 << 16,
            _ => return None,
        };
        let [.., fourth] = ce::primary(first).to_be_bytes();
        Some((self.of_ces(first & !(0xFF << 32), accent)?, fourth))
    }

    /// Packs a CE and the secondary weight of a second one, if both fit.
    fn of_ces(&self, first: Ce, accent: PackedCe) -> Option<PackedCe> {
        let (primary, lower) = (ce::primary(first), ce::lower(first) & !ce::QUATERNARY_MASK);
        let quaternary = u64::from(ce::lower(first) & ce::QUATERNARY_MASK) << QUATERNARY_SHIFT;
        let second_byte = if u64::from(lower) & ACCENT != 0 { TWO_BYTE_SECONDARY } else { 0 };
        let fits = lower & 0xFF == 0 && primary & 0xFF == 0 && (second_byte == 0 || accent == 0);
        fits.then(|| self.packed(primary) | u64::from(lower) | accent | second_byte | quaternary)
    }
}

/// Whether a packed CE is that of a starter of contractions without prefixes, where none of them matches: such a CE is
/// [`SPECIAL`] and has a primary.
#[inline(always)]
pub(crate) fn starts_contraction(packed: PackedCe) -> bool {
    packed & (SPECIAL | OTHER_KINDS) == SPECIAL && packed & BYTES != 0
}

/// Whether a character may continue a contraction.
#[inline(always)]
pub(crate) fn may_continue_contraction(packed: PackedCe) -> bool {
    packed & UNSAFE_BACKWARD != 0 || packed & SPECIAL != 0 && !starts_contraction(packed)
}

/// Whether a CE32 is exactly one CE and context-free.
pub(crate) fn is_single_ce(ce32: u32) -> bool {
    ce32 & 0xFF < table::FIRST_TAG || ce32 & 0xFF == table::LONG_PRIMARY
}

#[inline]
pub(crate) fn is_expansion(ce32: u32) -> bool {
    ce32 & 0xFF >= table::FIRST_TAG && matches!(table::tag(ce32), table::EXPANSION | table::EXPANSION32)
}

/// Whether a character with this CE32 has prefixes or starts contractions.
#[inline]
pub(crate) fn is_prefix_or_contraction(ce32: u32) -> bool {
    table::tag(ce32) == table::PREFIX_OR_CONTRACTION
}

#[inline]
pub(crate) fn decomposes(c: u32) -> bool {
    c >= 0xC0 && decompose::decomposes(c)
}
