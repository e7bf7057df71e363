//! Runs a transform over a range of a text: a transform with a filter changes each run of characters that pass it
//! separately.

use super::any::ScriptContext;
use super::builtin::BuiltIn;
use super::edit;
use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, GapSides, TransformPosition};
use super::normalize;
use super::normalized_rules::NormalizedRules;
use super::pattern::SetPattern;
use super::run_buffers::RunBuffers;
use super::{Action, Transform};
use crate::unicode::part::SlicePart;

impl Transform {
    /// Transforms a range; with a filter, each run of filter characters separately. Moves the cursor to the end of the
    /// range.
    #[inline(always)]
    pub(super) fn transform_filtered<S: BufferElement>(
        &self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        match (&self.filter, &*self.action) {
            (Some(_), _) if self.is_independent_of_runs => self.transform_range(text, at, buffers),
            (Some(filter), _) if let Some(normalized) = &self.normalized_rules => {
                self.transform_normalized(normalized, filter, text, at, buffers)
            }
            (Some(filter), _) => self.transform_runs(filter, text, at, buffers),
            // Rules and normalization search for source-set code points themselves.
            (None, Action::Rules(rules)) => rules.transform(text, at, buffers),
            (None, Action::Normalize(normalizer, source_set)) => {
                normalize::normalize(normalizer, source_set, text, at, buffers)
            }
            (None, _) if text.find(at.start, at.limit, |c| self.source_set.contains(c)) == at.limit => {
                at.start = at.limit;
                Ok(())
            }
            (None, _) => self.transform_range(text, at, buffers),
        }
    }

    /// Transforms each run of filter characters of a range separately, except the runs without a source-set code point.
    pub(super) fn transform_runs<S: BufferElement>(
        &self,
        filter: &SetPattern,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        // `source_set` is restricted to the filter, but its code points above the BMP are only an upper bound.
        let is_wanted = |c: u32| self.source_set.contains(c) && (c <= 0xFFFF || filter.contains(c));
        if matches!(&*self.action, Action::BuiltIn(BuiltIn::Remove)) {
            edit::remove(text, at, is_wanted);
            return Ok(());
        }
        let mut end = at.limit;
        let mut context = ScriptContext::default();
        let keeps_ranges = buffers.matching.memo.keep_ranges(!matches!(&*self.action, Action::Any(_)));
        loop {
            let first = text.find(at.start, end, is_wanted);
            if first == end {
                break;
            }
            // With the gap at `first`, each side of the run is one slice, and the transform finds the gap where it
            // starts.
            text.seek(first);
            let GapSides { before, after } = text.sides();
            let fails = |element: &S| !filter.contains(element.code_point());
            let before = before.part(at.start..);
            at.start = before.iter().rposition(fails).map_or(at.start, |last| at.start + last + 1);
            at.limit = after.iter().take(end - first).position(fails).map_or(end, |length| first + length);
            let limit = at.limit;
            let start = at.start;
            match &*self.action {
                Action::Any(any) => any.transform(text, at, buffers, &mut context)?,
                _ => self.transform_range(text, at, buffers)?,
            }
            buffers.matching.memo.rewind(start, text.len() - at.limit);
            end = end + at.limit - limit;
        }
        buffers.matching.memo.keep_ranges(keeps_ranges);
        (at.start, at.limit) = (end, end);
        Ok(())
    }

