//! Lists that decompose a text, remove a set, and compose the rest, such as `NFD; [:Nonspacing Mark:] Remove; NFC`:
//! most code points have one result in any context, so a normalization by a table of them replaces three passes.
//!
//! ```text
//! rest(c) = decomposition of c (NFD or NFKD), without the code points of the set, decomposed again
//! result of a text = composition of rest(c), in the order of combining classes, for each c of the text
//!                  = result(c) for each c of the text, if each rest(c) is empty or starts with a starter that does not
//!                    combine with code points before it
//! ```
//!
//! The removal of a code point and the reordering of marks are interchangeable, since a stable sort keeps the order of
//! what remains. Code points whose `rest` starts with a mark, a vowel sign or a trailing jamo that the set does not
//! contain depend on the text before them. The table maps them to [`DEPENDS_ON_CONTEXT`], which in a result means that
//! the text must be transformed step by step.

use super::builtin::BuiltIn;
use super::pattern::SetPattern;
use super::{Action, Transform};
use crate::unicode::hangul;
use crate::unicode::normalize::{Form, Normalizer, Scratch, normalizer_of_form};
use std::ptr;
use std::sync::Arc;

/// A noncharacter, to which code points are mapped whose result depends on the text before them.
pub(super) const DEPENDS_ON_CONTEXT: char = '\u{FFFF}';

/// The number of steps of such a list.
pub(super) const STEPS: usize = 3;

/// A list of three steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkRemoval<'t> {
    /// NFD or NFKD.
    first: &'static Normalizer,
    removed: &'t SetPattern,
    /// NFC or NFKC.
    last: &'static Normalizer,
}

impl<'t> MarkRemoval<'t> {
    /// The list of these steps; `None` if it is another one.
    pub(super) fn of(steps: &'t [Arc<Transform>]) -> Option<MarkRemoval<'t>> {
        let [first, remove, last] = steps else { return None };
        let (removed, Action::BuiltIn(BuiltIn::Remove)) = (remove.filter.as_deref()?, &*remove.action) else {
            return None;
        };
        match (&*first.action, &*last.action) {
            (Action::Normalize(first_form, _), Action::Normalize(last_form, _))
                if first.filter.is_none()
                    && last.filter.is_none()
                    && is_one_of(first_form, [Form::Nfd, Form::Nfkd])
                    && is_one_of(last_form, [Form::Nfc, Form::Nfkc]) =>
            {
                Some(MarkRemoval { first: first_form, removed, last: last_form })
            }
            _ => None,
        }
    }

    /// The code points that pass a test and change or depend on context, with their results. `None` if the set has more
    /// than `max_size` code points, or contains jamo.
    pub(super) fn mappings(
        self,
        passes: impl Fn(&char) -> bool,
        max_size: u32,
    ) -> Option<impl Iterator<Item = (char, String)>> {
        let removed = || self.removed.set().ranges();
        let jamo = [hangul::LEADING, hangul::VOWELS, hangul::TRAILING];
        let has_jamo = removed().any(|(first, last)| jamo.iter().any(|jamo| first < jamo.end && last >= jamo.start));
        if has_jamo || removed().fold(0_u32, |sum, (first, last)| sum.saturating_add(last - first + 1)) > max_size {
            return None;
        }
        // Syllables are decomposed and composed again.
        let is_no_syllable = |c: &char| !hangul::SYLLABLES.contains(&(*c).into());
        let dependent: Vec<char> = self.last.active_code_points().filter(is_no_syllable).collect();
        let mut sources: Vec<char> =
            removed().flat_map(|(first, last)| first..=last).filter_map(char::from_u32).collect();
        sources.extend(self.first.active_code_points().filter(is_no_syllable));
        sources.extend(&dependent);
        sources.retain(passes);
        sources.sort_unstable();
        sources.dedup();
        let decompose_again = form(if is_one_of(self.last, [Form::Nfkc]) { Form::Nfkd } else { Form::Nfd });
        let mut scratch = Scratch::default();
        Some(sources.into_iter().filter_map(move |c| {
            let mut rest = normalized(self.first, c.encode_utf8(&mut [0; 4]), &mut scratch);
            rest.retain(|c| !self.removed.contains(c.into()));
            let rest = normalized(decompose_again, &rest, &mut scratch);
            let result = match rest.chars().next() {
                Some(first) if dependent.binary_search(&first).is_ok() => DEPENDS_ON_CONTEXT.into(),
                _ => normalized(self.last, &rest, &mut scratch),
            };
            (!result.chars().eq([c])).then_some((c, result))
        }))
    }
}

fn is_one_of<const N: usize>(normalizer: &Normalizer, forms: [Form; N]) -> bool {
    forms.into_iter().any(|one| ptr::eq(form(one), normalizer))
}

fn form(form: Form) -> &'static Normalizer {
    normalizer_of_form(form, form.default_mode())
}

