//! The packed CEs of a collator by code point, computed when the collator is built, and derived data for the large
//! scripts Han and Hangul.

mod contractions;
mod hangul;
mod ideographs;
mod kana;
mod packed_ce;
mod rare_pages;

use super::decompose::{class, first_part, nfd};
use super::table::{BLOCK, Child, Tables, Word, in_ranges, meets_ranges};
use crate::unicode::bmp::TWO_BYTE_LIMIT;
use crate::unicode::hangul::{JAMO_COUNT, L_BASE, L_COUNT, S_BASE, S_COUNT, SYLLABLES};
use crate::unicode::text::{CodeUnit, Encoding};
use contractions::ContractionTable;
pub(crate) use contractions::{ContractionState, LongCe, NO_CE, NO_CONTRACTION, PageCharacter, UNSUPPORTED};
pub(crate) use hangul::HangulPrimaries;
pub(crate) use ideographs::{Ideographs, UNIFIED_COUNT, UnifiedIdeographs, is_han, long_primary, unified_index};
pub(crate) use kana::{KANA_PAGE, Kana, KanaWeights, packed_weights, two_byte_primary};
use packed_ce::EXPANSION_INDEX_SHIFT;
pub(crate) use packed_ce::{
    ACCENT, BYTES, CASE, CHECK_NEXT_MARK, COMMON_WEIGHTS, COMPRESSED, IS_DIGIT, LOGICAL_ORDER_EXCEPTION, MARK,
    MAYBE_VARIABLE, NON_PRIMARY_MASK, PAGE_SIZE, PROLONGED, PackedCe, PrimaryEncoder, QUATERNARY, QUATERNARY_SHIFT,
    REARRANGED_CONSONANT, SPECIAL, TWO_BYTE_SECONDARY, TWO_PRIMARY_EXPANSION, UNSAFE_BACKWARD, decomposes,
    is_expansion, is_prefix_or_contraction, is_single_ce, may_continue_contraction, starts_contraction,
};
use rare_pages::RarePages;
use std::sync::Arc;

/// The pages that are cached in addition to U+0000..U+07FF: the scripts of India, Thai, Lao, Tibetan, Myanmar,
/// Georgian, jamo, Ethiopic, Khmer, Vietnamese Latin, punctuation, kana, fullwidth and halfwidth forms.
const PAGES: [u32; 15] = [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x17, 0x1E, 0x20, 0x30, 0xFF];

/// By code point / 256: the index of the page plus 1; 0 for none.
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
const JAMO: std::ops::Range<u32> = 0x1100..0x1200;
/// Kana, and the prolonged sound mark, whose CE depends on the vowel of the preceding kana.
const KANA: std::ops::Range<u32> = 0x3040..0x3100;
pub(crate) const PROLONGED_SIGN: u32 = 0x30FC;

/// The vowel signs with the property Logical_Order_Exception, and the consonants they are rearranged with: Thai, Lao.
const REARRANGEMENTS: [(std::ops::RangeInclusive<u32>, std::ops::RangeInclusive<u32>); 2] =
    [(0x0E40..=0x0E44, 0x0E01..=0x0E2E), (0x0EC0..=0x0EC4, 0x0E81..=0x0EAE)];

/// The primary of a character with common non-primary weights, if it has one or two bytes. From the top: 8 bits of
/// compressed lead byte, which must be the current one (0: none), 8 bits of flags, the bytes to store.
pub(crate) type ShortPrimary = u32;
/// Flag: two bytes are stored.
pub(crate) const TWO_BYTES: ShortPrimary = 1 << 16;
/// Flag: [`MAYBE_VARIABLE`] or [`IS_DIGIT`].
pub(crate) const SHORT_MAYBE_VARIABLE: ShortPrimary = 1 << 17;
pub(crate) const SHORT_IS_DIGIT: ShortPrimary = 1 << 18;
/// The compressed lead byte.
pub(crate) const LEAD: ShortPrimary = 0xFF00_0000;
/// A value that is not a short primary: no lead byte is 0xFF, so the comparison with the current one fails.
pub(crate) const NO_SHORT_PRIMARY: ShortPrimary = LEAD;

