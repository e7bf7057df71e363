//! Items of a collator: those of the alphabets, ready to be looked up by code point, and what is known of other scripts.

use super::super::collator::Collator;
use super::super::decompose::{class, first_part, nfd};
use super::super::table::{self, BLOCK, Child, TAILORED_SLOT, Tables, Word, in_ranges, meets_ranges};
use super::decode::LOW;
use super::hangul::{HANGUL_COUNT, HANGUL_FIRST, Hangul};
use super::ideographs::Ideographs;
use super::item::{
    BYTES, COMPRESSED, IS_DIGIT, Item, LOWER, MARK, MAY_SHIFT, NO_MARKS, OTHER, PAIR, PAIR_SHIFT, PROLONGED, Primaries,
    SWAP, SWAP_PARTNER, UNSAFE, USUAL,
};
use super::japanese::{Japanese, KANA_PAGE, Kana};
use crate::unicode::text::{CodeUnit, Encoding};

/// Pages of 256 characters that have items too: Thai and Lao, Latin of Vietnamese, punctuation, kana, wide and narrow
/// forms.
const PAGES: [u32; 5] = [0x0E, 0x1E, 0x20, 0x30, 0xFF];
pub(super) const PAGE: usize = 0x100;

/// By the upper part of a code point: number of its page, from 1.
#[expect(clippy::indexing_slicing, reason = "run by the compiler, over pages below 256")]
static PAGE_OF: [u8; 256] = {
    let mut of = [0; 256];
    let mut number = 0;
    while number < PAGES.len() {
        of[PAGES[number] as usize] = number as u8 + 1;
        number += 1;
    }
    of
};

const THAI: std::ops::Range<u32> = 0x0E00..0x0F00;
/// Kana, and the sign that makes them long, which takes the vowel of the one before it.
const KANA: std::ops::Range<u32> = 0x3040..0x3100;
pub(super) const PROLONGED_SIGN: u32 = 0x30FC;

/// Vowel signs that are written first, with the consonants after them: Thai, Lao (Unicode's Logical_Order_Exception).
const SWAPS: [(std::ops::RangeInclusive<u32>, std::ops::RangeInclusive<u32>); 2] =
    [(0x0E40..=0x0E44, 0x0E01..=0x0E2E), (0x0EC0..=0x0EC4, 0x0E81..=0x0EAE)];

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
    pages: [[Item; PAGE]; PAGES.len()],
    /// The prolonged sound mark after each of the kana; [`OTHER`] where more than the one before it matters.
    prolonged: [Item; 0xC0],
    simple: [Simple; LOW],
    /// The same by UTF-8 byte.
    ascii: [Simple; 256],
    /// Kana, when they have one lead byte of their own.
    kana: Option<Box<Kana>>,
    /// Syllables, when there is nothing to their jamo but one common lead byte and one more byte each.
    pub(super) hangul: Option<Box<Hangul>>,
    /// What characters with two elements write, see [`PAIR`].
    pairs: Vec<[Item; 2]>,
    pub(super) ideographs: Ideographs,
    /// A text may be cut before any syllable.
    pub(super) hangul_is_safe: bool,
    /// Nothing but vowel signs and consonants that change places depends on what stands before these.
    pub(super) swaps_are_safe: bool,
}

