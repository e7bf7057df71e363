//! Transforms (LDML part 2, "Transforms"): by id, by a list of ids, by rules, in both directions. Results are those of
//! ICU 79.1's `Transliterator.transliterate`.
//!
//! [`Transform`] is immutable and shared; [`Runner`] holds the buffers of one thread. A transform is a tree: lists of
//! transforms, passes of rules ([`rules`]), built-in steps ([`builtin`]) and `Any-X` ([`any`]), each with an optional
//! filter. All of them change a gap buffer ([`gap_buffer`]) between a start and a limit; rules may read the context
//! around.
//!
//! * Ids: `id` parses them, `registry` finds them, `loader` creates transforms from them and from rule texts;
//!   `shipped_rules` are stored as `serialized_rules` (`byte_fields`). `transform_name`, `direction`, `error`.
//! * Rules: `parser` reads a rule text, `side_parser` the two sides of a rule (`rule_side`, `rule_variables`); `rule`,
//!   `pattern` and `expanded_size` are the result, `masked_rules` an error.
//! * Passes: `rules` looks up the rules of a code point in `index` (`index_builder`, `neighbour_classes`), tests them
//!   (`rule_test`) and matches patterns (`pattern_matcher`, `scan_memo`); `end_cursors` moves cursors to the next
//!   trigger.
//! * Built-in steps: `builtin`, `case`, `normalize`, `hex`, `character_names` (`name_cache`), with `edit`; `any` runs a
//!   transform for each script run.
//! * Runs: `runner` is the entry, `execution` runs a tree over a range, with `run_buffers`; `decode` and `encoding`
//!   read and write units, `source_ranges` has the pieces of the source.
//! * Fast paths over the units of a text: `source_set` and `trigger_finder` skip what does not change; `pointwise` maps
//!   single code points (`byte_mappings`, `unit_mappings`, `long_results`, `two_stage_table`), `lower_case` in place;
//!   `mark_removal`, `normalized_rules` and `list_parts` are for lists. `reference` compares them with the slow path.

mod any;
mod builtin;
mod byte_fields;
mod byte_mappings;
mod case;
mod character_names;
mod decode;
mod direction;
mod edit;
mod encoding;
mod end_cursors;
mod error;
mod execution;
mod expanded_size;
mod gap_buffer;
mod hex;
mod id;
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
mod serialized_rules;
mod shipped_rules;
mod side_parser;
mod source_ranges;
mod source_set;
mod transform_name;
mod trigger_finder;
mod two_stage_table;
mod unit_mappings;

pub use direction::Direction;
pub use error::{LimitReached, TransformError};
pub use runner::{PieceOptions, Runner, transform};
pub use serialized_rules::compile as compile_shipped_rules;
pub use source_ranges::ChangedPiece;
pub use trigger_finder::UnchangedTerms;

use crate::lazy;
use crate::unicode::normalize::Normalizer;
use crate::unicode::rule_text::Limits;
use crate::unicode::set::UnicodeSet;
use any::AnyTransform;
use builtin::BuiltIn;
use loader::Loader;
use mark_removal::MarkRemoval;
use normalized_rules::NormalizedRules;
use pattern::SetPattern;
use pointwise::{Pointwise, PointwiseTables};
use rules::TransformRules;
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
    ///
    /// # Errors
    /// A malformed or unknown id, a malformed filter; an id without inverse.
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
    ///
    /// # Errors
    /// A syntax error, with its location; an unknown id in the rules; a limit.
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
            normalized_rules: normalized_rules.filter(NormalizedRules::suffice_mostly).map(Arc::new),
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

    /// The listed id that a text is probably a misspelling of: their edit distance is at most a quarter of its length.
    pub fn nearest_id(text: &str) -> Option<&'static str> {
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
        let tables = lazy::get_or_make(&self.mappings, || pointwise.tables(self.filter.as_deref()));
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