/// A page with its contractions.
pub(crate) struct ContractionPage<'a> {
    /// The first character.
    pub(crate) first: u32,
    pub(crate) ces: &'a [PackedCe; PAGE_SIZE],
    pub(crate) table: &'a ContractionTable,
}

/// The packed CEs of one collator.
#[derive(Clone, Debug)]
pub(crate) struct CeCache {
    alphabetic: [PackedCe; TWO_BYTE_LIMIT],
    /// Shared with the root's cache if a page is equal.
    pages: [Arc<[PackedCe; PAGE_SIZE]>; PAGES.len()],
    /// By page; `None` for pages without [`contracts_often`], and for too many contractions.
    contractions: [Option<Arc<ContractionTable>>; PAGES.len()],
    /// The prolonged sound mark after each kana; [`SPECIAL`] if it depends on more context.
    prolonged: [PackedCe; 0xC0],
    short_primary: [ShortPrimary; TWO_BYTE_LIMIT],
    /// The short primaries of ASCII by UTF-8 byte.
    ascii: [ShortPrimary; 256],
    /// The data of kana, if they share one compressed lead byte.
    kana: Option<Box<Kana>>,
    /// The data of Hangul, if all jamo share one compressed lead byte and have two-byte primaries.
    pub(crate) hangul: Option<Box<HangulPrimaries>>,
    /// All other characters.
    rare_pages: RarePages,
    /// The CEs of characters with [`TWO_PRIMARY_EXPANSION`].
    expansions: Vec<[PackedCe; 2]>,
    pub(crate) ideographs: Ideographs,
    /// Whether every Hangul syllable is a safe point.
    pub(crate) hangul_is_safe: bool,
    /// Whether rearranged consonants are safe points unless a vowel sign precedes.
    pub(crate) rearrangements_are_safe: bool,
}

impl CeCache {
    /// `base`: the cache of the root, if primaries are not reordered.
    pub(crate) fn new(
        tables: &Tables,
        jamo: Option<&[u32; JAMO_COUNT]>,
        primaries: PrimaryEncoder<'_>,
        unsafe_ranges: [&[Word]; 2],
        base: Option<&CeCache>,
    ) -> CeCache {
        let is_safe = |first, count| !unsafe_ranges.iter().any(|ranges| meets_ranges(ranges, first, first + count - 1));
        let mut cache = CeCache {
            alphabetic: [SPECIAL; TWO_BYTE_LIMIT],
            pages: std::array::from_fn(|_| Arc::new([SPECIAL; PAGE_SIZE])),
            contractions: std::array::from_fn(|_| None),
            prolonged: [SPECIAL; 0xC0],
            short_primary: [NO_SHORT_PRIMARY; TWO_BYTE_LIMIT],
            ascii: [NO_SHORT_PRIMARY; 256],
            rare_pages: RarePages::new(tables, base.map(|base| &base.rare_pages), |c| !CeCache::has_kernel(c)),
            expansions: Vec::new(),
            kana: None,
            ideographs: Ideographs::new(tables, primaries, unsafe_ranges, base.map(|base| &base.ideographs)),
            rearrangements_are_safe: REARRANGEMENTS
                .into_iter()
                .flat_map(|(signs, consonants)| [signs, consonants])
                .all(|range| {
                    let [_, tailored] = unsafe_ranges;
                    !meets_ranges(tailored, *range.start(), *range.end())
                }),
            hangul_is_safe: is_safe(S_BASE, S_COUNT) && is_safe(L_BASE, L_COUNT),
            hangul: jamo.and_then(|ce32s| HangulPrimaries::new(&ce32s.map(|ce32| primaries.of_ce32(ce32)))),
        };
        cache.pack_characters(tables, primaries, unsafe_ranges, base);
        if base.is_none() || THAI.step_by(BLOCK).any(|c| tables.is_tailored(c)) {
            cache.find_rearrangements(tables, primaries);
        }
        match base {
            Some(base) if !KANA.step_by(BLOCK).any(|c| tables.is_tailored(c)) => cache.prolonged = base.prolonged,
            _ => cache.find_prolonged(tables, primaries),
        }
        cache.compile_contractions(tables, primaries, base);
        cache.find_short_primaries();
        cache.kana = cache.kana_of(tables);
        cache
    }