impl Items {
    /// `like`: the root's items, if primaries are where the root has them.
    pub(super) fn new(
        tables: &Tables,
        jamo: Option<&[u32; 67]>,
        primaries: Primaries<'_>,
        unsafe_ranges: [&[Word]; 2],
        like: Option<&Items>,
    ) -> Items {
        let is_safe = |first, count| !unsafe_ranges.iter().any(|ranges| meets_ranges(ranges, first, first + count - 1));
        let mut items = Items {
            low: [OTHER; LOW],
            pages: [[OTHER; PAGE]; PAGES.len()],
            prolonged: [OTHER; 0xC0],
            simple: [NOT_SIMPLE; LOW],
            ascii: [NOT_SIMPLE; 256],
            pairs: Vec::new(),
            kana: None,
            ideographs: Ideographs::new(tables, primaries, unsafe_ranges, like.map(|like| &like.ideographs)),
            swaps_are_safe: SWAPS.into_iter().flat_map(|(signs, consonants)| [signs, consonants]).all(|range| {
                let [_, own] = unsafe_ranges;
                !meets_ranges(own, *range.start(), *range.end())
            }),
            hangul_is_safe: is_safe(HANGUL_FIRST, HANGUL_COUNT) && is_safe(0x1100, 19),
            hangul: jamo.and_then(|entries| Hangul::new(&entries.map(|entry| primaries.of_entry(entry)))),
        };
        let mut pairs = like.map_or_else(Vec::new, |like| like.pairs.clone());
        let mut item_of = |c| {
            let [root, own] = unsafe_ranges;
            match like.and_then(|like| like.get(c)) {
                Some(item) if !is_tailored(tables, c) => {
                    item | if !own.is_empty() && in_ranges(own, first_part(c)) { UNSAFE } else { 0 }
                }
                _ => {
                    let mut item = primaries.of_char(tables, c);
                    if item & OTHER != 0
                        && let Some(pair) = primaries.pair_of_char(tables, c)
                    {
                        item |= PAIR | (pairs.len() as u64) << PAIR_SHIFT;
                        pairs.push(pair);
                    }
                    let first = first_part(c);
                    let bad_start = item & (BYTES | OTHER | IS_DIGIT) == 0 || item & MARK != 0;
                    let depends = bad_start || in_ranges(root, first) || in_ranges(own, first);
                    item | if depends { UNSAFE } else { 0 }
                }
            }
        };
        items.low.iter_mut().zip(0..).for_each(|(slot, c)| *slot = item_of(c));
        for (page, first) in items.pages.iter_mut().zip(PAGES) {
            page.iter_mut().zip(first << 8..).for_each(|(slot, c)| *slot = item_of(c));
        }
        items.pairs = pairs;
        if like.is_none() || THAI.step_by(BLOCK).any(|c| is_tailored(tables, c)) {
            items.find_swaps(tables, primaries);
        }
        match like {
            Some(like) if !KANA.step_by(BLOCK).any(|c| is_tailored(tables, c)) => items.prolonged = like.prolonged,
            _ => items.find_prolonged(tables, primaries),
        }
        items.find_simple();
        items.kana = items.kana_of(tables);
        items
    }

    fn slot(&mut self, c: u32) -> Option<&mut Item> {
        let page = usize::from(*PAGE_OF.get((c >> 8) as usize)?).checked_sub(1)?;
        self.pages.get_mut(page)?.get_mut((c & 0xFF) as usize)
    }

    /// Marks the vowel signs that do no more than change places with the consonant after them.
    fn find_swaps(&mut self, tables: &Tables, primaries: Primaries<'_>) {
        for (signs, consonants) in SWAPS {
            let swaps = |sign: u32, consonant: u32| swaps(tables, sign, consonant);
            for consonant in consonants {
                let is_partner = signs.clone().all(|sign| swaps(sign, consonant));
                if let Some(slot) = self.slot(consonant)
                    && *slot & (OTHER | MARK | NO_MARKS) == 0
                {
                    *slot = *slot & !SWAP_PARTNER | if is_partner { SWAP_PARTNER } else { 0 };
                }
            }
            for sign in signs {
                if let Some(alone) = alone(tables, sign)
                    && let item = primaries.of_entry(alone)
                    && item & OTHER == 0
                    && let Some(slot) = self.slot(sign)
                {
                    *slot = item | OTHER | SWAP | UNSAFE;
                }
            }
        }
    }

