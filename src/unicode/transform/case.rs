//! Full case mappings (Unicode Standard, section 3.13) as steps of a transform: `Any-Lower`, `Any-Upper`, `Any-Title`,
//! `Any-CaseFold`.
//!
//! Nearly all code points map to one code point in any context, by the simple mapping: these change in place. The
//! others are mapped one at a time.

use super::edit::replace;
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition};
use super::run_buffers::RunBuffers;
use super::source_set::{SourceSet, SourceSetBuilder};
use super::two_stage_table::{BLOCK, TwoStageTable};
use crate::lazy::Lazy;
use crate::unicode::hangul::S_BASE;
use icu_casemap::options::{LeadingAdjustment, TitlecaseOptions, TrailingCase};
use icu_casemap::{CaseMapper, CaseMapperBorrowed};
use icu_locale_core::LanguageIdentifier;
use icu_properties::CodePointSetData;
use icu_properties::props::{CaseIgnorable, Cased};
use std::cell::Cell;

/// A transform of case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaseTransform {
    Lower,
    Upper,
    /// Title case at the start of a word, else lower case.
    Title,
    Fold,
}

impl CaseTransform {
    /// The code points that the mapping may change.
    pub(super) fn source_set(self) -> &'static SourceSet {
        static LOWER: Lazy<SourceSet> = Lazy::new(|| changed(|c| lower_of_bmp(c, &LOWER_DIFFERENCES)));
        static UPPER: Lazy<SourceSet> = Lazy::new(|| changed(simple_upper));
        static FOLD: Lazy<SourceSet> = Lazy::new(|| changed(simple_fold));
        static TITLE: Lazy<SourceSet> = Lazy::new(|| {
            let mut source_set = SourceSetBuilder::of(&changed(simple_title));
            source_set.add(&LOWER);
            source_set.build()
        });
        match self {
            CaseTransform::Lower => &LOWER,
            CaseTransform::Upper => &UPPER,
            CaseTransform::Title => &TITLE,
            CaseTransform::Fold => &FOLD,
        }
    }

    /// Maps a range.
    pub(super) fn map<S: BufferElement>(
        self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) {
        let source_set = self.source_set();
        match self {
            CaseTransform::Lower => {
                let differences = &*LOWER_DIFFERENCES;
                let simple = |c| if c > 0xFFFF { simple_lower(c) } else { lower_of_bmp(c, differences) };
                map_range(text, at, buffers, simple, lower);
            }
            CaseTransform::Upper => map_range(text, at, buffers, if_in_source_set(source_set, simple_upper), upper),
            CaseTransform::Fold => map_range(text, at, buffers, if_in_source_set(source_set, simple_fold), fold),
            CaseTransform::Title => title(text, at, buffers),
        }
    }

    /// The mapping of a text from its start on, code point by code point: `None` if the mapping of a code point is not
    /// one code point in any context.
    pub(super) fn simple(self) -> SimpleCase {
        SimpleCase { case: self, source_set: self.source_set(), title: TitleState::new(true) }
    }
}

/// The simple mapping of the code points of a text, in order.
pub(super) struct SimpleCase {
    case: CaseTransform,
    source_set: &'static SourceSet,
    title: TitleState,
}

impl SimpleCase {
    #[inline(always)]
    pub(super) fn map(&self, c: u32) -> Option<u32> {
        match self.case {
            CaseTransform::Title => self.title.simple(c, self.source_set),
            _ if !self.source_set.contains(c) => Some(c),
            CaseTransform::Lower => simple_lower(c),
            CaseTransform::Upper => simple_upper(c),
            CaseTransform::Fold => simple_fold(c),
        }
    }
}

fn if_in_source_set(source_set: &SourceSet, simple: impl Fn(u32) -> Option<u32>) -> impl Fn(u32) -> Option<u32> {
    move |c| if source_set.contains(c) { simple(c) } else { Some(c) }
}

/// The code points for which a simple mapping is not the identity. Of the BMP, it is called for the scripts in most use
/// only; ideographs have no case, all others are in the set.
fn changed(simple: fn(u32) -> Option<u32>) -> SourceSet {
    let changing = (0..IDEOGRAPHS).filter(|&c| simple(c) != Some(c)).map(|c| (c, c));
    SourceSetBuilder::of_ranges(changing.chain([(IDEOGRAPHS_END, 0x10_FFFF)])).build()
}