    /// Packs the CEs of the alphabetic characters and of the pages.
    fn pack_characters(
        &mut self,
        tables: &Tables,
        primaries: PrimaryEncoder<'_>,
        [root, tailored]: [&[Word]; 2],
        base: Option<&CeCache>,
    ) {
        let mut expansions = base.map_or_else(Vec::new, |base| base.expansions.clone());
        let mut pack = |c| {
            if let Some(packed) = base.and_then(|base| base.get(c))
                && !tables.is_tailored(c)
            {
                let depends = !tailored.is_empty() && in_ranges(tailored, first_part(c));
                return packed | if depends { UNSAFE_BACKWARD } else { 0 };
            }
            let mut packed = primaries.of_char(tables, c);
            if packed & SPECIAL != 0
                && let Some(expansion) = primaries.expansion_of_char(tables, c)
            {
                packed |= TWO_PRIMARY_EXPANSION | (expansions.len() as u64) << EXPANSION_INDEX_SHIFT;
                expansions.push(expansion);
            }
            packed |= starter_of_contraction(tables, primaries, c).unwrap_or(0);
            let first = first_part(c);
            let bad_start = packed & (BYTES | SPECIAL) == 0 || packed & MARK != 0;
            // Comparison must not meet a jamo where the other text has a syllable.
            let depends = bad_start || JAMO.contains(&c) || in_ranges(root, first) || in_ranges(tailored, first);
            packed | if depends { UNSAFE_BACKWARD } else { 0 }
        };
        self.alphabetic.iter_mut().zip(0..).for_each(|(slot, c)| *slot = pack(c));
        for (page, first) in self.pages.iter_mut().zip(PAGES) {
            Arc::make_mut(page).iter_mut().zip(first << 8..).for_each(|(slot, c)| *slot = pack(c));
        }
        self.expansions = expansions;
    }

    /// Compiles the contractions of pages; those of pages that the tailoring does not change are shared.
    fn compile_contractions(&mut self, tables: &Tables, primaries: PrimaryEncoder<'_>, base: Option<&CeCache>) {
        let blocks = |first: u32| (first..first + PAGE_SIZE as u32).step_by(BLOCK);
        for first in PAGES.map(|page| page << 8).into_iter().filter(|&first| blocks(first).any(contracts_often)) {
            let is_shared = !blocks(first).any(|c| tables.is_tailored(c));
            let shared = base.filter(|_| is_shared).and_then(|base| base.contractions.get(page_index(first)?)?.clone());
            let compiled =
                shared.or_else(|| ContractionTable::new(tables, primaries, first, self.page(first)?).map(Arc::new));
            if let Some(slot) = page_index(first).and_then(|page| self.contractions.get_mut(page)) {
                *slot = compiled;
            }
        }
    }

    /// Replaces pages that are equal to those of the root by these.
    pub(crate) fn share_pages(&mut self, root: &CeCache) {
        for (page, of_root) in self.pages.iter_mut().zip(&root.pages) {
            if page == of_root {
                *page = Arc::clone(of_root);
            }
        }
    }

    fn slot(&mut self, c: u32) -> Option<&mut PackedCe> {
        Arc::make_mut(self.pages.get_mut(page_index(c)?)?).get_mut((c & 0xFF) as usize)
    }