    /// What the prolonged sound mark is after each of the kana.
    fn find_prolonged(&mut self, tables: &Tables, primaries: Primaries<'_>) {
        let entry = tables.entry(PROLONGED_SIGN);
        if entry & 0xFF & !table::TAILORED != table::CONTEXT {
            return;
        }
        for (slot, before) in self.prolonged.iter_mut().zip(KANA) {
            if class(before) == 0
                && let Some(value) = after_prefix(tables, entry, before)
            {
                *slot = primaries.of_elements(tables, value, PROLONGED_SIGN).unwrap_or(OTHER);
            }
        }
        if let Some(slot) = self.slot(PROLONGED_SIGN) {
            *slot |= OTHER | PROLONGED | UNSAFE;
        }
    }

    fn kana_of(&self, tables: &Tables) -> Option<Box<Kana>> {
        let (_, moves) = self.ideographs.plain_common(tables.bmp)?;
        Kana::new(self.page(KANA_PAGE << 8)?, self.ideographs.common_leads()?, moves)
    }

    /// To write kana and ideographs; `None` where these need further looks.
    #[inline(always)]
    pub(super) fn japanese<'a>(&'a self, collator: &'a Collator) -> Option<Japanese<'a>> {
        let (common, moves) = self.ideographs.plain_common(collator.bmp_entries())?;
        Some(Japanese::new(self, self.kana.as_ref()?, common, moves, collator.way().lower_mask))
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
    #[inline(always)]
    pub(super) fn low(&self, c: u32) -> Item {
        self.low.get(c as usize).copied().unwrap_or(OTHER)
    }

    /// What a character writes whose item is a [`PAIR`].
    #[inline(always)]
    pub(super) fn pair(&self, item: Item) -> Option<[Item; 2]> {
        if item & PAIR == 0 { None } else { self.pairs.get((item >> PAIR_SHIFT) as usize).copied() }
    }

    /// The page of a character.
    #[inline(always)]
    pub(super) fn page(&self, c: u32) -> Option<&[Item; PAGE]> {
        self.pages.get(usize::from(*PAGE_OF.get((c >> 8) as usize)?).wrapping_sub(1))
    }

    /// The item of a character of one of the pages.
    #[inline(always)]
    pub(super) fn in_page(&self, c: u32) -> Option<Item> {
        self.page(c)?.get((c & 0xFF) as usize).copied()
    }

    /// The item of a character that has one ready.
    #[inline]
    pub(super) fn get(&self, c: u32) -> Option<Item> {
        match self.low.get(c as usize) {
            Some(&item) => Some(item),
            None => self.in_page(c),
        }
    }

    /// The item of the prolonged sound mark after a character.
    #[inline(always)]
    pub(super) fn prolonged(&self, before: u32) -> Item {
        self.prolonged.get(before.wrapping_sub(KANA.start) as usize).copied().unwrap_or(OTHER)
    }
}

/// Whether a tailoring changed something near a character.
fn is_tailored(tables: &Tables, c: u32) -> bool {
    tables.bmp.slots.get(c as usize / BLOCK).is_none_or(|slot| slot & TAILORED_SLOT != 0)
}

/// The value of an entry with contexts after one character, if nothing before that and nothing after matters.
fn after_prefix(tables: &Tables, entry: u32, before: u32) -> Option<u32> {
    let tree = tables.node(entry);
    let (mut place, mut value) = (Some(tree), tree.value().0);
    for part in nfd([before]).into_iter().rev() {
        place = match place?.child(part) {
            None => None,
            Some(Child::Leaf(found)) => {
                value = Some(found);
                None
            }
            Some(Child::Node(node)) => {
                value = node.value().0.or(value);
                Some(node)
            }
        };
        if place.is_none() {
            break;
        }
    }
    if place.is_some_and(|place| place.has_children()) {
        return None;
    }
    let suffixes = tree.follow(value?);
    if suffixes.has_children() { None } else { suffixes.value().0 }
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
            assert!(items.hangul.is_some(), "{locale}");
            assert!(items.ideographs.have_plain('一'.into()), "{locale}");
        }
    }
}