    /// Transforms the normalized runs of a range together, by the rules alone, and other runs one by one, by all steps.
    #[inline(never)]
    pub(super) fn transform_normalized<S: BufferElement>(
        &self,
        normalized: &NormalizedRules,
        filter: &SetPattern,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        // Near a run that is not normalized are others: the search for the next one pays after this length.
        const LENGTH_BY_RUNS: usize = 128;
        let Some(rules) = normalized.rules(&self.action) else { return self.transform_runs(filter, text, at, buffers) };
        let is_wanted = |c: u32| normalized.is_denormalized(c) && (c <= 0xFFFF || filter.contains(c));
        let mut end = at.limit;
        while at.start < end {
            text.seek(at.start);
            let denormalized = text.find(at.start, end, is_wanted);
            let before = text.sides().after.part(..denormalized - at.start);
            let run = match before.iter().rposition(|element| !filter.contains(element.code_point())) {
                _ if denormalized == end => end,
                last => last.map_or(at.start, |last| at.start + last + 1),
            };
            let by_runs = end.min(denormalized + LENGTH_BY_RUNS);
            let after_runs = text.find(by_runs, end, |c| !filter.contains(c));
            let length = after_runs - run;
            at.limit = run;
            rules.transform(text, at, buffers)?;
            at.limit = at.start + length;
            self.transform_runs(filter, text, at, buffers)?;
            end = at.start + (end - after_runs);
        }
        at.limit = end;
        Ok(())
    }

    pub(super) fn transform_range<S: BufferElement>(
        &self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        match &*self.action {
            Action::BuiltIn(built_in) => built_in.transform(text, at, buffers),
            Action::Rules(rules) => rules.transform(text, at, buffers),
            Action::Normalize(normalizer, source_set) => {
                normalize::normalize(normalizer, source_set, text, at, buffers)
            }
            Action::Any(any) => {
                let keeps_ranges = buffers.matching.memo.keep_ranges(false);
                any.transform(text, at, buffers, &mut ScriptContext::default())?;
                buffers.matching.memo.keep_ranges(keeps_ranges);
                Ok(())
            }
            Action::Sequence(transforms) => {
                let start = at.start;
                for transform in transforms {
                    at.start = start;
                    if at.start == at.limit {
                        break;
                    }
                    transform.transform_filtered(text, at, buffers)?;
                }
                at.start = at.limit;
                Ok(())
            }
        }
    }

