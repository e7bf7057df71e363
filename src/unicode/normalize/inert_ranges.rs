//! Adaptive ranges of inert code points (copied unchanged, with a boundary before them), learned from the text.
//! [`CodePointFilter`] compares 64 units at a time with them.
//!
//! A block whose units all lie in the ranges is copied whole. Code points outside of them are looked up in the bit
//! table; after a few misses the inert range around the last one is added, and the next text starts with it. After
//! eight updates only every 64th attempt updates, which bounds the cost for texts of many scripts.

use super::learned_ranges::LearnedRanges;
use super::scan_tables::{ScanTables, decode_bmp_block};
use crate::unicode::bmp::decode_supplementary;
use crate::unicode::scan::{
    AsciiUpper, BLOCK, CodePointFilter, ContinuationByte, Mismatch, NonAscii, TableMask, WINDOW, block_mask, table_mask,
};
use crate::unicode::text::{CodeUnit, Encoding};

/// Number of inert code points outside of the ranges after which the range around the last one is added.
const MISSES_BEFORE_UPDATE: u64 = 3;

/// Number of copied marks outside of the ranges after which the bitmap of the last one is added, if it has none. The
/// number is doubled then.
const MARKS_BEFORE_BITMAP: u32 = 4;

/// Number of blocks looked up in the bit table, unit by unit, after a block with many misses.
const FALLBACK_BLOCKS: u8 = 3;

/// [`FALLBACK_BLOCKS`] for UTF-8, whose filter takes longer than the table once it has learned many scripts. The
/// number is doubled if the next block with many misses follows after fewer blocks than were looked up last.
const UTF8_FALLBACK_BLOCKS: u8 = 8;
const MAX_UTF8_FALLBACK_BLOCKS: u8 = 128;

/// Number of updates of one text after which only every [`LATER_UPDATES`]th attempt updates.
const MAX_EARLY_UPDATES: u32 = 8;
const LATER_UPDATES: u32 = 64;

/// The inert ranges during one text.
pub(super) struct InertRanges<'t, 'l> {
    scan: ScanTables<'t>,
    learned: &'l mut LearnedRanges,
    /// The last inert code point outside of the ranges.
    last_miss: u32,
    /// Number of misses (inert code points outside of the ranges) since the last update.
    misses: u64,
    /// Number of blocks still to be looked up in the bit table instead of the ranges.
    fallback_blocks: u8,
    /// The last number of such blocks.
    last_fallback: u8,
    /// Where they ended.
    fallback_end: usize,
    /// After many misses: every unit outside of the ranges is verified with the bit table.
    verify_with_table: bool,
    updates: u32,
    /// Number of runs of supplementary code points outside of the ranges.
    supplementary_runs: u32,
    /// Number of copied marks outside of the ranges, the last one, and the number after which its bitmap is added.
    marks: u32,
    last_mark: u32,
    marks_before_bitmap: u32,
}

impl<'t, 'l> InertRanges<'t, 'l> {
    /// The ranges of earlier texts, to which those of this one are added; see [`LearnedRanges::find`].
    #[inline]
    pub fn new<U: CodeUnit>(
        scan: ScanTables<'t>,
        lowering: Option<[u8; 2]>,
        for_copy: bool,
        learned: &'l mut Vec<LearnedRanges>,
    ) -> Option<InertRanges<'t, 'l>> {
        let (learned, is_known) = LearnedRanges::find::<U>(learned, scan, lowering, for_copy)?;
        Some(InertRanges {
            scan,
            learned,
            last_miss: 0,
            misses: 0,
            fallback_blocks: 0,
            last_fallback: 0,
            fallback_end: 0,
            verify_with_table: !is_known,
            updates: 0,
            supplementary_runs: 0,
            marks: 0,
            last_mark: 0,
            marks_before_bitmap: MARKS_BEFORE_BITMAP,
        })
    }