    /// Flags the vowel signs whose only contractions are the rearrangements with consonants.
    fn find_rearrangements(&mut self, tables: &Tables, primaries: PrimaryEncoder<'_>) {
        for (signs, consonants) in REARRANGEMENTS {
            let is_rearrangement = |sign: u32, consonant: u32| is_rearrangement(tables, sign, consonant);
            for consonant in consonants {
                let is_rearranged = signs.clone().all(|sign| is_rearrangement(sign, consonant));
                if let Some(slot) = self.slot(consonant)
                    && *slot & (SPECIAL | MARK | CHECK_NEXT_MARK) == 0
                {
                    *slot = *slot & !REARRANGED_CONSONANT | if is_rearranged { REARRANGED_CONSONANT } else { 0 };
                }
            }
            for sign in signs {
                if let Some(ce32_without_suffix) = ce32_without_suffix(tables, sign)
                    && let packed = primaries.of_ce32(ce32_without_suffix)
                    && packed & SPECIAL == 0
                    && let Some(slot) = self.slot(sign)
                {
                    *slot = packed | SPECIAL | LOGICAL_ORDER_EXCEPTION | UNSAFE_BACKWARD;
                }
            }
        }
    }

    /// Computes the packed CE of the prolonged sound mark after each kana.
    fn find_prolonged(&mut self, tables: &Tables, primaries: PrimaryEncoder<'_>) {
        let ce32 = tables.ce32(PROLONGED_SIGN);
        if !is_prefix_or_contraction(ce32) {
            return;
        }
        for (slot, before) in self.prolonged.iter_mut().zip(KANA) {
            if class(before) == 0
                && let Some(value) = ce32_after_prefix(tables, ce32, before)
            {
                *slot = primaries.of_elements(tables, value, PROLONGED_SIGN).unwrap_or(SPECIAL);
            }
        }
        if let Some(slot) = self.slot(PROLONGED_SIGN) {
            *slot |= SPECIAL | PROLONGED | UNSAFE_BACKWARD;
        }
    }

    fn kana_of(&self, tables: &Tables) -> Option<Box<Kana>> {
        let (_, lead_delta) = self.ideographs.context_free_unified(tables.bmp)?;
        Kana::new(self.page(KANA_PAGE << 8)?, self.ideographs.unified_leads()?, lead_delta)
    }

    /// The data of kana, if they are uniform.
    #[inline(always)]
    pub(crate) fn kana(&self) -> Option<&Kana> {
        self.kana.as_deref()
    }

    fn find_short_primaries(&mut self) {
        for (slot, packed) in self.short_primary.iter_mut().zip(self.alphabetic) {
            let [lead, second, ..] = packed.to_be_bytes().map(u32::from);
            let bytes = match packed & (NON_PRIMARY_MASK | QUATERNARY | BYTES | COMPRESSED | SPECIAL | MARK) {
                low if low == COMMON_WEIGHTS | 1 => lead << 8,
                low if low == COMMON_WEIGHTS | 2 => lead << 8 | second | TWO_BYTES,
                low if low == COMMON_WEIGHTS | COMPRESSED | 2 => lead << 24 | second << 8,
                _ => continue,
            };
            let shift = if packed & MAYBE_VARIABLE != 0 { SHORT_MAYBE_VARIABLE } else { 0 };
            let digit = if packed & IS_DIGIT != 0 { SHORT_IS_DIGIT } else { 0 };
            *slot = bytes | shift | digit;
        }
        self.ascii
            .iter_mut()
            .zip(self.short_primary)
            .take(0x80)
            .for_each(|(slot, short_primary)| *slot = short_primary);
    }

    /// The short primary of a character; [`NO_SHORT_PRIMARY`] if it has none.
    #[inline(always)]
    pub(crate) fn short_primary(&self, c: u32) -> ShortPrimary {
        self.short_primary.get(c as usize).copied().unwrap_or(NO_SHORT_PRIMARY)
    }

