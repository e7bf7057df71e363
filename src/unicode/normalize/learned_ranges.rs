//! Ranges of inert code points (copied unchanged, with a boundary before them) that are learned from the texts of a
//! stream.
//!
//! They contain inert code points only, so they affect speed, never the result. Marks and vowel signs
//! ([`ScanTables::isolated`]) pass as well between two inert code points, if the first of these does not end with a
//! greater class (FCC and FCD copy composites). So that this need not be tested, a filter has no marks of lower classes
//! than those at the end of its code points: what is added last replaces everything that does not go with it.

use super::scan_tables::ScanTables;
use super::table::is_active;
use crate::unicode::scan::{Bitmap128, CodePointFilter, Span, SupplementaryRange};
use crate::unicode::text::{CodeUnit, Encoding};

/// The ranges of one normalizer, encoding and use. A text uses them in place: they are as large as a short text.
#[derive(Clone, Copy, Debug)]
pub(super) struct LearnedRanges {
    /// Ranges are valid only for this normalizer, this encoding and this use (`lowers_ascii`).
    normalizer_id: u64,
    encoding: Encoding,
    /// ASCII letters count as inert: the copy maps them to lower case.
    pub lowers_ascii: bool,
    pub filter: CodePointFilter,
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

impl LearnedRanges {
    #[inline]
    fn is_for<U: CodeUnit>(&self, scan: ScanTables<'_>, lowers_ascii: bool) -> bool {
        (self.normalizer_id, self.encoding, self.lowers_ascii) == (scan.id, U::ENCODING, lowers_ascii)
    }

    /// The ranges before the first text: see [`LearnedRanges::find`].
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

    /// The ranges in a list, and whether they are not new. `lowering`: the form maps ASCII to lower case and changes
    /// nothing else in ASCII but these two removed bytes. `for_copy`: ASCII upper case counts as inert then, because
    /// the copy lowers it. `None` if the form changes ASCII otherwise, or if there is no memory.
    #[inline]
    pub fn find<'l, U: CodeUnit>(
        list: &'l mut Vec<LearnedRanges>,
        scan: ScanTables<'_>,
        lowering: Option<[u8; 2]>,
        for_copy: bool,
    ) -> Option<(&'l mut LearnedRanges, bool)> {
        let lowers_ascii = lowering.is_some() && for_copy;
        match list.iter().position(|known| known.is_for::<U>(scan, lowers_ascii)) {
            Some(at) => Some((list.get_mut(at)?, true)),
            None => Some((add_to_list::<U>(list, scan, lowering, for_copy)?, false)),
        }
    }

    /// Adds the inert range around an inert code point of the BMP, or the bitmap of one that is copied as well.
    #[cold]
    #[inline(never)]
    pub fn add_range<U: CodeUnit>(&mut self, scan: ScanTables<'_>, code: u32) {
        if is_active(scan.bits, code >> 6, code) {
            return self.add_marks::<U>(scan, code);
        }
        let (first, last) = without_trailing_marks(scan, code, inert_around(scan, code));
        if last - first < 128 && CodePointFilter::supports_bitmaps() {
            // A script with marks or changing letters between the inert ones.
            return self.add_bitmap::<U>(scan, code);
        }
        let trailing = scan.trailing_class(first, last);
        self.add_classes(FilterClasses { trailing, ..FilterClasses::NONE });
        self.filter.insert_range::<U>(Span::new(first.max(0x80) as u16, last as u16), code as u16);
    }

    /// Adds the bitmap of a mark of the BMP, so that such marks pass between two inert code points. Marks of scripts
    /// pass by the bitmap of their letters; this concerns blocks of marks, such as that of U+0300.
    #[cold]
    #[inline(never)]
    pub fn add_marks<U: CodeUnit>(&mut self, scan: ScanTables<'_>, mark: u32) {
        // In FCC and FCD they would replace the composites.
        let is_useful = CodePointFilter::supports_bitmaps() && scan.trailing_classes.is_none();
        if is_useful && !self.filter.has_bitmap_of(mark as u16) {
            self.add_bitmap::<U>(scan, mark);
        }
    }

