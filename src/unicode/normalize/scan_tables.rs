//! The tables of the fast scans: which code points of the BMP are inert (copied unchanged, with a boundary before
//! them), and what the others, the active ones, need ([`super::record::actions`]).

use super::record::{REMOVE, SLOW_PATH};
use super::table::{ActiveBits, BlockClasses, TableView, is_active};
use crate::unicode::text::{CodeUnit, Encoding};

/// For each block of 64 code points of the BMP, the first and last block of the run of inert blocks that contains it.
pub(super) type BlockRuns = [[u16; 2]; 1024];

/// The tables of one normalizer that the scans read.
#[derive(Clone, Copy)]
pub(super) struct ScanTables<'t> {
    pub view: TableView<'t>,
    pub bits: &'t ActiveBits,
    /// Runs of blocks without a set bit.
    pub runs: &'t BlockRuns,
    /// All code points below are inert.
    pub limit: u32,
    /// The number of the normalizer in this process.
    pub id: u64,
    /// FCC and FCD: a mark needs the class of the code point before it, which is read from the text, because the scans
    /// skip composites. These are the classes of the composites.
    pub trailing_classes: Option<&'t BlockClasses>,
}

impl ScanTables<'_> {
    /// Whether an action key is that of a mark in canonical order after class `last`, which is copied.
    #[inline]
    pub fn is_mark_in_order(&self, key: u8, last: u8) -> bool {
        // Branchless: whether a mark, an unchanged letter or a changed one follows is unpredictable.
        is_mark(key) & (key >= last) & !self.reads_class_before()
    }

    /// Whether an action key is that of a mark at `at` in canonical order, by the class of the code point before it.
    /// For FCC, where [`ScanTables::is_mark_in_order`] is false.
    #[inline]
    pub fn follows_in_order<U: CodeUnit>(&self, key: u8, text: &[U], at: usize) -> bool {
        self.reads_class_before() && is_mark(key) && self.class_before(text, at).is_some_and(|class| class <= key)
    }

    /// The class of the code point before `at`, for FCC; `None` if only the slow path can determine it.
    #[inline(never)]
    fn class_before<U: CodeUnit>(&self, text: &[U], at: usize) -> Option<u8> {
        let (before, _) = U::decode_back(text, at)?;
        self.view.record(before).class_after(true, true)
    }

    #[inline]
    fn reads_class_before(&self) -> bool {
        self.trailing_classes.is_some()
    }

    /// The class of a mark of the BMP that is copied between two inert code points, if the first one does not end with
    /// a greater class; `None` for another code point.
    pub fn lone_mark_class(&self, code: u32) -> Option<u8> {
        let key = (self.view.action(code >> 6, code & 63) >> 16) as u8;
        is_mark(key).then_some(key)
    }

    /// The greatest class at the end of an inert code point in a range of the BMP, as far as marks depend on it.
    pub fn trailing_class(&self, first: u32, last: u32) -> u8 {
        let blocks = self.trailing_classes.and_then(|classes| classes.get(first as usize >> 6..=last as usize >> 6));
        blocks.and_then(|classes| classes.iter().max()).copied().unwrap_or(0)
    }

    /// Whether a code point is inert: copied or replaced without regard to its context, with a boundary before it.
    #[inline]
    pub fn is_inert_starter(&self, c: char) -> bool {
        let code = u32::from(c);
        code <= 0xFFFF && !is_active(self.bits, code >> 6, code)
    }
}

/// Whether an action key is the class of a mark.
#[inline]
fn is_mark(key: u8) -> bool {
    key.wrapping_sub(1) < REMOVE - 1
}

/// Computes the runs of inert blocks.
pub(super) fn block_runs(bits: &ActiveBits) -> Box<BlockRuns> {
    let mut runs = Box::new([[0, 0]; 1024]);
    let mut block = 0_u16;
    for group in bits.chunk_by(|one, two| (*one == 0) == (*two == 0)) {
        let end = block + group.len() as u16;
        for number in block..end {
            if let Some(run) = runs.get_mut(usize::from(number)) {
                *run = [block, end - 1];
            }
        }
        block = end;
    }
    runs
}

/// Longest text for [`is_inert_text`], in code units.
pub(super) const MAX_SHORT_TEXT: usize = 32;

/// Whether all code points of a short text are inert.
#[inline]
#[allow(clippy::indexing_slicing)] // masked to the size of the table
pub(super) fn is_inert_text<U: CodeUnit>(text: &[U], bits: &ActiveBits) -> bool {
    if U::ENCODING == Encoding::Utf16 {
        // No early exit, since most short texts are inert. The highest bits of `any` are those of other code points.
        let any = text.iter().fold(0, |any, &unit| {
            let code: u32 = unit.into();
            any | bits[(code >> 6 & 1023) as usize] >> (code & 63)
        });
        return any & 1 == 0;
    }
    let mut at = 0;
    while let Some((block, low, length)) = decode_bmp(text, at) {
        if is_active(bits, block, low) {
            return false;
        }
        at += length;
    }
    at == text.len()
}

/// Whether a scan that decodes the BMP is at a supplementary code point, or at an ill-formed sequence.
#[inline(always)]
pub(super) fn is_lead_surrogate(code: u32) -> bool {
    code & 0xFC00 == 0xD800
}

/// A block of surrogates, whose action is [`SLOW_PATH`]: for supplementary code points and ill-formed sequences, which
/// [`decode_bmp`] does not decode.
pub(super) const SURROGATE_BLOCK: u32 = 0xD800 >> 6;

/// Decodes the code point of the BMP at `at`: block of 64 code points, index in the block, length in units. `None` at
/// the end and, in UTF-8, for a supplementary code point or an ill-formed sequence. A surrogate is returned as a code
/// point: its action is [`SLOW_PATH`].
#[inline]
pub(super) fn decode_bmp<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, u32, usize)> {
    let first: u32 = (*text.get(at)?).into();
    if U::ENCODING == Encoding::Utf16 || first < 0x80 {
        return Some((first >> 6, first & 0x3F, 1));
    }
    let follows = |unit: u32| unit & 0xC0 == 0x80;
    let second: u32 = (*text.get(at + 1)?).into();
    if first >= 0xE0 {
        let third: u32 = (*text.get(at + 2)?).into();
        let block = (first & 0xF) << 6 | (second & 0x3F);
        // Blocks below 32 would be overlong forms.
        let well_formed = first < 0xF0 && follows(second) && follows(third) && block >= 32;
        return well_formed.then_some((block, third & 0x3F, 3));
    }
    (first >= 0xC2 && follows(second)).then_some((first & 0x1F, second & 0x3F, 2))
}

const _: () = assert!(SLOW_PATH > REMOVE);
