//! Adaptive ranges of inert code points (copied unchanged, with a boundary before them), learned from the text.
//! [`CodePointFilter`] compares 64 units at a time with them.
//!
//! A block whose units all lie in the ranges is copied whole. Code points outside of them are looked up in the bit
//! table; after a few misses the inert range around the last one is added. Ranges contain inert code points only, so
//! they affect speed, never the result, and the next text starts with them; after eight updates only every 64th attempt
//! updates, which bounds the cost for texts of many scripts.
//!
//! Marks pass as well between two inert code points, if the first of these does not end with a greater class (FCC and
//! FCD copy composites). So that this need not be tested, a filter has no marks of lower classes than those at the end
//! of its code points: what is added last replaces everything that does not go with it.

use super::scan_tables::{ScanTables, decode_bmp};
use crate::unicode::bmp::decode_supplementary;
use crate::unicode::scan::{
    AsciiUpper, BLOCK, Bitmap128, CodePointFilter, ContinuationByte, Mismatch, NonAscii, Span, SupplementaryRange,
    TableMask, WINDOW, block_mask, table_mask,
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

/// The ranges that the texts of a stream have taught, so that short texts need not learn them again. A text uses them
/// in place: they are as large as a short text.
#[derive(Clone, Copy, Debug)]
pub(super) struct LearnedRanges {
    /// The normalizer, and below the use of the ranges: those of another one may contain active code points.
    normalizer_id: u64,
    encoding: Encoding,
    /// ASCII letters count as inert: the copy maps them to lower case.
    lowers_ascii: bool,
    filter: CodePointFilter,
    classes: FilterClasses,
}

/// The combining classes of the code points of a filter.
#[derive(Clone, Copy, Debug)]
struct FilterClasses {
    /// The greatest one at the end of an inert code point.
    trailing: u8,
    /// The least one of the marks that pass between inert code points; 0xFF if there are none.
    marks: u8,
}

impl FilterClasses {
    const NONE: FilterClasses = FilterClasses { trailing: 0, marks: u8::MAX };

    fn with(self, other: FilterClasses) -> FilterClasses {
        FilterClasses { trailing: self.trailing.max(other.trailing), marks: self.marks.min(other.marks) }
    }

    /// Whether each mark may follow each code point.
    fn are_in_order(self) -> bool {
        self.trailing <= self.marks
    }
}

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

impl LearnedRanges {
    #[inline]
    fn is_for<U: CodeUnit>(&self, scan: ScanTables<'_>, lowers_ascii: bool) -> bool {
        (self.normalizer_id, self.encoding, self.lowers_ascii) == (scan.id, U::ENCODING, lowers_ascii)
    }

    /// The ranges before the first text: see [`InertRanges::new`].
    fn new<U: CodeUnit>(scan: ScanTables<'_>, lowering: Option<[u8; 2]>, for_copy: bool) -> Option<LearnedRanges> {
        let limit = if lowering.is_some() { scan.limit.max(0x80) } else { scan.limit };
        if limit < 0x80 {
            return None;
        }
        let basic = if U::ENCODING == Encoding::Utf8 { limit.min(0x80) } else { limit.min(0xD800) };
        let mut filter = CodePointFilter::ascii();
        filter.limit = basic as u16;
        filter.except = lowering.unwrap_or([0xFF; 2]);
        filter.except_upper = lowering.is_some() && !for_copy;
        if limit > 0x80 && U::ENCODING == Encoding::Utf8 {
            filter.insert_range::<U>(Span::new(0x80, limit.min(0xD800) as u16 - 1), 0x80);
        }
        let classes = FilterClasses { trailing: scan.trailing_class(0, limit - 1), ..FilterClasses::NONE };
        let lowers_ascii = lowering.is_some() && for_copy;
        Some(LearnedRanges { normalizer_id: scan.id, encoding: U::ENCODING, lowers_ascii, filter, classes })
    }
}

impl<'t, 'l> InertRanges<'t, 'l> {
    /// `lowering`: the form maps ASCII to lower case and changes nothing else in ASCII but these two removed bytes.
    /// `for_copy`: ASCII upper case counts as inert then, because the copy lowers it. `None` if the form changes ASCII
    /// otherwise, or if there is no memory.
    ///
    /// `learned` are the ranges of earlier texts, to which those of this one are added.
    #[inline]
    pub fn new<U: CodeUnit>(
        scan: ScanTables<'t>,
        lowering: Option<[u8; 2]>,
        for_copy: bool,
        learned: &'l mut Vec<LearnedRanges>,
    ) -> Option<InertRanges<'t, 'l>> {
        let lowers_ascii = lowering.is_some() && for_copy;
        let known = learned.iter().position(|known| known.is_for::<U>(scan, lowers_ascii));
        let learned = match known {
            Some(at) => learned.get_mut(at)?,
            None => add_ranges::<U>(learned, scan, lowering, for_copy)?,
        };
        let verify_with_table = known.is_none();
        Some(InertRanges {
            scan,
            learned,
            last_miss: 0,
            misses: 0,
            fallback_blocks: 0,
            last_fallback: 0,
            fallback_end: 0,
            verify_with_table,
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
            self.add_marks::<U>();
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

    /// Adds the bitmap of the last mark, so that such marks pass between two inert code points. Marks of scripts pass by
    /// the bitmap of their letters; this concerns blocks of marks, such as that of U+0300.
    #[cold]
    #[inline(never)]
    fn add_marks<U: CodeUnit>(&mut self) {
        self.marks_before_bitmap = self.marks_before_bitmap.saturating_mul(2);
        let code = self.last_mark;
        // In FCC and FCD marks would replace the composites in the ranges.
        let is_useful = CodePointFilter::supports_bitmaps() && self.scan.trailing_classes.is_none();
        if is_useful && !self.learned.filter.has_bitmap_of(code as u16) {
            let (map, classes) = self.bitmap(code);
            self.add_classes(classes);
            self.learned.filter.insert_bitmap::<U>(map);
        }
    }

    /// Counts a run of supplementary code points that were skipped outside of the ranges. After 2, 4, 8, ... runs the
    /// inert range around the start of the last one is added.
    #[inline]
    pub fn count_supplementary_run<U: CodeUnit>(&mut self, text: &[U], start: usize) {
        let Some((code, _)) = decode_supplementary(text, start) else { return };
        if !CodePointFilter::supports_supplementary() || self.learned.filter.has_supplementary(code) {
            return;
        }
        self.supplementary_runs += 1;
        if self.supplementary_runs > 1 && self.supplementary_runs.is_power_of_two() {
            self.add_supplementary::<U>(code);
        }
    }

    #[cold]
    #[inline(never)]
    fn add_supplementary<U: CodeUnit>(&mut self, code: u32) {
        if let Some(range) = SupplementaryRange::around::<U>(code, |block| self.scan.is_inert_block(block)) {
            self.learned.filter.insert_supplementary(range);
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
            let last = decode_bmp(window, 63 - missed.leading_zeros() as usize);
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
    #[cold]
    #[inline(never)]
    fn add_range<U: CodeUnit>(&mut self) {
        self.updates += 1;
        if self.updates > MAX_EARLY_UPDATES && !self.updates.is_multiple_of(LATER_UPDATES) {
            return;
        }
        let code = self.last_miss;
        if code < 0x80 {
            return;
        }
        let (first, last) = self.without_trailing_marks(code, self.around(code));
        if last - first < 128 && CodePointFilter::supports_bitmaps() {
            // A script with marks or changing letters between the inert ones.
            let (map, classes) = self.bitmap(code);
            self.add_classes(classes);
            self.learned.filter.insert_bitmap::<U>(map);
        } else {
            let trailing = self.scan.trailing_class(first, last);
            self.add_classes(FilterClasses { trailing, ..FilterClasses::NONE });
            self.learned.filter.insert_range::<U>(Span::new(first.max(0x80) as u16, last as u16), code as u16);
        }
    }

    /// The inert code points of two blocks, and the marks that pass between them.
    fn bitmap(&self, code: u32) -> (Bitmap128, FilterClasses) {
        let block = code as usize >> 6 & !1;
        let bits = self.scan.bits.get(block..).and_then(|bits| bits.first_chunk::<2>());
        let bits = bits.copied().unwrap_or([u64::MAX; 2]).map(|bits| !bits);
        let first = code & !127;
        let trailing = self.scan.trailing_class(first, first + 127);
        let (mut isolated, mut count, mut least) = ([0, 0], 0, u8::MAX);
        for low in 0..128 {
            if let Some(class) = self.scan.lone_mark_class(first + low)
                && class >= trailing
                && let Some(bits) = isolated.get_mut(low as usize >> 6)
            {
                *bits |= 1 << (low & 63);
                (count, least) = (count + 1, class.min(least));
            }
        }
        // The two sound marks of kana are rare, because they compose.
        let (isolated, marks) = if count > 2 { (isolated, least) } else { ([0; 2], u8::MAX) };
        (Bitmap128 { first: first as u16, bits, isolated }, FilterClasses { trailing, marks })
    }

    /// Adds the classes of what is inserted next; empties the filter if marks might follow code points of greater
    /// classes then.
    fn add_classes(&mut self, classes: FilterClasses) {
        let all = self.learned.classes.with(classes);
        if all.are_in_order() {
            self.learned.classes = all;
            return;
        }
        self.learned.filter.keep_ascii();
        self.learned.classes = classes;
    }

    /// The part of a range around a code point whose blocks have no marks at the end of code points, if its own block
    /// has none.
    fn without_trailing_marks(&self, code: u32, (first, last): (u32, u32)) -> (u32, u32) {
        let is_without = |block: u32| self.scan.trailing_class(block << 6, block << 6) == 0;
        if self.scan.trailing_classes.is_none() || !is_without(code >> 6) {
            return (first, last);
        }
        let below = (first >> 6..code >> 6).rev().take_while(|block| is_without(*block)).last();
        let above = (code >> 6..=last >> 6).take_while(|block| is_without(*block)).last();
        let (low, high) = (below.unwrap_or(code >> 6) << 6, above.unwrap_or(code >> 6) << 6 | 63);
        (first.max(low), last.min(high))
    }

    /// The longest range of inert code points around one of the BMP.
    fn around(&self, code: u32) -> (u32, u32) {
        let bits = |block: u32| self.scan.bits.get(block as usize).copied().unwrap_or(u64::MAX);
        let (block, low) = (code >> 6, code & 63);
        let (mut first, mut last) = (block, block);
        let inert = bits(block);
        if inert == 0 {
            let run = self.scan.runs.get(block as usize).copied().unwrap_or([block as u16; 2]);
            (first, last) = (run[0].into(), run[1].into());
        }
        let below = inert & ((1 << low) - 1);
        let above = inert >> low;
        let start = match below {
            0 => first * 64 - if first > 0 { bits(first - 1).leading_zeros() } else { 0 },
            _ => first * 64 + 64 - below.leading_zeros(),
        };
        let end = match above {
            0 => last * 64 + 63 + if last < 1023 { bits(last + 1).trailing_zeros() } else { 0 },
            _ => code + above.trailing_zeros() - 1,
        };
        (start, end)
    }
}

/// Adds the ranges of another normalizer, encoding or use. A full list is cleared first.
#[cold]
#[inline(never)]
fn add_ranges<'l, U: CodeUnit>(
    learned: &'l mut Vec<LearnedRanges>,
    scan: ScanTables<'_>,
    lowering: Option<[u8; 2]>,
    for_copy: bool,
) -> Option<&'l mut LearnedRanges> {
    /// Both encodings, for the check and for the copy.
    const MAX_RANGES: usize = 4;
    let ranges = LearnedRanges::new::<U>(scan, lowering, for_copy)?;
    if learned.len() >= MAX_RANGES {
        learned.clear();
    }
    learned.try_reserve(1).ok()?;
    learned.push(ranges);
    learned.last_mut()
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Mode, Normalizer, Scratch};
    use super::*;
    use crate::unicode::part::SlicePart;
    use crate::unicode::text::from_str;
    use proptest::prelude::*;

    /// Supplementary code points that are inert, are marks or are mapped, others around them, and ill-formed sequences.
    const NARROW: [&[u8]; 24] = [
        "😀".as_bytes(),
        "🤔👩\u{200D}🚀".as_bytes(),
        "🇩🇪".as_bytes(),
        "🄰".as_bytes(),
        "𠀀𠮷𪛖".as_bytes(),
        "丽".as_bytes(),
        "𞤀𞤢𞥄".as_bytes(),
        "𑂚".as_bytes(),
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
        /// Composites pass in FCC and FCD, so marks after them must not.
        #[test]
        fn marks_after_composites_are_tested(
            texts in prop::collection::vec(
                prop::collection::vec("[ก-ฮ][\u{E31}\u{E38}\u{E48}]{0,2}|[क-ह\u{93C}\u{94D}\u{93F}]{1,4}|[a-zéàṩ]{1,5}|[àéṩǘ][\u{316}\u{E38}\u{94D}\u{301}]|[אבג][\u{5B0}\u{5BC}]| ", 150..300),
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