    /// Transforms the argument of a function in a rule, without context around it.
    pub(super) fn apply_to_part<S: BufferElement>(
        &self,
        elements: &mut Vec<S>,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        let mut function_call = buffers.function_call.take().unwrap_or_default();
        let (text, inner) = &mut *function_call;
        text.set(elements.iter().copied());
        inner.max_length = buffers.max_length;
        inner.matching.memo.keep_ranges(false);
        let mut at = TransformPosition::all(text.len());
        let done = self.transform_filtered(text, &mut at, inner);
        elements.clear();
        elements.extend(text.elements());
        buffers.function_call = Some(function_call);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::rule_text::Limits;
    use crate::unicode::set::UnicodeSet;
    use crate::unicode::transform::Direction;
    use crate::unicode::transform::runner::TransformEngine;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// Reference implementation: transforms every run of filter characters.
    fn transform_all_runs(transform: &Transform, work: &mut TransformEngine<u32>, source: &[u32]) {
        let filter = transform.filter.as_ref().unwrap();
        work.text.set_source(source);
        work.buffers.max_length = 1 << 16;
        let mut at = TransformPosition::all(source.len());
        let mut end = at.limit;
        loop {
            at.start = work.text.find(at.start, end, |c| filter.contains(c));
            at.limit = work.text.find(at.start, end, |c| !filter.contains(c));
            if at.start == at.limit {
                break;
            }
            let limit = at.limit;
            transform.transform_range(&mut work.text, &mut at, &mut work.buffers).unwrap();
            end = end + at.limit - limit;
        }
    }

    /// Compares the result of a transform with that of the reference implementation.
    fn check(
        transform: &Transform,
        text: &str,
        mut expected: TransformEngine<u32>,
        mut work: TransformEngine<u32>,
    ) -> Result<(), TestCaseError> {
        let source: Vec<u32> = text.chars().map(u32::from).collect();
        transform_all_runs(transform, &mut expected, &source);
        work.transform(transform, &source).unwrap();
        prop_assert!(work.text.elements().eq(expected.text.elements()), "{:?}", work.text);
        Ok(())
    }

    proptest! {
        #[test]
        fn filter_runs_equal_reference(
            text in "[a-e. é’\u{301}Жжёア゙ー\u{10400}😀가ا-د]{0,40}",
            id in 0_usize..6,
            set in prop::sample::select(vec![r"[a-cжア\u0301]", r"[[:L:]\u0301]", r"[^[:Latin:]]", r"[^\ .]", r"[\U00010400ё]", r"[[:Arabic:]'-~ーア가]"]),
        ) {
            let id = ["Any-Latin", "NFD", "Katakana-Hiragana", "Arabic-Latin", "Cyrillic-Latin; Upper", "NFD; [:Mn:] Remove; NFC"][id];
            let transform = Transform::new(id, Direction::Forward).unwrap().with_only_filter(Some(UnicodeSet::parse(set).unwrap()));
            check(&transform, &text, TransformEngine::default(), TransformEngine::default())?;
        }

        #[test]
        fn normalized_rules_equal_reference(
            text in prop_oneof![
                "[ア-ンヷ゙ーｱ-ﾞあ-ん日（\u{1B000}a。 ]{0,40}",
                "([アイカーー日、]{0,9}[ｶヷ゙か]{0,1}){0,6}",
                "([アイカーー日、]{0,200}[ｶヷ゙か]{0,1}){0,6}",
            ],
            rules in prop::option::of((
                prop::sample::select(vec!["NFD", "NFKC", "NFC; :: NFKD"]),
                prop::collection::vec(prop::sample::select(vec![
                    "ア > か;", "か } ー > き;", "[アイ] { ー > い;", "ー } か > ;", "イカ > が;", "カ > が;", "ん > ン゙;",
                    "^ が > あ;", "う } 日 > ん;",
                ]), 1..6),
                prop::sample::select(vec!["NFC", "NFKC", "NFD"]),
            )),
        ) {
            let text_of_rules = |(before, rules, after): (&str, Vec<&str>, &str)| {
                format!(":: [ア-ンヷぁ-ん゙ーｱ-ﾞ\\U0001B000]; :: {before}; {} :: {after};", rules.concat())
            };
            let is_own = rules.is_some();
            let mut transform = match rules.map(text_of_rules) {
                None => Transform::new("Katakana-Hiragana", Direction::Forward).unwrap(),
                Some(rules) => match Transform::from_rules(&rules, Direction::Forward, &Limits::default()) {
                    Ok(transform) => transform,
                    // A rule masks another one.
                    Err(_) => return Ok(()),
                },
            };
            if is_own {
                let filter = transform.filter.as_ref().map(|filter| filter.set());
                transform.normalized_rules =
                    filter.and_then(|filter| NormalizedRules::of(&transform.action, filter)).map(Arc::new);
            }
            prop_assert!(transform.normalized_rules.is_some());
            check(&transform, &text, TransformEngine::default(), TransformEngine::default())?;
        }

        /// Ends of quantifiers that are stored from one run of a filter to the next, with several passes.
        #[test]
        fn stored_ends_over_filter_runs_equal_reference(
            text in "[abc]{0,30}",
            passes in prop::collection::vec(
                prop::sample::select(vec![
                    "[bc]* { a > b;", "a } [ab]* c > x;", "a } b* > ;", "(b a)* { a > aa;", "b { a+ c* > | b;", ":: NFD;",
                    "[a-c]+ { a > | @ c;", "(a|b) } c > $1;", ":: Upper;", ":: [b] Lower;", "[A-Cx]* { B > a;", "c } [a$]+ > ba;",
                ]),
                1..5,
            ),
            set in prop::sample::select(vec!["[a]", "[ab]", "[^c]", "[ac]", "[a-cA]"]),
        ) {
            let rules: Vec<String> = passes.iter().map(|pass| format!("{pass} :: Null;")).collect();
            let Ok(transform) = Transform::from_rules(&rules.concat(), Direction::Forward, &Limits::default()) else {
                return Ok(());
            };
            let transform = transform.with_only_filter(Some(UnicodeSet::parse(set).unwrap()));
            let (mut expected, mut work) = (TransformEngine::default(), TransformEngine::default());
            expected.buffers.matching.short_scan = usize::MAX;
            work.buffers.matching.short_scan = 1;
            check(&transform, &text, expected, work)?;
        }
    }
}
