//! Items of a collator: those of the alphabets, ready to be looked up by code point, and what is known of other scripts.

use once_cell::sync::Lazy;

use super::super::decompose::first_part;
use super::super::root::root;
use super::super::table::{self, BLOCK, Child, Tables, Word, in_ranges, meets_ranges};
use super::decode::LOW;
use super::item::{
    BYTES, COMPRESSED, IS_DIGIT, Item, LOWER, MARK, MAY_SHIFT, NO_MARKS, OTHER, Primaries, SWAP, SWAP_PARTNER, UNSAFE,
    USUAL,
};
use crate::unicode::text::{CodeUnit, Encoding};

/// First of the Thai and Lao letters, and of CJK punctuation and kana, which have items too.
const THAI: u32 = 0x0E00;
const KANA: u32 = 0x3000;
const PAGE: usize = 0x100;

/// Vowel signs that are written first, with the consonants after them: Thai, Lao (Unicode's Logical_Order_Exception).
const SWAPS: [(std::ops::RangeInclusive<u32>, std::ops::RangeInclusive<u32>); 2] =
    [(0x0E40..=0x0E44, 0x0E01..=0x0E2E), (0x0EC0..=0x0EC4, 0x0E81..=0x0EAE)];

/// First and last of the ideographs whose entries say all there is to them.
const HAN_FIRST: u32 = 0x3400;
const HAN_COUNT: u32 = 0x9FFF - HAN_FIRST + 1;
pub(super) const HANGUL_FIRST: u32 = 0xAC00;
pub(super) const HANGUL_COUNT: u32 = 11172;

/// What a simple character writes: only common weights on the lower levels, and one or two bytes on the primary one. From
/// the top: 8 bits of the lead byte that must be the last one written (0: none that may be left out), 8 of flags, the
/// bytes.
pub(super) type Simple = u32;
/// Two bytes are written.
pub(super) const TWO_BYTES: Simple = 1 << 16;
/// As in items.
pub(super) const SIMPLE_MAY_SHIFT: Simple = 1 << 17;
pub(super) const SIMPLE_IS_DIGIT: Simple = 1 << 18;
/// The lead byte.
pub(super) const LEAD: Simple = 0xFF00_0000;
/// No simple one.
pub(super) const NOT_SIMPLE: Simple = LEAD;

/// Items of one collator.
#[derive(Clone, Debug)]
pub(crate) struct Items {
    low: [Item; LOW],
    thai: [Item; PAGE],
    kana: [Item; PAGE],
    simple: [Simple; LOW],
    /// The same by UTF-8 byte.
    ascii: [Simple; 256],
    /// The lead byte that all jamo share, and their second bytes, when there is nothing else to them.
    pub(super) jamo: Option<(u32, [u8; 67])>,
    /// No contraction begins with an ideograph and a mark, none holds one.
    pub(super) han_is_plain: bool,
    /// A text may be cut before any ideograph; before any syllable.
    pub(super) han_is_safe: bool,
    pub(super) hangul_is_safe: bool,
}

impl Items {
    pub(super) fn new(
        tables: &Tables,
        jamo: Option<&[u32; 67]>,
        primaries: Primaries<'_>,
        unsafe_ranges: [&[Word]; 2],
    ) -> Items {
        let is_unsafe = |c| unsafe_ranges.iter().any(|ranges| in_ranges(ranges, first_part(c)));
        let is_safe = |first, count| !unsafe_ranges.iter().any(|ranges| meets_ranges(ranges, first, first + count - 1));
        let item_of = |c| {
            let item = primaries.of_char(tables, c);
            if item & (BYTES | OTHER | IS_DIGIT) == 0 || item & MARK != 0 || is_unsafe(c) {
                item | UNSAFE
            } else {
                item
            }
        };
        let mut items = Items {
            low: [OTHER; LOW],
            thai: [OTHER; PAGE],
            kana: [OTHER; PAGE],
            simple: [NOT_SIMPLE; LOW],
            ascii: [NOT_SIMPLE; 256],
            han_is_plain: !tables.contracts_with_marks(HAN_FIRST..HAN_FIRST + HAN_COUNT),
            han_is_safe: is_safe(HAN_FIRST, HAN_COUNT),
            hangul_is_safe: is_safe(HANGUL_FIRST, HANGUL_COUNT) && is_safe(0x1100, 19),
            jamo: jamo.and_then(|entries| jamo_bytes(&entries.map(|entry| primaries.of_entry(entry)))),
        };
        items.low.iter_mut().zip(0..).for_each(|(slot, c)| *slot = item_of(c));
        items.thai.iter_mut().zip(THAI..).for_each(|(slot, c)| *slot = item_of(c));
        items.kana.iter_mut().zip(KANA..).for_each(|(slot, c)| *slot = item_of(c));

        items.find_swaps(tables, primaries);
        items.find_simple();
        items
    }

