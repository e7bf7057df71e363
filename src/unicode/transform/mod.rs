//! Transforms (LDML part 2, "Transforms"): by id, by a list of ids, by rules, in both directions. Results are those of
//! ICU 79.1's `Transliterator.transliterate`.
//!
//! [`Transform`] is immutable and shared; [`Runner`] holds the buffers of one thread. A transform is a tree: lists of
//! transforms, passes of rules ([`rules`]), built-in steps ([`builtin`]) and `Any-X` ([`any`]), each with an optional
//! filter. All of them change a gap buffer ([`gap_buffer`]) between a start and a limit; rules may read the context
//! around.

mod any;
mod builtin;
mod byte_mappings;
mod case;
mod character_names;
mod data;
mod decode;
mod direction;
mod edit;
mod encoding;
mod end_cursors;
mod error;
mod expanded_size;
mod gap_buffer;
mod hex;
mod id;
mod image;
mod image_bytes;
mod index;
mod index_builder;
mod list_parts;
mod loader;
mod long_results;
mod lower_case;
mod mark_removal;
mod masked_rules;
mod name_cache;
mod neighbour_classes;
mod normalize;
mod normalized_rules;
mod parser;
mod pattern;
mod pattern_matcher;
mod pointwise;
#[cfg(test)]
mod reference;
mod registry;
mod rule;
mod rule_side;
mod rule_test;
mod rule_variables;
mod rules;
mod run_buffers;
mod runner;
mod scan_memo;
mod side_parser;
mod source_ranges;
mod source_set;
mod transform_name;
mod trigger_finder;
mod two_stage_table;
mod unit_mappings;

pub use direction::Direction;
pub use error::{LimitReached, TransformError};
pub use image::compile as compile_image;
pub use runner::{PieceOptions, Runner, transform};
pub use source_ranges::ChangedPiece;
pub use trigger_finder::UnchangedTerms;

use crate::unicode::normalize::Normalizer;
use crate::unicode::part::SlicePart;
use crate::unicode::rule_text::Limits;
use crate::unicode::set::UnicodeSet;
use any::{AnyTransform, ScriptContext};
use builtin::BuiltIn;
use gap_buffer::{GapBuffer, GapSides, Symbol, TransformPosition};
use loader::Loader;
use mark_removal::MarkRemoval;
use normalized_rules::NormalizedRules;
use pattern::SetPattern;
use pointwise::{Pointwise, PointwiseTables};
use rules::TransformRules;
use run_buffers::RunBuffers;
use source_set::{SourceSet, SourceSetBuilder};
use std::sync::Arc;
use std::sync::OnceLock;

/// A transform with its filter; immutable, and cheap to clone.
#[derive(Clone, Debug)]
pub struct Transform {
    filter: Option<Arc<SetPattern>>,
    action: Arc<Action>,
    /// The code points that the transform may change, restricted to its filter.
    source_set: Arc<SourceSet>,
    /// A text without any of these code points is unchanged: `source_set`, or fewer code points if the transform runs
    /// per script, since a quotation mark is in the runs of all scripts.
    triggers: Arc<SourceSet>,
    /// Whether the result does not depend on the runs of the filter, so that a range is transformed as a whole.
    is_independent_of_runs: bool,
    /// Present if the rules of a list with a filter have the result of the list for most texts.
    normalized_rules: Option<Arc<NormalizedRules>>,
    /// Whether the transform is a list with a case mapping.
    has_case_step: bool,
    /// Whether the transform is a [`MarkRemoval`].
    removes_marks: bool,
    /// `triggers` as a table for masks of whole blocks, built at first use, since few transforms run outside of a list.
    table: Arc<OnceLock<Box<[u64; 1024]>>>,
    /// The mappings of a transform that is [`Pointwise`], for long texts; built at first use as well.
    mappings: Arc<OnceLock<Option<Box<PointwiseTables>>>>,
    /// The parts of a list without a filter that removes marks and does more ([`list_parts`]).
    parts: Option<Arc<[Transform]>>,
}

#[derive(Debug)]
enum Action {
    BuiltIn(BuiltIn),
    /// [`BuiltIn::Normalize`], with its normalizer and the code points that it may change.
    Normalize(&'static Normalizer, &'static SourceSet),
    Rules(Box<TransformRules>),
    Sequence(Vec<Arc<Transform>>),
    Any(AnyTransform),
}

impl Transform {
    /// Creates the transform of an id or a list of ids.
    pub fn new(id: &str, direction: Direction) -> Result<Transform, TransformError> {
        let loader = Loader::default();
        let created = loader.compound(id, direction).map(|transform| Transform::clone(&transform));
        match (created, direction) {
            (Err(TransformError::UnknownId(inverse)), Direction::Reverse) => {
                // An id without a transform in either direction is unknown.
                loader.compound(id, Direction::Forward)?;
                Err(TransformError::NoInverse { id: id.trim().to_owned(), inverse })
            }
            (created, _) => created,
        }
    }