/// Start of CJK Unified Ideographs Extension A, the hexagrams and CJK Unified Ideographs.
const IDEOGRAPHS: u32 = 0x3400;
const IDEOGRAPHS_END: u32 = 0xA000;

/// The lower case of a code point of the BMP, if it is one code point in any context.
#[inline(always)]
pub(super) fn lower_of_bmp(c: u32, differences: &TwoStageTable<u16>) -> Option<u32> {
    let difference = differences.get(c);
    (difference != NO_DIFFERENCE).then(|| c.wrapping_add(difference.into()) & 0xFFFF)
}

/// The difference of a code point whose lower case is not one code point in any context, and of surrogates.
const NO_DIFFERENCE: u16 = 1 << 15;

/// [`simple_lower`] minus the code point, for those of the BMP. The source set reads it, so it exists before a text.
pub(super) static LOWER_DIFFERENCES: Lazy<TwoStageTable<u16>> = Lazy::new(|| {
    const UNCHANGED: [u16; BLOCK] = [0; BLOCK];
    let mut table = TwoStageTable { blocks: Vec::new(), numbers: vec![UNCHANGED, [NO_DIFFERENCE; BLOCK]] };
    for start in (0..0x1_0000).step_by(BLOCK) {
        table.blocks.push(match start as u32 {
            0xD800..0xE000 => 1,
            IDEOGRAPHS..IDEOGRAPHS_END | S_BASE..0xD800 => 0,
            start => {
                let difference = |c: u32| simple_lower(c).map_or(NO_DIFFERENCE, |mapped| mapped.wrapping_sub(c) as u16);
                let block = std::array::from_fn(|offset| difference(start + offset as u32));
                if block == UNCHANGED {
                    0
                } else {
                    table.numbers.push(block);
                    table.numbers.len() as u16 - 1
                }
            }
        });
    }
    table
});

/// The lower case of a code point, if it is one code point in any context.
#[inline]
pub(super) fn simple_lower(c: u32) -> Option<u32> {
    if c < 0x80 {
        return Some(c | u32::from((c as u8).is_ascii_uppercase()) << 5);
    }
    // A final sigma depends on its context, and I with a dot becomes two code points (SpecialCasing.txt).
    if c == u32::from('Σ') || c == u32::from('İ') {
        None
    } else {
        Some(simple(c, CaseMapperBorrowed::simple_lowercase))
    }
}

/// The upper case of a code point, if it is one code point.
#[inline]
fn simple_upper(c: u32) -> Option<u32> {
    if c < 0x80 {
        return Some(c ^ u32::from((c as u8).is_ascii_lowercase()) << 5);
    }
    if may_expand(c) { None } else { Some(simple(c, CaseMapperBorrowed::simple_uppercase)) }
}

/// The title case of a code point, if it is one code point.
#[inline]
fn simple_title(c: u32) -> Option<u32> {
    if c < 0x80 {
        return simple_upper(c);
    }
    if may_expand(c) { None } else { Some(simple(c, CaseMapperBorrowed::simple_titlecase)) }
}

/// The case folding of a code point, if it is one code point.
#[inline]
fn simple_fold(c: u32) -> Option<u32> {
    if c < 0x80 {
        return simple_lower(c);
    }
    if may_expand(c) || matches!(c, 0x130 | 0x1E9E) { None } else { Some(simple(c, CaseMapperBorrowed::simple_fold)) }
}