    /// The short primary of a unit that is a character; [`NO_SHORT_PRIMARY`] for others.
    #[inline(always)]
    pub(crate) fn short_primary_of<U: CodeUnit>(&self, unit: U) -> ShortPrimary {
        let unit: u32 = unit.into();
        match U::ENCODING {
            Encoding::Utf8 => self.ascii.get((unit & 0xFF) as usize),
            Encoding::Utf16 => self.short_primary.get(unit as usize),
        }
        .copied()
        .unwrap_or(NO_SHORT_PRIMARY)
    }

    /// The packed CE of a character below [`TWO_BYTE_LIMIT`].
    #[inline(always)]
    pub(crate) fn alphabetic(&self, c: u32) -> PackedCe {
        self.alphabetic.get(c as usize).copied().unwrap_or(SPECIAL)
    }

    /// The two CEs of a packed CE with [`TWO_PRIMARY_EXPANSION`].
    #[inline(always)]
    pub(crate) fn expansion_of(&self, packed: PackedCe) -> Option<[PackedCe; 2]> {
        if packed & TWO_PRIMARY_EXPANSION == 0 {
            None
        } else {
            self.expansions.get((packed >> EXPANSION_INDEX_SHIFT) as usize).copied()
        }
    }

    /// The page that contains a character.
    #[inline(always)]
    pub(crate) fn page(&self, c: u32) -> Option<&[PackedCe; PAGE_SIZE]> {
        self.pages.get(page_index(c)?).map(Arc::as_ref)
    }

    /// The page that contains a character, with its contractions.
    #[inline]
    pub(crate) fn contraction_page(&self, c: u32) -> Option<ContractionPage<'_>> {
        let page = page_index(c)?;
        let table = self.contractions.get(page)?.as_deref()?;
        Some(ContractionPage { first: c & !0xFF, ces: self.pages.get(page)?, table })
    }

    /// The packed CE of a character in one of the pages.
    #[inline(always)]
    pub(crate) fn in_page(&self, c: u32) -> Option<PackedCe> {
        self.page(c)?.get((c & 0xFF) as usize).copied()
    }

    /// The page that contains a character without kernel; `None` beyond the Supplementary Multilingual Plane.
    #[inline]
    pub(crate) fn rare_page(
        &self,
        c: u32,
        tables: &Tables,
        primaries: PrimaryEncoder<'_>,
    ) -> Option<&[PackedCe; PAGE_SIZE]> {
        self.rare_pages.page(c, tables, primaries)
    }

    /// Whether other kernels than that of rare scripts may support a character: it is cached, an ideograph or a Hangul
    /// syllable.
    #[inline]
    pub(crate) fn has_kernel(c: u32) -> bool {
        c < TWO_BYTE_LIMIT as u32 || page_index(c).is_some() || is_han(c) || SYLLABLES.contains(&c)
    }

    /// The packed CE of a cached character.
    #[inline]
    pub(crate) fn get(&self, c: u32) -> Option<PackedCe> {
        match self.alphabetic.get(c as usize) {
            Some(&packed) => Some(packed),
            None => self.in_page(c),
        }
    }

    /// The packed CE of the prolonged sound mark after a character.
    #[inline(always)]
    pub(crate) fn prolonged(&self, before: u32) -> PackedCe {
        self.prolonged.get(before.wrapping_sub(KANA.start) as usize).copied().unwrap_or(SPECIAL)
    }
}

/// Whether a character is of India, Myanmar or Khmer, whose viramas, vowel signs and contractions interrupt kernels
/// for context-free characters.
#[inline(always)]
pub(crate) fn contracts_often(c: u32) -> bool {
    matches!(c, 0x900..0xE00 | 0x1000..0x10A0 | 0x1780..0x1800)
}

/// The index of the page that contains a character.
#[inline(always)]
fn page_index(c: u32) -> Option<usize> {
    usize::from(*PAGE_OF.get((c >> 8) as usize)?).checked_sub(1)
}