    /// Creates the transform that a rule text describes.
    pub fn from_rules(rules: &str, direction: Direction, limits: &Limits) -> Result<Transform, TransformError> {
        Loader::default().rules(rules, direction, limits)
    }

    /// Returns this transform restricted to the characters of a set, in addition to its present filter.
    pub fn with_filter(&self, set: &UnicodeSet) -> Transform {
        let mut set = set.clone();
        if let Some(filter) = &self.filter {
            set.retain_all(filter.set());
        }
        self.with_only_filter(Some(set))
    }

    /// Returns this transform with another filter, or none, instead of its present one.
    fn with_only_filter(&self, filter: Option<UnicodeSet>) -> Transform {
        let mut source_set = self.action.source_set();
        if let Some(set) = &filter {
            source_set.retain(&SourceSetBuilder::of_ranges(set.ranges()));
        }
        let source_set = Arc::new(source_set.build());
        let is_independent_of_runs = match (&*self.action, &filter) {
            (Action::Rules(rules), Some(filter)) => rules.are_independent_of_runs(filter),
            _ => false,
        };
        let normalized_rules = filter.as_ref().and_then(|filter| NormalizedRules::of(&self.action, filter));
        let parts = if filter.is_none() { list_parts::of(&self.action) } else { None };
        Transform {
            is_independent_of_runs,
            normalized_rules: normalized_rules.filter(NormalizedRules::is_frequent).map(Arc::new),
            has_case_step: self.has_case_step,
            removes_marks: self.removes_marks,
            filter: filter.map(|set| Arc::new(SetPattern::prepared(set))),
            action: Arc::clone(&self.action),
            triggers: Arc::clone(&source_set),
            source_set,
            table: Arc::default(),
            mappings: Arc::default(),
            parts,
        }
    }