fn normalized(normalizer: &Normalizer, text: &str, scratch: &mut Scratch) -> String {
    let mut bytes = Vec::new();
    normalizer.normalize(text.as_bytes(), &mut bytes, scratch);
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::super::reference::check;
    use super::*;
    use proptest::prelude::*;

    const LISTS: [&str; 7] = [
        "NFD; [:Nonspacing Mark:] Remove; NFC",
        "NFKD; [:M:] Remove; NFC",
        "NFD; [[:Mn:]-[\u{301}\u{323}]] Remove; NFKC",
        "[^é\u{301}ợ] NFD; [\u{300}-\u{36F}a] Remove; NFC",
        ":: [^é\u{301}ợ]; :: NFD; :: [\u{300}-\u{36F}a] Remove; :: NFC;",
        "NFKD; [\u{323}e가ᅡ] Remove; NFKC",
        "NFD; [[:Mn:][:P:]] Remove; NFC",
    ];

    #[test]
    fn only_code_points_that_combine_backwards_depend_on_context() {
        let transform = Transform::new(LISTS[0], Direction::Forward).unwrap();
        let Action::Sequence(steps) = &*transform.action else { panic!() };
        let mappings = MarkRemoval::of(steps).unwrap().mappings(|_| true, 10_000).unwrap();
        let is_dependent = |(c, result): (char, String)| (result == DEPENDS_ON_CONTEXT.to_string()).then_some(c);
        let dependent: Vec<char> = mappings.filter_map(is_dependent).collect();
        assert!(
            dependent.contains(&'\u{9BE}') && dependent.contains(&'\u{1161}') && dependent.len() < 150,
            "{dependent:?}"
        );
        assert!(!dependent.contains(&'\u{301}') && !dependent.contains(&'é'));
    }

    #[test]
    fn each_code_point_of_the_bmp_has_the_result_of_the_steps() {
        let transform = Transform::new(LISTS[0], Direction::Forward).unwrap();
        // Ideographs, and all but a few syllables, are like each other.
        let is_tested = |c: &char| !matches!(u32::from(*c), 0x3400..0x9F00 | 0xAC40..0xD780);
        for c in ('\0'..='\u{FFFF}').filter(is_tested) {
            for text in [format!("\u{9C7}{c}\u{301}"), format!("a text of more than 32 units: e{c}\u{9BE}")] {
                check(&transform, &text, true);
            }
        }
    }

    proptest! {
        #[test]
        fn results_equal_those_of_the_steps(
            parts in prop::collection::vec(
                "[a-e éàợ\u{301}\u{300}\u{323}]{0,50}|[α-ώἀ-ᾯ ]{0,40}|[가각각 \u{301}]{0,20}|[কো\u{9BE}\u{9C7}\u{9BC}]{0,9}|[À-ſ]{0,70}|\\PC{0,6}|[！-ﾟ𝐀\u{1D15E}\u{FFFF}]{0,9}",
                0..6,
            ),
            list in 0..LISTS.len(),
        ) {
            let id = LISTS[list];
            let transform = if id.starts_with("::") {
                Transform::from_rules(id, Direction::Forward, &Default::default()).unwrap()
            } else {
                Transform::new(id, Direction::Forward).unwrap()
            };
            check(&transform, &parts.concat(), true);
        }
    }
}