    /// Adds the inert range around a supplementary code point, if it is inert; requires
    /// [`CodePointFilter::supports_supplementary`].
    #[cold]
    #[inline(never)]
    pub fn add_supplementary<U: CodeUnit>(&mut self, scan: ScanTables<'_>, code: u32) {
        if let Some(range) = SupplementaryRange::around::<U>(code, |block| scan.is_inert_block(block)) {
            self.filter.insert_supplementary(range);
        }
    }

    fn add_bitmap<U: CodeUnit>(&mut self, scan: ScanTables<'_>, code: u32) {
        let (map, classes) = bitmap(scan, code);
        self.add_classes(classes);
        self.filter.insert_bitmap::<U>(map);
    }

    /// Adds the classes of what is inserted next; empties the filter if marks might follow code points of greater
    /// classes then.
    fn add_classes(&mut self, classes: FilterClasses) {
        let all = self.classes.with(classes);
        if all.are_in_order() {
            self.classes = all;
            return;
        }
        self.filter.keep_ascii();
        self.classes = classes;
    }
}

/// The inert code points of two blocks, and the marks that pass between them.
fn bitmap(scan: ScanTables<'_>, code: u32) -> (Bitmap128, FilterClasses) {
    let block = code as usize >> 6 & !1;
    let bits = scan.bits.get(block..).and_then(|bits| bits.first_chunk::<2>());
    let bits = bits.copied().unwrap_or([u64::MAX; 2]).map(|bits| !bits);
    let first = code & !127;
    let trailing = scan.trailing_class(first, first + 127);
    let (mut isolated, mut least) = ([0, 0], u8::MAX);
    for low in 0..128 {
        // Vowel signs have class 0, and may follow any class.
        if let Some(class) = scan.isolated_class(first + low)
            && (class == 0 || class >= trailing)
            && let Some(bits) = isolated.get_mut(low as usize >> 6)
        {
            *bits |= 1 << (low & 63);
            least = least.min(if class == 0 { u8::MAX } else { class });
        }
    }
    // The two sound marks of hiragana are rare, because they compose.
    const HIRAGANA: u32 = 0x3080;
    let (isolated, marks) = if first != HIRAGANA { (isolated, least) } else { ([0; 2], u8::MAX) };
    (Bitmap128 { first: first as u16, bits, isolated }, FilterClasses { trailing, marks })
}

/// The part of a range around a code point whose blocks have no marks at the end of code points, if its own block
/// has none.
fn without_trailing_marks(scan: ScanTables<'_>, code: u32, (first, last): (u32, u32)) -> (u32, u32) {
    let is_without = |block: u32| scan.trailing_class(block << 6, block << 6) == 0;
    if scan.trailing_classes.is_none() || !is_without(code >> 6) {
        return (first, last);
    }
    let below = (first >> 6..code >> 6).rev().take_while(|block| is_without(*block)).last();
    let above = (code >> 6..=last >> 6).take_while(|block| is_without(*block)).last();
    let (low, high) = (below.unwrap_or(code >> 6) << 6, above.unwrap_or(code >> 6) << 6 | 63);
    (first.max(low), last.min(high))
}

/// The longest range of inert code points around one of the BMP.
fn inert_around(scan: ScanTables<'_>, code: u32) -> (u32, u32) {
    let bits = |block: u32| scan.bits.get(block as usize).copied().unwrap_or(u64::MAX);
    let (block, low) = (code >> 6, code & 63);
    let (mut first, mut last) = (block, block);
    let active = bits(block);
    if active == 0 {
        let run = scan.runs.get(block as usize).copied().unwrap_or([block as u16; 2]);
        (first, last) = (run[0].into(), run[1].into());
    }
    let below = active & ((1 << low) - 1);
    let above = active >> low;
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

/// Adds the ranges before the first text to a list. A full list is cleared first.
#[cold]
#[inline(never)]
fn add_to_list<'l, U: CodeUnit>(
    list: &'l mut Vec<LearnedRanges>,
    scan: ScanTables<'_>,
    lowering: Option<[u8; 2]>,
    for_copy: bool,
) -> Option<&'l mut LearnedRanges> {
    /// Both encodings, for the check and for the copy.
    const MAX_RANGES: usize = 4;
    let ranges = LearnedRanges::new::<U>(scan, lowering, for_copy)?;
    if list.len() >= MAX_RANGES {
        list.clear();
    }
    list.try_reserve(1).ok()?;
    list.push(ranges);
    list.last_mut()
}
