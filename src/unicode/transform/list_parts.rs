//! Parts of a list that transform whole texts: pointwise steps read and write the units of a text, so they are
//! separated from the steps that change a gap buffer.
//!
//! ```text
//! Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC; Lower
//! ^^^^^^^^^  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^  ^^^^^
//! gap buffer pointwise                            pointwise
//! ```
//!
//! A list without a filter applies each step to the whole text, so the parts may run one after the other. Short texts
//! are not worth several passes and copies.

use super::mark_removal::{MarkRemoval, STEPS};
use super::pointwise::Pointwise;
use super::{Action, Transform};
use std::sync::Arc;

/// Longer lists are not split: each removal of marks has tables of some 400 KB.
const MAX_STEPS: usize = 32;

/// The parts of a list that removes marks and does more; `None` for others: lists with a case mapping alone have a
/// faster path (`pointwise::case_in_list`).
pub(super) fn of(action: &Action) -> Option<Arc<[Transform]>> {
    let Action::Sequence(steps) = action else { return None };
    let has_mark_removal = (0..steps.len()).any(|at| steps.get(at..).and_then(mark_removal_at).is_some());
    if !has_mark_removal || steps.len() > MAX_STEPS {
        return None;
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = steps.as_slice();
    while let Some((step, others)) = rest.split_first() {
        if let Some(removal) = mark_removal_at(rest) {
            parts.push(Part { steps: removal.to_vec(), is_pointwise: true });
            rest = rest.get(STEPS..).unwrap_or(&[]);
            continue;
        }
        rest = others;
        let step_is_pointwise = step.filter.is_none() && Pointwise::of(step).is_some();
        let is_after_pointwise = parts.last().is_none_or(|last| last.is_pointwise);
        // A single step between two others is not worth two conversions of the text.
        let is_before_pointwise = others.is_empty() || mark_removal_at(others).is_some();
        let is_pointwise = step_is_pointwise && (is_after_pointwise || is_before_pointwise);
        match parts.last_mut().filter(|last| !last.is_pointwise && !is_pointwise) {
            Some(last) => last.steps.push(Arc::clone(step)),
            None => parts.push(Part { steps: vec![Arc::clone(step)], is_pointwise }),
        }
    }
    let part = |part: Part| match part.steps.as_slice() {
        [only] => Transform::clone(only),
        _ => Transform { parts: None, ..Transform::of(Action::Sequence(part.steps)) },
    };
    (parts.len() > 1).then(|| parts.into_iter().map(part).collect())
}

/// The removal of marks that a list starts with.
fn mark_removal_at(steps: &[Arc<Transform>]) -> Option<&[Arc<Transform>]> {
    steps.get(..STEPS).filter(|steps| MarkRemoval::of(steps).is_some())
}

struct Part {
    steps: Vec<Arc<Transform>>,
    is_pointwise: bool,
}

#[cfg(test)]
mod tests {
    use super::super::reference::{check_with_surrogates, lone_surrogates};
    use super::super::runner::TransformEngine;
    use super::super::{Direction, Runner};
    use super::*;
    use proptest::prelude::*;

    const LISTS: [(&str, &[usize]); 9] = [
        ("Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC", &[1, 3]),
        ("Any-Latin; NFD; [:Nonspacing Mark:] Remove; NFC; Lower", &[1, 3, 1]),
        ("Lower; Any-Latin; Fullwidth-Halfwidth", &[]),
        ("Lower; NFD; [:Mn:] Remove; NFKC; Fullwidth-Halfwidth", &[1, 3, 1]),
        ("NFD; [:M:] Remove; NFC; Upper; Any-Cyrillic", &[3, 2]),
        ("Any-Latin; Lower; NFKD; [:Mn:] Remove; NFKC; Lower", &[1, 1, 3, 1]),
        ("Any-Latin; Lower; Latin-Cyrillic", &[]),
        ("NFD; [:Mn:] Remove; NFC; Any-Latin; Fullwidth-Halfwidth; Lower", &[3, 2, 1]),
        ("[^a] NFD; [:Mn:] Remove; NFC; Lower", &[]),
    ];

    #[test]
    fn lists_are_split_at_pointwise_steps() {
        for (list, lengths) in LISTS {
            let transform = Transform::new(list, Direction::Forward).unwrap();
            let length = |part: &Transform| match &*part.action {
                Action::Sequence(steps) => steps.len(),
                _ => 1,
            };
            let found: Vec<usize> = transform.parts.iter().flat_map(|parts| parts.iter().map(length)).collect();
            assert_eq!(found, lengths, "{list}");
            assert!(transform.parts.iter().flat_map(|parts| parts.iter()).all(|part| part.parts.is_none()));
        }
    }

    proptest! {
        #[test]
        fn parts_equal_the_list(
            parts in prop::collection::vec(
                "[a-eA-E é]{0,40}|[α-ωά-ώΣ ]{0,40}|[А-я ]{0,40}|[가-힣 \u{301}]{0,9}|[ক-হো\u{9BE}]{0,9}|[！-ﾟ]{0,40}|\\PC{0,6}",
                0..5,
            ),
            lone in lone_surrogates(),
            list in 0..LISTS.len(),
        ) {
            let transform = Transform::new(LISTS[list].0, Direction::Forward).unwrap();
            check_with_surrogates(&transform, &parts.concat(), &lone, false);
        }
    }

    #[test]
    fn long_lists_have_no_tables() {
        let list = "Any-Latin; NFD; [:Mn:] Remove; NFC; ".repeat(100);
        assert!(Transform::new(&list, Direction::Forward).unwrap().parts.is_none());
    }

    #[test]
    fn parts_have_the_limit_of_the_list() {
        let grow = "$a = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; a > $a$a$a$a$a$a$a$a; ::Null; a > $a$a$a; ::NFD; ::[:Mn:] Remove; ::NFC;";
        let transform = Transform::from_rules(grow, Direction::Forward, &Default::default()).unwrap();
        assert!(transform.parts.is_some());
        let mut engine = TransformEngine::<u32>::default();
        for length in [1, 50, 57, 70] {
            let text = "a".repeat(length);
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let expected = engine.transform(&transform, &source);
            assert_eq!(Runner::default().transform(&transform, text.as_bytes()), expected, "{length}");
            assert_eq!(Runner::default().transform(&transform, &text.encode_utf16().collect::<Vec<_>>()[..]), expected);
        }
    }
}