    /// The next window from `at` on with units outside of the ranges (see [`CodePointFilter::find_mismatch`]). Some of
    /// them, or all, may be inert.
    #[inline]
    pub fn next<U: CodeUnit>(&mut self, text: &[U], at: usize) -> Mismatch {
        if !CodePointFilter::is_fast() {
            return self.next_by_table(text, at);
        }
        if self.misses >= MISSES_BEFORE_UPDATE {
            self.add_range::<U>();
            self.misses = 0;
            self.verify_with_table = true;
        }
        if self.marks >= self.marks_before_bitmap {
            self.learned.add_marks::<U>(self.scan, self.last_mark);
            self.marks_before_bitmap = self.marks_before_bitmap.saturating_mul(2);
        }
        if self.fallback_blocks > 0
            && let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>())
        {
            self.fallback_blocks -= 1;
            self.fallback_end = at + BLOCK;
            return self.table_mismatch(window, at);
        }
        let found = self.learned.filter.find_mismatch(text, at);
        match text.get(found.at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            Some(window) if self.verify_with_table => self.filter_inert(window, found),
            _ => found,
        }
    }

    /// The mask of a block by the bit table alone.
    #[inline]
    fn table_mismatch<U: CodeUnit>(&mut self, window: &[U; WINDOW], at: usize) -> Mismatch {
        if U::ENCODING == Encoding::Utf16 {
            return Mismatch { at, mask: self.table_block_mask(window), length: BLOCK };
        }
        let Some(block) = window.first_chunk::<BLOCK>() else { return Mismatch { at, mask: u64::MAX, length: BLOCK } };
        let except = self.learned.filter.ascii_exceptions(block);
        match self.scan.utf8().mask(window, except) {
            Some(TableMask { found, isolated, length }) => Mismatch { at, mask: found & !isolated, length },
            None => Mismatch { at, mask: block_mask::<U, NonAscii>(block) | except, length: BLOCK },
        }
    }

    /// [`InertRanges::next`] by the bit table alone.
    #[inline]
    fn next_by_table<U: CodeUnit>(&mut self, text: &[U], mut at: usize) -> Mismatch {
        while let Some(window) = text.get(at..).and_then(|rest| rest.first_chunk::<WINDOW>()) {
            let found = self.table_mismatch(window, at);
            if found.mask != 0 {
                return found;
            }
            at += found.length;
        }
        Mismatch { at, mask: 0, length: 0 }
    }

    /// The mask of a block of UTF-16 by the bit table alone.
    #[inline]
    fn table_block_mask<U: CodeUnit>(&self, window: &[U; WINDOW]) -> u64 {
        let mask = table_mask(window, self.scan.bits);
        match window.first_chunk::<BLOCK>() {
            Some(block) if self.learned.lowers_ascii => mask & !block_mask::<U, AsciiUpper>(block),
            _ => mask,
        }
    }

    /// Counts a code point of a mask if it is a miss: if it is inert. Branchless, as that is unpredictable.
    #[inline]
    pub fn count_miss(&mut self, is_inert: bool, code: u32) {
        self.misses += u64::from(is_inert);
        self.last_miss = if is_inert { code } else { self.last_miss };
    }

    /// Counts a code point of a mask that is copied: a miss, or a mark.
    #[inline]
    pub fn count_copied(&mut self, is_inert: bool, code: u32) {
        self.count_miss(is_inert, code);
        self.marks += u32::from(!is_inert);
        self.last_mark = if is_inert { self.last_mark } else { code };
    }

    /// Counts a run of supplementary code points that were skipped outside of the ranges. After 2, 4, 8, ... runs the
    /// inert range around the start of the last one is added.
    #[inline(never)]
    pub fn count_supplementary_run<U: CodeUnit>(&mut self, text: &[U], start: usize) {
        let Some((code, _)) = decode_supplementary(text, start) else { return };
        if !CodePointFilter::supports_supplementary() || self.learned.filter.has_supplementary(code) {
            return;
        }
        self.supplementary_runs += 1;
        if self.supplementary_runs > 1 && self.supplementary_runs.is_power_of_two() {
            self.learned.add_supplementary::<U>(self.scan, code);
        }
    }

    /// Clears the mask bits of inert code points, when many units of the text lie outside of the ranges.
    #[inline]
    fn filter_inert<U: CodeUnit>(&mut self, window: &[U; WINDOW], found: Mismatch) -> Mismatch {
        if U::ENCODING == Encoding::Utf16 {
            let missed = found.mask & !table_mask(window, self.scan.bits);
            if missed != 0 {
                let last = window.get(BLOCK - 1 - missed.leading_zeros() as usize);
                self.last_miss = last.map_or(0, |&unit| unit.into());
            }
            self.verify_with_table = u64::from(missed.count_ones()) >= MISSES_BEFORE_UPDATE;
            if self.verify_with_table {
                self.add_range::<U>();
                self.fallback_blocks = FALLBACK_BLOCKS;
            }
            return Mismatch { mask: found.mask & !missed, ..found };
        }
        let Some(block) = window.first_chunk::<BLOCK>() else { return found };
        let except = self.learned.filter.ascii_exceptions(block);
        let Some(active) = self.scan.utf8().mask(window, except) else { return found };
        let missed = found.mask & !block_mask::<U, ContinuationByte>(block) & !active.found;
        if missed != 0 {
            let last = decode_bmp_block(window, 63 - missed.leading_zeros() as usize);
            self.last_miss = last.map_or(0, |(block, low, _)| block << 6 | low);
        }
        self.verify_with_table = u64::from(missed.count_ones()) >= MISSES_BEFORE_UPDATE;
        if self.verify_with_table {
            self.add_range::<U>();
            // The end of a short text is searched as a separate text, so offsets may start again.
            let blocks = self.last_fallback;
            let is_frequent = found.at.saturating_sub(self.fallback_end) < usize::from(blocks) * BLOCK;
            self.fallback_blocks = match is_frequent {
                true => blocks.saturating_mul(2).min(MAX_UTF8_FALLBACK_BLOCKS),
                false => UTF8_FALLBACK_BLOCKS,
            };
            self.last_fallback = self.fallback_blocks;
        }
        // The last code point, if it passes by one of them, may continue after the block.
        let length = found.length.max(active.length);
        Mismatch { mask: found.mask & active.found & !active.isolated, length, ..found }
    }

    /// Adds the inert range around the last miss, if this attempt updates.
    fn add_range<U: CodeUnit>(&mut self) {
        self.updates += 1;
        let is_skipped = self.updates > MAX_EARLY_UPDATES && !self.updates.is_multiple_of(LATER_UPDATES);
        if !is_skipped && self.last_miss >= 0x80 {
            self.learned.add_range::<U>(self.scan, self.last_miss);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Mode, Normalizer, Scratch};
    use super::*;
    use crate::unicode::part::SlicePart;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    /// Supplementary code points that are inert, are marks or are mapped, others around them, and ill-formed sequences.
    const NARROW: [&[u8]; 28] = [
        "😀".as_bytes(),
        "🤔👩\u{200D}🚀".as_bytes(),
        "🇩🇪".as_bytes(),
        "🄰".as_bytes(),
        "𠀀𠮷𪛖".as_bytes(),
        "丽".as_bytes(),
        "𞤀𞤢𞥄".as_bytes(),
        "𑂚".as_bytes(),
        // Vowel signs that compose with some others: after a letter, after the other one, after a mark, and alone.
        "\u{11107}\u{11127}\u{11128}\u{11107}\u{11127}".as_bytes(),
        "\u{11107}\u{1112E}\u{11107}\u{11133}\u{11127}".as_bytes(),
        "\u{11127}".as_bytes(),
        "\u{114B9}\u{114BA}\u{11347}\u{1133E}".as_bytes(),
        "𐐀".as_bytes(),
        "𝐀𝟘".as_bytes(),
        "\u{E0061}\u{E007F}".as_bytes(),
        "\u{FFFFE}\u{10FFFF}".as_bytes(),
        "❤\u{FE0F}".as_bytes(),
        "1\u{FE0F}\u{20E3}".as_bytes(),
        "e\u{301}\u{323}".as_bytes(),
        "\u{301}".as_bytes(),
        "u\u{308}nd".as_bytes(),
        "\u{5D0}\u{5B7}\u{5D1}".as_bytes(),
        b"plain words ",
        b" ",
        b"\xF0\x9F\x98",
        b"\xF0\x8F\x98\x80",
        b"\x80",
        b"\xF4\x90\x80\x80",
    ];
    const WIDE: [u16; 6] = [0xD83D, 0xD83A, 0xDE00, 0xDC00, 0xD840, 0xDBFF];

    fn check<U: CodeUnit>(normalizer: &Normalizer, texts: &[Vec<U>]) {
        // Ranges are learned from one text to the next.
        let mut scratch = Scratch::default();
        for text in texts {
            let (mut found, mut expected) = (Vec::new(), Vec::new());
            normalizer.normalize(text, &mut found, &mut scratch);
            // Words are too short for blocks, and a space is a boundary.
            for word in text.split_inclusive(|unit| *unit == U::from_ascii(b' ')) {
                normalizer.normalize(word, &mut expected, &mut Scratch::default());
            }
            assert!(found == expected, "{:?}", text.part(..));
        }
    }

    proptest! {
        /// Composites pass in FCC and FCD, so marks after them must not. Vowel signs pass in other modes, but not after
        /// what they compose with.
        #[test]
        fn marks_and_vowel_signs_after_what_passes_are_tested(
            texts in prop::collection::vec(
                prop::collection::vec("[ก-ฮ][\u{E31}\u{E38}\u{E48}]{0,2}|[ক-হ][\u{9C7}\u{9BE}\u{9D7}\u{9CD}\u{9BC}]{0,3}|[ക-ഹ][\u{D46}\u{D47}\u{D3E}\u{D57}\u{D4D}]{0,3}|[क-ह\u{93C}\u{94D}\u{93F}]{1,4}|[a-zéàṩ]{1,5}|[àéṩǘ][\u{316}\u{E38}\u{94D}\u{301}]|[אבג][\u{5B0}\u{5BC}]| ", 150..300),
                1..4,
            ),
            mode in prop::sample::select(vec![Mode::ComposeContiguous, Mode::Fcd, Mode::Compose]),
            form in prop::sample::select(vec![Form::Nfc, Form::Nfkc, Form::NfkcCf]),
        ) {
            let normalizer = Normalizer::with_mode(form, mode);
            // A space every few characters, so that words are short.
            let texts: Vec<String> = texts
                .iter()
                .map(|parts| parts.chunks(5).map(|parts| parts.concat()).collect::<Vec<_>>().join(" "))
                .collect();
            check(&normalizer, &texts.iter().map(|text| from_str::<u8>(text)).collect::<Vec<_>>());
            check(&normalizer, &texts.iter().map(|text| from_str::<u16>(text)).collect::<Vec<_>>());
        }

        #[test]
        fn supplementary_code_points_are_learned(
            parts in prop::collection::vec((0..NARROW.len(), 0..WIDE.len(), any::<bool>()), 150..600),
            common in 0..NARROW.len(),
            form in 0..Form::ALL.len(),
            mode in 0..Mode::ALL.len(),
        ) {
            let normalizer = Normalizer::with_mode(Form::ALL[form].1, Mode::ALL[mode].1);
            let chosen = |narrow: usize, is_common: bool| if is_common { common } else { narrow };
            let narrow: Vec<u8> =
                parts.iter().flat_map(|(narrow, _, is_common)| NARROW[chosen(*narrow, *is_common)]).copied().collect();
            let wide: Vec<u16> = parts
                .iter()
                .flat_map(|(narrow, wide, is_common)| match String::from_utf8(NARROW[chosen(*narrow, *is_common)].to_vec()) {
                    Ok(text) => text.encode_utf16().collect(),
                    Err(_) => vec![WIDE[*wide]],
                })
                .collect();
            check(&normalizer, &[narrow.clone(), narrow]);
            check(&normalizer, &[wide.clone(), wide]);
        }
    }
}