    /// The ids of shipped transforms, as ICU lists them, in order.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        registry::ids()
    }

    /// The listed id with the least edit distance from a text.
    pub fn nearest_id(text: &str) -> &'static str {
        registry::nearest_id(text)
    }

    /// The BCP 47 ids that are accepted in addition, in lower case.
    pub fn bcp47_ids() -> impl Iterator<Item = &'static str> {
        registry::bcp47_ids()
    }

    /// The transform that changes nothing.
    fn null() -> Transform {
        Transform::of(Action::BuiltIn(BuiltIn::Null))
    }

    fn of(action: Action) -> Transform {
        let source_set = match &action {
            Action::Rules(rules) => Arc::clone(rules.source_set()),
            _ => Arc::new(action.source_set().build()),
        };
        let is_case = |step: &Arc<Transform>| matches!(&*step.action, Action::BuiltIn(BuiltIn::Case(_)));
        let has_case_step = matches!(&action, Action::Sequence(steps) if steps.iter().any(is_case));
        let triggers = action.triggers().map_or_else(|| Arc::clone(&source_set), |triggers| Arc::new(triggers.build()));
        let removes_marks = matches!(&action, Action::Sequence(steps) if MarkRemoval::of(steps).is_some());
        let parts = list_parts::of(&action);
        Transform {
            filter: None,
            action: Arc::new(action),
            source_set,
            triggers,
            is_independent_of_runs: false,
            normalized_rules: None,
            has_case_step,
            removes_marks,
            table: Arc::default(),
            mappings: Arc::default(),
            parts,
        }
    }

    /// The mappings of the transform and their tables; `None` if it is not pointwise, or has too many mappings.
    fn pointwise_tables(&self) -> Option<(Pointwise<'_>, &PointwiseTables)> {
        let pointwise = Pointwise::of(self)?;
        let tables = self.mappings.get_or_init(|| pointwise.tables(self.filter.as_deref()));
        tables.as_deref().map(|tables| (pointwise, tables))
    }

    /// Builds the tables that texts need, so that no text waits for them.
    pub fn prepare(&self) {
        self.table.get_or_init(|| self.triggers.table());
        self.pointwise_tables();
        self.parts.iter().flat_map(|parts| parts.iter()).for_each(Transform::prepare);
    }

    /// Whether the transform is `Any-Lower`.
    pub fn is_lower_case(&self) -> bool {
        matches!(Pointwise::of(self), Some(Pointwise::Lower))
    }

    /// Whether the transform removes every character.
    fn removes_all(&self) -> bool {
        self.filter.is_none() && matches!(&*self.action, Action::BuiltIn(BuiltIn::Remove))
    }

    /// A list of transforms. Lists in it are replaced by their elements, unless they have a filter; elements that
    /// change no code point are omitted.
    fn sequence(transforms: Vec<Arc<Transform>>) -> Transform {
        let mut steps = Vec::with_capacity(transforms.len());
        for transform in transforms {
            match &*transform.action {
                Action::Sequence(inner) if transform.filter.is_none() => steps.extend(inner.iter().cloned()),
                _ => steps.push(transform),
            }
        }
        steps.retain(|step| !step.source_set.is_empty());
        match steps.as_slice() {
            [only] if only.filter.is_none() => Transform::clone(only),
            _ => Transform::of(Action::Sequence(steps)),
        }
    }

    fn filtered(transform: Arc<Transform>, filter: Option<UnicodeSet>) -> Arc<Transform> {
        match filter {
            Some(_) => Arc::new(transform.with_only_filter(filter)),
            None => transform,
        }
    }

    /// Transforms a range; with a filter, each run of filter characters separately. Moves the cursor to the end of the
    /// range.
    #[inline(always)]
    fn transform_filtered<S: Symbol>(
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
    fn transform_runs<S: Symbol>(
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
            let fails = |symbol: &S| !filter.contains(symbol.code_point());
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
    fn transform_normalized<S: Symbol>(
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
            let run = match before.iter().rposition(|symbol| !filter.contains(symbol.code_point())) {
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

    fn transform_range<S: Symbol>(
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
    fn apply_to_part<S: Symbol>(&self, symbols: &mut Vec<S>, buffers: &mut RunBuffers<S>) -> Result<(), LimitReached> {
        let mut of_call = buffers.of_call.take().unwrap_or_default();
        let (text, inner) = &mut *of_call;
        text.set(symbols.iter().copied());
        inner.max_length = buffers.max_length;
        inner.matching.memo.keep_ranges(false);
        let mut at = TransformPosition::all(text.len());
        let done = self.transform_filtered(text, &mut at, inner);
        symbols.clear();
        symbols.extend(text.symbols());
        buffers.of_call = Some(of_call);
        done
    }
}

impl Action {
    /// The code points that the action may change.
    fn source_set(&self) -> SourceSetBuilder {
        match self {
            Action::BuiltIn(built_in) => SourceSetBuilder::of(built_in.source_set()),
            Action::Normalize(_, source_set) => SourceSetBuilder::of(source_set),
            Action::Rules(rules) => SourceSetBuilder::of(rules.source_set()),
            Action::Any(any) => any.source_set(),
            Action::Sequence(transforms) => {
                let mut set = SourceSetBuilder::none();
                transforms.iter().for_each(|transform| set.add(&transform.source_set));
                set
            }
        }
    }

    /// See [`Transform::triggers`]; `None` if they are the source-set code points.
    fn triggers(&self) -> Option<SourceSetBuilder> {
        match self {
            Action::Any(any) => Some(any.triggers()),
            Action::Sequence(steps) if steps.iter().any(|step| !Arc::ptr_eq(&step.source_set, &step.triggers)) => {
                let mut set = SourceSetBuilder::none();
                steps.iter().for_each(|step| set.add(&step.triggers));
                Some(set)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::runner::TransformEngine;
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn filter_runs_equal_reference(
            text in "[a-e. é’\u{301}Жжёア゙ー\u{10400}😀가ا-د]{0,40}",
            id in 0_usize..6,
            set in prop::sample::select(vec![r"[a-cжア\u0301]", r"[[:L:]\u0301]", r"[^[:Latin:]]", r"[^\ .]", r"[\U00010400ё]", r"[[:Arabic:]'-~ーア가]"]),
        ) {
            let id = ["Any-Latin", "NFD", "Katakana-Hiragana", "Arabic-Latin", "Cyrillic-Latin; Upper", "NFD; [:Mn:] Remove; NFC"][id];
            let transform = Transform::new(id, Direction::Forward).unwrap().with_only_filter(Some(UnicodeSet::parse(set).unwrap()));
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let (mut expected, mut work) = (TransformEngine::<u32>::default(), TransformEngine::<u32>::default());
            transform_all_runs(&transform, &mut expected, &source);
            work.transform(&transform, &source).unwrap();
            prop_assert!(work.text.symbols().eq(expected.text.symbols()), "{:?}", work.text);
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
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let (mut expected, mut work) = (TransformEngine::<u32>::default(), TransformEngine::<u32>::default());
            transform_all_runs(&transform, &mut expected, &source);
            work.transform(&transform, &source).unwrap();
            prop_assert!(work.text.symbols().eq(expected.text.symbols()), "{:?}", work.text);
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
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let (mut expected, mut work) = (TransformEngine::<u32>::default(), TransformEngine::<u32>::default());
            expected.buffers.matching.short_scan = usize::MAX;
            transform_all_runs(&transform, &mut expected, &source);
            work.buffers.matching.short_scan = 1;
            work.transform(&transform, &source).unwrap();
            prop_assert!(work.text.symbols().eq(expected.text.symbols()), "{:?}", work.text);
        }
    }
}
