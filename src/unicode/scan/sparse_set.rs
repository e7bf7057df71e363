//! A set of few code points of the BMP in many scripts, such as the ends of sentences: found in any text, where a
//! [`CodePointFilter`](super::CodePointFilter) follows the scripts of the text.
//!
//! ```text
//! UTF-16:  one bit each                                                        (`super::table_mask`)
//! UTF-8:   ASCII by nibbles; a candidate is a lead byte whose second and third byte have the nibbles of those of its
//!          code points; candidates, which are few, are looked up                (`mask_kernels::sparse_mask`)
//! ```

use super::block::{BLOCK, WINDOW};
use super::classes::NonAscii;
use super::mask::block_mask;
use super::scalar;
use super::utf8_masks::Utf8Masks;
use crate::unicode::text::{CodeUnit, Encoding};

/// Two tables by the low and by the high nibble of a byte. The bits that both have for a byte are those of the groups
/// that it is in.
pub(super) type NibbleTables = [u128; 2];

/// The tables of eight groups of code points: of their lead, second and third bytes.
pub(super) type GroupTables = [NibbleTables; 3];

/// A set of code points of the BMP. Those of other planes, surrogates and overlong forms are in it.
#[derive(Debug)]
pub struct SparseSet {
    pub(super) bits: Box<[u64; 1024]>,
    /// ASCII; a group for each high nibble.
    pub(super) ascii: NibbleTables,
    /// All others; a group for each lead byte. Further lead bytes share the last group.
    pub(super) groups: [GroupTables; 2],
}

/// The code points of a set, and the overlong forms, with the same first two bytes.
struct LeadingBytes {
    lead: u8,
    second: u8,
    /// The third bytes, by their low six bits; all for those of two bytes.
    thirds: u64,
}

impl LeadingBytes {
    fn has_any_third(&self) -> bool {
        self.thirds == u64::MAX
    }

    /// Those of one lead byte are a group, and those with any third byte apart: they would make all others of their
    /// lead byte candidates. The lead bytes of overlong forms are one group.
    fn group(&self) -> (u8, bool) {
        (if self.lead < 0xC2 { 0xC0 } else { self.lead }, self.has_any_third())
    }
}

impl SparseSet {
    /// Creates the set of the bits of blocks of 64 code points.
    pub fn new(mut bits: Box<[u64; 1024]>) -> SparseSet {
        bits.iter_mut().skip(0xD800 / 64).take(0x800 / 64).for_each(|block| *block = u64::MAX);
        let mut set = SparseSet { bits, ascii: [0; 2], groups: [[[0; 2]; 3]; 2] };
        for byte in 0..0x80 {
            if set.has(u32::from(byte)) {
                insert(&mut set.ascii, 1 << (byte >> 4), byte);
            }
        }
        let (of_any_third, others): (Vec<_>, Vec<_>) = set.of_three_bytes().partition(LeadingBytes::has_any_third);
        let found: Vec<LeadingBytes> = set.of_two_bytes().chain(others).chain(of_any_third).collect();
        for (number, list) in found.chunk_by(|one, other| one.group() == other.group()).enumerate() {
            let (number, bit) = (number.min(15) / 8, 1 << (number.min(15) % 8));
            let Some([of_leads, of_seconds, of_thirds]) = set.groups.get_mut(number) else { continue };
            for LeadingBytes { lead, second, thirds } in list {
                insert(of_leads, bit, *lead);
                insert(of_seconds, bit, *second);
                if *thirds == u64::MAX {
                    // Any byte, as of two bytes the third one is that of the next code point.
                    *of_thirds = of_thirds.map(|table| table | u128::from_le_bytes([bit; 16]));
                } else {
                    (0..64).filter(|low| thirds >> low & 1 != 0).for_each(|low| insert(of_thirds, bit, 0x80 | low));
                }
            }
        }
        set
    }

    fn of_two_bytes(&self) -> impl Iterator<Item = LeadingBytes> {
        let is_member =
            |lead: u8, second: u8| lead < 0xC2 || self.has(u32::from(lead & 0x1F) << 6 | u32::from(second & 0x3F));
        let all = (0xC0..0xE0).flat_map(|lead: u8| (0x80..0xC0).map(move |second: u8| (lead, second)));
        let members = all.filter(move |(lead, second)| is_member(*lead, *second));
        members.map(|(lead, second)| LeadingBytes { lead, second, thirds: u64::MAX })
    }

    fn of_three_bytes(&self) -> impl Iterator<Item = LeadingBytes> {
        let thirds = |lead: u8, second: u8| match (lead, second) {
            // Overlong.
            (0xE0, ..0xA0) => u64::MAX,
            _ => self.block(usize::from(lead & 15) << 6 | usize::from(second & 0x3F)),
        };
        let all = (0xE0..0xF0).flat_map(|lead: u8| (0x80..0xC0).map(move |second: u8| (lead, second)));
        let with_thirds = all.map(move |(lead, second)| LeadingBytes { lead, second, thirds: thirds(lead, second) });
        with_thirds.filter(|found| found.thirds != 0)
    }