    /// Marks the vowel signs that do no more than change places with the consonant after them.
    fn find_swaps(&mut self, tables: &Tables, primaries: Primaries<'_>) {
        for (signs, consonants) in SWAPS {
            let swaps = |sign: u32, consonant: u32| swaps(tables, sign, consonant);
            let partners: Vec<u32> =
                consonants.filter(|&consonant| signs.clone().all(|sign| swaps(sign, consonant))).collect();
            for c in partners {
                self.flag(c, SWAP_PARTNER);
            }
            for sign in signs {
                if let Some(alone) = alone(tables, sign)
                    && let item = primaries.of_entry(alone)
                    && item & OTHER == 0
                    && let Some(slot) = self.thai.get_mut((sign - THAI) as usize)
                {
                    *slot = item | OTHER | SWAP | UNSAFE;
                }
            }
        }
    }

    fn flag(&mut self, c: u32, flag: Item) {
        if let Some(slot) = self.thai.get_mut((c - THAI) as usize)
            && *slot & (OTHER | MARK | NO_MARKS) == 0
        {
            *slot |= flag;
        }
    }

    fn find_simple(&mut self) {
        for (slot, item) in self.simple.iter_mut().zip(self.low) {
            let [lead, second, ..] = item.to_be_bytes().map(u32::from);
            let bytes = match item & (LOWER | BYTES | COMPRESSED | OTHER | MARK) {
                low if low == USUAL | 1 => lead << 8,
                low if low == USUAL | 2 => lead << 8 | second | TWO_BYTES,
                low if low == USUAL | COMPRESSED | 2 => lead << 24 | second << 8,
                _ => continue,
            };
            let shift = if item & MAY_SHIFT != 0 { SIMPLE_MAY_SHIFT } else { 0 };
            let digit = if item & IS_DIGIT != 0 { SIMPLE_IS_DIGIT } else { 0 };
            *slot = bytes | shift | digit;
        }
        self.ascii.iter_mut().zip(self.simple).take(0x80).for_each(|(slot, simple)| *slot = simple);
    }

    /// What a low character writes, if it is simple.
    #[inline(always)]
    pub(super) fn simple(&self, c: u32) -> Simple {
        self.simple.get(c as usize).copied().unwrap_or(NOT_SIMPLE)
    }

    /// The same of a unit, if it is a character.
    #[inline(always)]
    pub(super) fn simple_of<U: CodeUnit>(&self, unit: U) -> Simple {
        let unit: u32 = unit.into();
        match U::ENCODING {
            Encoding::Utf8 => self.ascii.get((unit & 0xFF) as usize),
            Encoding::Utf16 => self.simple.get(unit as usize),
        }
        .copied()
        .unwrap_or(NOT_SIMPLE)
    }

    /// The item of a character below [`LOW`].
    #[inline]
    pub(super) fn low(&self, c: u32) -> Item {
        self.low.get(c as usize).copied().unwrap_or(OTHER)
    }

    /// The item of a character that has one ready.
    #[inline]
    pub(super) fn get(&self, c: u32) -> Option<Item> {
        if let Some(&item) = self.low.get(c as usize) {
            return Some(item);
        }
        if let Some(&item) = self.kana.get(c.wrapping_sub(KANA) as usize) {
            return Some(item);
        }
        self.thai.get(c.wrapping_sub(THAI) as usize).copied()
    }
}

/// The lead byte of all jamo, and their second bytes, if they are nothing but these.
fn jamo_bytes(items: &[Item; 67]) -> Option<(u32, [u8; 67])> {
    let lead = (items.first()? >> 56) as u32;
    let alike = |&item: &Item| {
        (item >> 56) as u32 == lead && item & (LOWER | BYTES | COMPRESSED | OTHER) == USUAL | COMPRESSED | 2
    };
    items.iter().all(alike).then(|| (lead, items.map(|item| (item >> 48) as u8)))
}

