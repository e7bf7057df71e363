//! Built-in transforms, which have no rule text: normalization, case, removal, escapes, character names, word breaks.

use super::case::CaseTransform;
use super::character_names::{from_name, to_name};
use super::edit::replace;
use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, TransformPosition, units};
use super::hex::{Hex, from_hex, to_hex};
use super::normalize;
use super::run_buffers::RunBuffers;
use super::source_set::{SourceSet, SourceSetBuilder};
use crate::lazy::{Lazy, get_or_make};
use crate::unicode::normalize::{Form, Mode, normalizer_of_form};
use crate::unicode::segment::BreakKind;
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use std::sync::OnceLock;

/// A transform that is implemented in code, without a rule text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BuiltIn {
    Null,
    Remove,
    Normalize(Form, Mode),
    Case(CaseTransform),
    ToHex(Hex),
    FromHex(&'static [Hex]),
    ToName,
    FromName,
    BreakInternal,
}

impl BuiltIn {
    /// Transforms a range and moves the cursor to its end.
    pub(super) fn transform<S: BufferElement>(
        self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        match self {
            BuiltIn::Null => {}
            BuiltIn::Remove => {
                text.replace(at.start, at.limit, std::iter::empty());
                at.resize(at.limit - at.start, 0);
            }
            BuiltIn::Normalize(form, mode) => {
                return normalize::normalize(normalizer_of_form(form, mode), self.source_set(), text, at, buffers);
            }
            BuiltIn::Case(case) => case.map(text, at, buffers),
            BuiltIn::ToHex(hex) => to_hex(hex, self.source_set(), text, at),
            BuiltIn::FromHex(forms) => from_hex(forms, text, at, buffers),
            BuiltIn::ToName => to_name(self.source_set(), text, at, buffers),
            BuiltIn::FromName => from_name(text, at, buffers),
            BuiltIn::BreakInternal => break_internal(text, at, buffers),
        }
        at.start = at.limit;
        if text.len() > buffers.max_length { Err(LimitReached) } else { Ok(()) }
    }

    /// The code points that the transform may change.
    pub(super) fn source_set(self) -> &'static SourceSet {
        static NONE: Lazy<SourceSet> = Lazy::new(|| SourceSetBuilder::none().build());
        static ALL: Lazy<SourceSet> = Lazy::new(|| SourceSetBuilder::all().build());
        static ESCAPES: Lazy<SourceSet> = Lazy::new(|| {
            SourceSetBuilder::of_ranges(['\\', 'U', '&'].map(|c| (c.into(), c.into())).into_iter()).build()
        });
        match self {
            BuiltIn::Null => &NONE,
            BuiltIn::Normalize(form, mode) => source_set_of_form(form, mode),
            BuiltIn::Case(case) => case.source_set(),
            BuiltIn::FromHex(_) | BuiltIn::FromName => &ESCAPES,
            BuiltIn::Remove | BuiltIn::ToHex(_) | BuiltIn::ToName | BuiltIn::BreakInternal => &ALL,
        }
    }
}

/// Inserts a space between two adjacent words of letters or marks, as they occur in Thai (ICU: `Any-BreakInternal`).
fn break_internal<S: BufferElement>(text: &mut GapBuffer<S>, at: &mut TransformPosition, buffers: &mut RunBuffers<S>) {
    let Some(rules) = BreakKind::Word.rules("th") else { return };
    let units: Vec<u16> = utf16(text.slice(at.start, at.limit));
    let is_letter = |position: usize| {
        let category = |c: char| CodePointMapData::<GeneralCategory>::new().get(c);
        let letters = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark);
        text.get(position).and_then(char::from_u32).is_some_and(|c| letters.contains(category(c)))
    };
    // The start of the range is a boundary: a space is inserted there if a letter precedes it.
    let mut breaks = Vec::new();
    if at.start > 0 && is_letter(at.start - 1) && is_letter(at.start) {
        breaks.push(at.start);
    }
    let (mut unit, mut position) = (0, at.start);
    for segment in rules.segments(&units) {
        while unit < segment.end {
            unit += text.get(position).map_or(1, self::units);
            position += 1;
        }
        if position < at.limit && is_letter(position - 1) && is_letter(position) {
            breaks.push(position);
        }
    }
    for position in breaks.into_iter().rev() {
        replace(text, at, position, position, " ", buffers);
    }
}

fn utf16<S: BufferElement>(elements: impl Iterator<Item = S>) -> Vec<u16> {
    let mut units = Vec::new();
    for element in elements {
        // A lone surrogate is one unit, like U+FFFD.
        let c = char::from_u32(element.code_point()).unwrap_or(char::REPLACEMENT_CHARACTER);
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    units
}

/// The code points that normalization may change.
#[allow(clippy::indexing_slicing)] // there is an item for each form and mode
fn source_set_of_form(form: Form, mode: Mode) -> &'static SourceSet {
    static SETS: [[OnceLock<SourceSet>; Mode::ALL.len()]; Form::ALL.len()] =
        [const { [const { OnceLock::new() }; Mode::ALL.len()] }; Form::ALL.len()];
    get_or_make(&SETS[form as usize][mode as usize], || {
        SourceSet::of_bmp_bits(&normalizer_of_form(form, mode).active_bmp_bits())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code points that are not in the source set of a built-in transform are unchanged.
    #[test]
    fn code_points_outside_of_the_source_set_are_unchanged() {
        let forms = [Form::Nfc, Form::Nfd, Form::Nfkc, Form::Nfkd];
        let mut steps: Vec<BuiltIn> = forms.iter().map(|&form| BuiltIn::Normalize(form, form.default_mode())).collect();
        steps.extend([
            BuiltIn::Case(CaseTransform::Lower),
            BuiltIn::Case(CaseTransform::Upper),
            BuiltIn::Case(CaseTransform::Title),
            BuiltIn::Case(CaseTransform::Fold),
        ]);
        steps.extend([BuiltIn::FromName, BuiltIn::Normalize(Form::Nfc, Mode::Fcd)]);
        for step in steps {
            for c in (0..0x3_0000).filter(|&c| char::from_u32(c).is_some() && !step.source_set().contains(c)) {
                let mut text = GapBuffer::<u32>::default();
                text.set([c, c].into_iter());
                let mut buffers = RunBuffers { max_length: 100, ..RunBuffers::default() };
                assert!(step.transform(&mut text, &mut TransformPosition::all(2), &mut buffers).is_ok());
                assert!(text.elements().eq([c, c]), "{step:?} {c:X}");
            }
        }
    }
    /// A lone surrogate is one unit, like any other character of the BMP.
    #[test]
    fn spaces_between_words_are_at_equal_positions_after_a_lone_surrogate() {
        if !crate::unicode::segment::HAS_DICTIONARIES {
            return;
        }
        let positions = |first: u32| -> Vec<usize> {
            let mut text = GapBuffer::<u32>::default();
            let thai = "สวัสดีชาวโลก".chars().map(u32::from);
            text.set(std::iter::once(first).chain(thai));
            let mut buffers = RunBuffers { max_length: 100, ..RunBuffers::default() };
            let mut at = TransformPosition::all(text.len());
            assert!(BuiltIn::BreakInternal.transform(&mut text, &mut at, &mut buffers).is_ok());
            text.elements().enumerate().filter(|(_, element)| *element == 0x20).map(|(position, _)| position).collect()
        };
        assert_eq!(positions(0xD83D), positions(0xE000));
        assert_eq!(positions(0xE000).len(), 2);
    }
}