    fn block(&self, block: usize) -> u64 {
        self.bits.get(block).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn has(&self, code: u32) -> bool {
        self.block((code >> 6) as usize) >> (code & 63) & 1 != 0
    }

    /// Scalar variant of [`SparseSet::mask`].
    #[inline(never)]
    pub(super) fn mask_one_by_one<U: CodeUnit>(&self, window: &[U; WINDOW]) -> Option<(u64, usize)> {
        if U::ENCODING == Encoding::Utf16 {
            return Some((scalar::table_mask(window, &self.bits), BLOCK));
        }
        let block = window.first_chunk::<BLOCK>()?;
        let masks = Utf8Masks::new(block);
        let after = masks.bytes_after(window)?;
        let ascii = !block_mask::<U, NonAscii>(block) & scalar::table_mask(window, &self.bits);
        Some((ascii | masks.four | self.look_up(window, masks.leads & !masks.four), BLOCK + after))
    }

    /// The lead bytes of code points of the set among some of two and three bytes.
    #[inline(always)]
    pub(super) fn look_up<U: CodeUnit>(&self, window: &[U; WINDOW], leads: u64) -> u64 {
        let (mut rest, mut found) = (leads, 0);
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let Some(units) = window.get(at..).and_then(|rest| rest.first_chunk::<3>()) else { return u64::MAX };
            let [first, second, third]: [u32; 3] = units.map(Into::into);
            let (code, least) = match first {
                0xE0.. => ((first & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F, 0x800),
                _ => ((first & 0x1F) << 6 | second & 0x3F, 0x80),
            };
            found |= u64::from(code < least || self.has(code)) << at;
        }
        found
    }
}

/// Adds a byte to the groups of `bits`.
fn insert(tables: &mut NibbleTables, bits: u8, byte: u8) {
    let nibbles = [byte & 0xF, byte >> 4];
    tables.iter_mut().zip(nibbles).for_each(|(table, nibble)| *table |= u128::from(bits) << (8 * nibble));
}

#[cfg(test)]
mod tests {
    use super::super::block_at;
    use super::*;
    use proptest::prelude::*;

    fn code_points() -> impl Strategy<Value = char> {
        let range = |first, last| prop::char::range(first, last);
        prop_oneof![
            range('\0', '\x7F'),
            range('\u{80}', '\u{7FF}'),
            range('\u{800}', '\u{FFFF}'),
            range('\u{2F00}', '\u{30FF}'),
            any::<char>(),
        ]
    }

    proptest! {
        #[test]
        fn mask_has_the_code_points_of_the_set(
            members in prop::collection::vec(code_points(), 0..200),
            others in prop::collection::vec(code_points(), 1..80),
            whole in prop::collection::vec(0usize..1024, 0..4),
            picks in prop::collection::vec(any::<prop::sample::Index>(), 1..80),
        ) {
            let mut bits = Box::new([0; 1024]);
            for code in members.iter().map(|c| u32::from(*c)).filter(|code| *code < 0x1_0000) {
                bits[code as usize >> 6] |= 1 << (code & 63);
            }
            whole.iter().for_each(|block| bits[*block] = u64::MAX);
            let set = SparseSet::new(bits);
            let all: Vec<char> = members.iter().chain(&others).copied().collect();
            let text: String = picks.iter().map(|pick| all[pick.index(all.len())]).collect();
            let is_found = |c: char| c > '\u{FFFF}' || set.has(c.into());
            let (mut utf8, mut utf16) = ([0; WINDOW], [0; WINDOW]);
            let bytes = block_at::<u8, WINDOW>(text.as_bytes(), 0, &mut utf8);
            let (found, length) = set.mask(bytes).unwrap();
            prop_assert_eq!(set.mask_one_by_one(bytes), Some((found, length)));
            prop_assert!(text.is_char_boundary(length.min(text.len())));
            for (at, c) in text.char_indices().filter(|(at, _)| *at < BLOCK) {
                prop_assert_eq!(found >> at & 1 != 0, is_found(c), "{:?} at {}", c, at);
            }
            let units: Vec<u16> = text.encode_utf16().collect();
            let (found, _) = set.mask(block_at::<u16, WINDOW>(&units, 0, &mut utf16)).unwrap();
            for (at, unit) in units.iter().enumerate().take(BLOCK) {
                prop_assert_eq!(found >> at & 1 != 0, set.has((*unit).into()), "{:X} at {}", unit, at);
            }
        }
    }

    #[test]
    fn ill_formed_blocks_have_no_mask_and_overlong_forms_are_found() {
        let set = SparseSet::new(Box::new([0; 1024]));
        let mut copy = [0; WINDOW];
        let mut mask = |text: &[u8]| set.mask(block_at::<u8, WINDOW>(text, 0, &mut copy)).map(|(mask, _)| mask);
        for text in [b"a\x80".as_slice(), b"\xE3\x80", b"\xC3a", b"\xF0\x9F\x98"] {
            assert_eq!(mask(text), None, "{text:X?}");
        }
        for text in [b"a\xC0\x80".as_slice(), b"a\xC1\xBF", b"a\xE0\x9F\xBF", b"a\xED\xA0\x80", b"a\xF0\x9F\x98\x80"] {
            assert_eq!(mask(text).map(|mask| mask & 2), Some(2), "{text:X?}");
        }
        assert_eq!(mask("aÀ．\u{7FF}\u{800}".as_bytes()), Some(0));
    }
}