/// The entry of a character that only contractions depend on, where it stands alone.
fn alone(tables: &Tables, c: u32) -> Option<u32> {
    let entry = tables.entry(c);
    if entry & 0xFF & !table::TAILORED != table::CONTEXT {
        return None;
    }
    let tree = tables.node(entry);
    match (tree.has_children(), tree.value()) {
        (false, (Some(suffixes), _)) => match tree.follow(suffixes).value() {
            (Some(value), true) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a sign and a consonant are contracted to what the two are in the other order.
fn swaps(tables: &Tables, sign: u32, consonant: u32) -> bool {
    let Some(alone) = alone(tables, sign) else { return false };
    let tree = tables.node(tables.entry(sign));
    let Some(suffixes) = tree.value().0 else { return false };
    let Some(Child::Leaf(value)) = tree.follow(suffixes).child(consonant) else { return false };
    let (mut both, mut turned) = (Vec::new(), Vec::new());
    tables.each_ce(value, sign, &mut |ce| both.push(ce));
    tables.each_ce(tables.entry(consonant), consonant, &mut |ce| turned.push(ce));
    tables.each_ce(alone, sign, &mut |ce| turned.push(ce));
    both == turned
}

/// Whether a vowel sign and a partner are both Thai or both Lao.
pub(super) fn of_one_script(sign: u32, partner: u32) -> bool {
    (sign ^ partner) & 0x80 == 0
}

/// Whether it is one of the ideographs of the range (the hexagrams among them are none).
#[inline(always)]
pub(super) fn is_han(c: u32) -> bool {
    c.wrapping_sub(HAN_FIRST) < HAN_COUNT && c & !0x3F != 0x4DC0
}

/// Where marks may stand: by the first unit of a character.
#[derive(Debug)]
pub(super) struct MarkPlaces {
    /// By UTF-8 byte.
    pub(super) bytes: [bool; 256],
    /// By 64 UTF-16 units.
    pub(super) blocks: [bool; 1024],
}

impl MarkPlaces {
    pub(super) fn get() -> &'static MarkPlaces {
        static PLACES: Lazy<MarkPlaces> = Lazy::new(MarkPlaces::new);
        &PLACES
    }

    /// From the root's table: tailorings make no marks.
    fn new() -> MarkPlaces {
        let mut places = MarkPlaces { bytes: [false; 256], blocks: [false; 1024] };
        let tables = root().tables();
        let marks = (0..0x1_0000).filter(|&c| tables.is_mark(c)).filter_map(char::from_u32);
        for c in marks {
            let first = c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or(0);
            places.bytes.get_mut(usize::from(first)).into_iter().for_each(|slot| *slot = true);
            places.blocks.get_mut(c as usize / BLOCK).into_iter().for_each(|slot| *slot = true);
        }
        // Other planes are not told apart.
        places.bytes.iter_mut().skip(0xF0).for_each(|slot| *slot = true);
        places.blocks.iter_mut().skip(0xD800 / BLOCK).take(0x800 / BLOCK).for_each(|slot| *slot = true);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::collator::Collator;
    use super::*;

    #[test]
    fn letters_of_the_tables_need_no_second_look() {
        for locale in ["und", "ja", "th", "ko", "zh", "ru", "de"] {
            let collator = Collator::open(locale).unwrap().collator;
            let items = collator.items();
            let plain = |c| items.get(c).is_some_and(|item| item & OTHER == 0);
            let letters = (0x3041..0x3097).chain(0x30A1..0x30FB).chain(0x0E01..0x0E2F).chain('a' as u32..='z' as u32);
            let other: Vec<char> = letters.filter(|&c| !plain(c)).filter_map(char::from_u32).collect();
            assert!(other.is_empty(), "{locale}: {other:?}");
            let swaps = (0x0E40..0x0E45).all(|c| items.get(c).is_some_and(|item| item & SWAP != 0));
            let partners = (0x0E01..0x0E2F).all(|c| items.get(c).is_some_and(|item| item & SWAP_PARTNER != 0));
            assert!(swaps && partners, "{locale}");
            assert!(items.jamo.is_some(), "{locale}");
            assert!(items.han_is_plain, "{locale}");
        }
    }
}