fn simple(c: u32, map: impl Fn(CaseMapperBorrowed<'static>, char) -> char) -> u32 {
    char::from_u32(c).map_or(c, |c| map(CaseMapper::new(), c).into())
}

/// Whether upper case, title case or folding may be several code points (SpecialCasing.txt, CaseFolding.txt).
fn may_expand(c: u32) -> bool {
    matches!(c, 0xDF | 0x149 | 0x1F0 | 0x390 | 0x3B0 | 0x587 | 0x1E96..=0x1E9A | 0x1F50..=0x1FFC | 0xFB00..=0xFB17 | 0x1DF95)
}

/// Maps a range in place by the simple mapping; where there is none, by the full one.
#[inline(always)]
fn map_range<S: BufferElement>(
    text: &mut GapBuffer<S>,
    at: &mut TransformPosition,
    buffers: &mut RunBuffers<S>,
    simple: impl Fn(u32) -> Option<u32>,
    full: impl Fn(&GapBuffer<S>, &TransformPosition, usize, char, &mut String),
) {
    let mut out = String::new();
    let mut position = at.start;
    while position < at.limit {
        let (left, right) = text.slices_mut(position, at.limit);
        let mut mapped = 0;
        // The mapping is compiled once for both.
        for elements in [left, right] {
            let length = elements.len();
            let count = map_elements(elements, &simple);
            mapped += count;
            if count < length {
                break;
            }
        }
        position += mapped;
        if position == at.limit {
            break;
        }
        let Some(c) = text.get(position).and_then(char::from_u32) else { break };
        out.clear();
        full(text, at, position, c, &mut out);
        position = replace(text, at, position, position + 1, &out, buffers);
    }
}

/// Maps elements in place up to the first one that takes the full mapping; returns their number.
#[inline(always)]
fn map_elements<S: BufferElement>(elements: &mut [S], simple: &impl Fn(u32) -> Option<u32>) -> usize {
    let mut count = 0;
    for element in elements {
        let Some(mapped) = simple(element.code_point()) else { break };
        *element = element.with(mapped);
        count += 1;
    }
    count
}

/// Appends the full lower case of a code point (Unicode Standard, section 3.13), with the Final_Sigma condition.
fn lower<S: BufferElement>(text: &GapBuffer<S>, at: &TransformPosition, position: usize, c: char, out: &mut String) {
    if c == 'Σ' {
        let before = (at.context_start..position).rev();
        let after = position + 1..at.context_limit;
        let is_final = meets_cased(text, before) && !meets_cased(text, after);
        out.push(if is_final { 'ς' } else { 'σ' });
    } else if c == 'İ' {
        out.push_str("i\u{307}"); // the only lower case of two code points (SpecialCasing.txt)
    } else {
        out.extend(simple_lower(c.into()).and_then(char::from_u32));
    }
}

/// Whether the first code point that is not case-ignorable is cased.
fn meets_cased<S: BufferElement>(text: &GapBuffer<S>, positions: impl Iterator<Item = usize>) -> bool {
    for position in positions {
        let Some(c) = text.get(position) else { return false };
        if !CodePointSetData::new::<CaseIgnorable>().contains32(c) {
            return CodePointSetData::new::<Cased>().contains32(c);
        }
    }
    false
}

fn upper<S: BufferElement>(_: &GapBuffer<S>, _: &TransformPosition, _: usize, c: char, out: &mut String) {
    *out += &CaseMapper::new().uppercase_to_string(c.encode_utf8(&mut [0; 4]), &LanguageIdentifier::UNKNOWN);
}

fn fold<S: BufferElement>(_: &GapBuffer<S>, _: &TransformPosition, _: usize, c: char, out: &mut String) {
    *out += &CaseMapper::new().fold_string(c.encode_utf8(&mut [0; 4]));
}

fn title_of(c: char, out: &mut String) {
    let mut options = TitlecaseOptions::default();
    options.leading_adjustment = Some(LeadingAdjustment::None);
    options.trailing_case = Some(TrailingCase::Unchanged);
    let mut source = [0; 4];
    let source = c.encode_utf8(&mut source);
    let unknown = LanguageIdentifier::UNKNOWN;
    out.push_str(&CaseMapper::new().titlecase_segment_with_only_case_data_to_string(source, &unknown, options));
}

/// Maps code points to title case at the start and after a code point that is neither cased nor case-ignorable, else to
/// lower case. As in ICU, a case-ignorable character that is not cased counts as cased here (`'tis` is unchanged).
fn title<S: BufferElement>(text: &mut GapBuffer<S>, at: &mut TransformPosition, buffers: &mut RunBuffers<S>) {
    let before = at.start.checked_sub(1).filter(|&before| before >= at.context_start);
    let state = TitleState::new(true);
    state.starts.set(!before.and_then(|before| text.get(before)).is_some_and(|c| state.is_cased_or_ignorable(c)));
    let source_set = CaseTransform::Title.source_set();
    map_range(
        text,
        at,
        buffers,
        |c| state.simple(c, source_set),
        |text, at, position, c, out| {
            if state.starts.get() {
                title_of(c, out)
            } else {
                lower(text, at, position, c, out)
            }
            state.starts.set(!state.is_cased_or_ignorable(c.into()));
        },
    );
}

/// Whether the next code point is at the start of a word.
struct TitleState {
    starts: Cell<bool>,
    cased_or_ignorable: &'static SourceSet,
}

impl TitleState {
    fn new(starts: bool) -> TitleState {
        TitleState { starts: Cell::new(starts), cased_or_ignorable: &CASED_OR_IGNORABLE }
    }

    /// The title or lower case of a code point, if it is one code point in any context.
    #[inline(always)]
    fn simple(&self, c: u32, source_set: &SourceSet) -> Option<u32> {
        let mapped = match source_set.contains(c) {
            false => c,
            true if self.starts.get() => simple_title(c)?,
            true => simple_lower(c)?,
        };
        self.starts.set(!self.is_cased_or_ignorable(c));
        Some(mapped)
    }

    #[inline(always)]
    fn is_cased_or_ignorable(&self, c: u32) -> bool {
        if c <= 0xFFFF { self.cased_or_ignorable.contains(c) } else { is_cased_or_ignorable(c) }
    }
}

/// The cased and case-ignorable code points of the BMP.
static CASED_OR_IGNORABLE: Lazy<SourceSet> = Lazy::new(|| {
    let sets = [CodePointSetData::new::<Cased>(), CodePointSetData::new::<CaseIgnorable>()];
    SourceSetBuilder::of_ranges(
        sets.iter().flat_map(|set| set.iter_ranges()).map(|range| (*range.start(), *range.end())),
    )
    .build()
});

fn is_cased_or_ignorable(c: u32) -> bool {
    CodePointSetData::new::<Cased>().contains32(c) || CodePointSetData::new::<CaseIgnorable>().contains32(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_mappings_are_the_full_ones() {
        let (cases, root) = (CaseMapper::new(), LanguageIdentifier::UNKNOWN);
        for c in (0..=0x10_FFFF).filter_map(char::from_u32) {
            let mut utf8 = [0; 4];
            let text: &str = c.encode_utf8(&mut utf8);
            let mut title = String::new();
            title_of(c, &mut title);
            let pairs = [
                (simple_lower(c.into()), cases.lowercase_to_string(text, &root).into_owned()),
                (simple_upper(c.into()), cases.uppercase_to_string(text, &root).into_owned()),
                (simple_title(c.into()), title),
                (simple_fold(c.into()), cases.fold_string(text).into_owned()),
            ];
            for (simple, full) in pairs {
                if let Some(simple) = simple.and_then(char::from_u32) {
                    assert_eq!(full, simple.to_string(), "{c:?}");
                }
            }
        }
    }

    #[test]
    fn lower_case_changes_cased_characters_only() {
        let cased = CodePointSetData::new::<Cased>();
        let changed = |c: &u32| simple_lower(*c) != Some(*c);
        assert!((0..=0x10_FFFF).filter(changed).all(|c| cased.contains32(c)));
    }

    #[test]
    fn differences_give_simple_lower_case() {
        for c in 0..0x1_0000 {
            let expected = char::from_u32(c).and_then(|c| simple_lower(c.into()));
            assert_eq!(lower_of_bmp(c, &LOWER_DIFFERENCES), expected, "{c:X}");
        }
    }

    #[test]
    fn full_lower_case_equals_simple_lower_case_except_for_one_letter() {
        let text = GapBuffer::<u32>::default();
        for c in (0..=0x10_FFFF).filter_map(char::from_u32).filter(|&c| c != 'Σ') {
            let mut out = String::new();
            lower(&text, &TransformPosition::all(0), 0, c, &mut out);
            let root = LanguageIdentifier::UNKNOWN;
            assert_eq!(out, CaseMapper::new().lowercase_to_string(c.encode_utf8(&mut [0; 4]), &root), "{c:?}");
        }
    }
}