/// The CE32 of a character after one preceding character, if no longer prefix and no suffix matters.
fn ce32_after_prefix(tables: &Tables, ce32: u32, before: u32) -> Option<u32> {
    let tree = tables.node(ce32);
    let (mut node, mut value) = (Some(tree), tree.value().0);
    for part in nfd([before]).into_iter().rev() {
        node = match node?.child(part) {
            None => None,
            Some(Child::Leaf(found)) => {
                value = Some(found);
                None
            }
            Some(Child::ContextNode(child)) => {
                value = child.value().0.or(value);
                Some(child)
            }
        };
        if node.is_none() {
            break;
        }
    }
    if node.is_some_and(|node| node.has_children()) {
        return None;
    }
    let suffixes = tree.follow(value?);
    if suffixes.has_children() { None } else { suffixes.value().0 }
}

/// The packed CE of a three-byte starter of contractions where none of them matches; never variable.
fn starter_of_contraction(tables: &Tables, primaries: PrimaryEncoder<'_>, c: u32) -> Option<PackedCe> {
    let ce32 = ce32_without_suffix(tables, c).filter(|_| c >= TWO_BYTE_LIMIT as u32 && !decomposes(c))?;
    let alone = primaries.of_elements(tables, ce32, c)?;
    (alone & BYTES != 0 && alone & MAYBE_VARIABLE == 0).then_some(alone | SPECIAL)
}

/// The CE32 of a character that starts contractions but has no prefixes, where none of them matches.
fn ce32_without_suffix(tables: &Tables, c: u32) -> Option<u32> {
    let ce32 = tables.ce32(c);
    if !is_prefix_or_contraction(ce32) {
        return None;
    }
    let tree = tables.node(ce32);
    match (tree.has_children(), tree.value()) {
        (false, (Some(suffixes), _)) => match tree.follow(suffixes).value() {
            (Some(value), true) => Some(value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether sign + consonant contracts to the CEs of consonant + sign.
fn is_rearrangement(tables: &Tables, sign: u32, consonant: u32) -> bool {
    let Some(ce32_without_suffix) = ce32_without_suffix(tables, sign) else { return false };
    let tree = tables.node(tables.ce32(sign));
    let Some(suffixes) = tree.value().0 else { return false };
    let Some(Child::Leaf(value)) = tree.follow(suffixes).child(consonant) else { return false };
    let (mut both, mut rearranged) = (Vec::new(), Vec::new());
    tables.each_ce(value, sign, &mut |ce| both.push(ce));
    tables.each_ce(tables.ce32(consonant), consonant, &mut |ce| rearranged.push(ce));
    tables.each_ce(ce32_without_suffix, sign, &mut |ce| rearranged.push(ce));
    both == rearranged
}

/// Whether a vowel sign and a consonant are both Thai or both Lao.
pub(crate) fn same_script(sign: u32, rearranged: u32) -> bool {
    (sign ^ rearranged) & 0x80 == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::collate::collator::Collator;

    #[test]
    fn letters_of_the_tables_are_not_special() {
        for locale in ["und", "ja", "th", "ko", "zh", "ru", "de"] {
            let collator = Collator::open(locale).unwrap().collator;
            let cache = collator.context().ce_cache();
            let is_cached = |c| cache.get(c).is_some_and(|packed| packed & SPECIAL == 0);
            let letters = (0x3041..0x3097).chain(0x30A1..0x30FB).chain(0x0E01..0x0E2F).chain('a' as u32..='z' as u32);
            let other: Vec<char> = letters.filter(|&c| !is_cached(c)).filter_map(char::from_u32).collect();
            assert!(other.is_empty(), "{locale}: {other:?}");
            let is_rearrangement =
                (0x0E40..0x0E45).all(|c| cache.get(c).is_some_and(|packed| packed & LOGICAL_ORDER_EXCEPTION != 0));
            let consonants =
                (0x0E01..0x0E2F).all(|c| cache.get(c).is_some_and(|packed| packed & REARRANGED_CONSONANT != 0));
            assert!(is_rearrangement && consonants, "{locale}");
            assert!(cache.hangul.is_some(), "{locale}");
            assert!(cache.ideographs.is_context_free('一'.into()), "{locale}");
        }
    }
}
