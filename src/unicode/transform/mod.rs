//! Transforms (LDML part 2, "Transforms"): by id, by a list of ids, by rules, in both directions. Results are those of ICU 79.1's
//! `Transliterator.transliterate`.
//!
//! [`Transform`] is immutable and shared; [`Runner`] holds the buffers of one thread. A transform is a tree: lists of transforms, passes
//! of rules ([`rules`]), built-in steps ([`builtin`]) and `Any-X` ([`any`]), each with an optional filter. All of them change a
//! gap buffer ([`text`]) between a start and a limit; rules may read the context around.

mod any;
mod builtin;
mod bytes;
mod data;
mod finder;
mod id;
mod image;
mod index;
mod masks;
mod normalize;
mod parser;
mod pattern;
mod pieces;
mod pointwise;
mod registry;
mod rule_side;
mod rules;
mod second;
mod text;
mod touched;
mod two_stage;

pub use finder::UntouchedTerms;
pub use image::compile as compile_image;
pub use pieces::ChangedPiece;

use crate::unicode::normalize::{Normalizer, Scratch};
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::set::UnicodeSet;
use crate::unicode::text::{CodeUnit, Encoding};
use any::AnyTransform;
use builtin::BuiltIn;
use finder::Finder;
use once_cell::sync::{Lazy, OnceCell};
use pattern::SetPattern;
use pieces::Pieces;
use pointwise::Pointwise;
use registry::Entry;
use rules::RuleSet;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use text::{Position, Sides, Symbol, Text};
use touched::{Touched, TouchedBuilder};

/// The direction of a transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Source to target.
    #[default]
    Forward,
    /// Target to source.
    Reverse,
}

/// The reason why a transform can't be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TransformError {
    /// The id is malformed.
    InvalidId(String),
    /// No transform has this id, in this direction.
    UnknownId(String),
    /// The rules are malformed.
    Rules(RuleError),
}

impl fmt::Display for TransformError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TransformError::InvalidId(id) => write!(f, "the transform id {id:?} is ill-formed"),
            TransformError::UnknownId(id) => write!(f, "unknown transform id `{id}`"),
            TransformError::Rules(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TransformError {}

impl From<RuleError> for TransformError {
    fn from(error: RuleError) -> TransformError {
        TransformError::Rules(error)
    }
}

/// An error: the rules do not terminate on a text, or its result exceeds the length limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitReached;

impl fmt::Display for LimitReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the rules take too many steps on this text, or its result is longer than the limit")
    }
}

impl std::error::Error for LimitReached {}

/// A transform with its filter; immutable, and cheap to clone.
#[derive(Clone, Debug)]
pub struct Transform {
    filter: Option<Arc<SetPattern>>,
    action: Arc<Action>,
    /// The code points that the transform may change, restricted to its filter.
    touched: Arc<Touched>,
    /// A text without any of these code points is unchanged: `touched`, or fewer code points if the transform runs per script, since a
    /// quotation mark is in the runs of all scripts.
    triggers: Arc<Touched>,
    /// `triggers` as a table for masks of whole blocks, built at first use, since few transforms run outside of a list.
    table: Arc<OnceCell<Box<[u64; 1024]>>>,
}

#[derive(Debug)]
enum Action {
    BuiltIn(BuiltIn),
    /// [`BuiltIn::Normalize`], with its normalizer and the code points that it may change.
    Normalize(&'static Normalizer, &'static Touched),
    Rules(Box<RuleSet>),
    Sequence(Vec<Arc<Transform>>),
    Any(AnyTransform),
}

/// Maximum nesting of ids and rule texts.
const DEEPEST: usize = 32;

/// Creates transforms; tracks the nesting of ids that refer to other ids.
#[derive(Debug, Default)]
struct Loader {
    depth: Cell<usize>,
    /// Whether ids stand for themselves: the compiled form of rules has names in place of transforms.
    names_only: bool,
}

/// Shipped transforms by id, without filters; each is created once and kept for the lifetime of the process.
static LOADED: Lazy<Mutex<BTreeMap<String, Arc<Transform>>>> = Lazy::new(Mutex::default);

impl Transform {
    /// Creates the transform of an id or a list of ids.
    pub fn new(id: &str, direction: Direction) -> Result<Transform, TransformError> {
        let loader = Loader::default();
        loader.compound(id, direction).map(|transform| Transform::clone(&transform))
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
        let mut touched = self.action.touched();
        if let Some(set) = &filter {
            touched.retain(&TouchedBuilder::of_ranges(set.ranges()));
        }
        let touched = Arc::new(touched.build());
        Transform {
            filter: filter.map(|set| Arc::new(SetPattern::prepared(set))),
            action: Arc::clone(&self.action),
            triggers: Arc::clone(&touched),
            touched,
            table: Arc::default(),
        }
    }

    /// The ids of shipped transforms, as ICU lists them, in order.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        registry::ids()
    }

    /// The listed id with the least edit distance from a text.
    pub fn nearest_id(text: &str) -> &'static str {
        let text = text.to_lowercase();
        let distance = |id: &&str| strsim::damerau_levenshtein(&id.to_lowercase(), &text);
        registry::ids().min_by_key(distance).unwrap_or("Any-Null")
    }

    /// The BCP 47 ids that are accepted in addition, in lower case.
    pub fn bcp47_ids() -> impl Iterator<Item = &'static str> {
        registry::bcp47_ids()
    }

    fn of(action: Action) -> Transform {
        let touched = match &action {
            Action::Rules(rules) => Arc::clone(rules.touched()),
            _ => Arc::new(action.touched().build()),
        };
        let triggers = action.triggers().map_or_else(|| Arc::clone(&touched), |triggers| Arc::new(triggers.build()));
        Transform { filter: None, action: Arc::new(action), touched, triggers, table: Arc::default() }
    }

    /// A list of transforms. Lists in it are replaced by their elements, unless they have a filter.
    fn sequence(transforms: Vec<Arc<Transform>>) -> Transform {
        let mut steps = Vec::with_capacity(transforms.len());
        for transform in transforms {
            match &*transform.action {
                Action::Sequence(inner) if transform.filter.is_none() => steps.extend(inner.iter().cloned()),
                _ => steps.push(transform),
            }
        }
        Transform::of(Action::Sequence(steps))
    }

    fn filtered(transform: Arc<Transform>, filter: Option<UnicodeSet>) -> Arc<Transform> {
        match filter {
            Some(_) => Arc::new(transform.with_only_filter(filter)),
            None => transform,
        }
    }

    /// Transforms a range; with a filter, each run of filter characters separately. Moves the cursor to the end of the range.
    #[inline(always)]
    fn transform_filtered<S: Symbol>(
        &self,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        match (&self.filter, &*self.action) {
            (Some(filter), _) => self.transform_runs(filter, text, at, run),
            // Rules and normalization search for touched code points themselves.
            (None, Action::Rules(_) | Action::Normalize(..)) => self.transform_range(text, at, run),
            (None, _) if text.find(at.start, at.limit, |c| self.touched.contains(c)) == at.limit => {
                at.start = at.limit;
                Ok(())
            }
            (None, _) => self.transform_range(text, at, run),
        }
    }

    /// Transforms each run of filter characters of a range separately, except the runs without a touched code point.
    fn transform_runs<S: Symbol>(
        &self,
        filter: &SetPattern,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        if matches!(&*self.action, Action::BuiltIn(BuiltIn::Remove)) {
            builtin::remove(text, at, |c| self.touched.contains(c) && filter.contains(c));
            return Ok(());
        }
        let mut end = at.limit;
        loop {
            let first = text.find(at.start, end, |c| self.touched.contains(c) && filter.contains(c));
            if first == end {
                break;
            }
            // With the gap at `first`, each side of the run is one slice, and the transform finds the gap where it starts.
            text.seek(first);
            let Sides { before, after } = text.sides();
            let fails = |symbol: &S| !filter.contains(symbol.code_point());
            let before = before.get(at.start..).unwrap_or(&[]);
            at.start = before.iter().rposition(fails).map_or(at.start, |last| at.start + last + 1);
            at.limit = after.iter().take(end - first).position(fails).map_or(end, |length| first + length);
            let limit = at.limit;
            self.transform_range(text, at, run)?;
            end = end + at.limit - limit;
        }
        (at.start, at.limit) = (end, end);
        Ok(())
    }

    fn transform_range<S: Symbol>(
        &self,
        text: &mut Text<S>,
        at: &mut Position,
        run: &mut Run<S>,
    ) -> Result<(), LimitReached> {
        match &*self.action {
            Action::BuiltIn(built_in) => built_in.transform(text, at, run),
            Action::Rules(rules) => rules.transform(text, at, run),
            Action::Normalize(normalizer, touched) => {
                let is_touched = normalize::normalize(normalizer, touched, text, at, run);
                at.start = at.limit;
                if is_touched && text.len() > run.longest { Err(LimitReached) } else { Ok(()) }
            }
            Action::Any(any) => any.transform(text, at, run),
            Action::Sequence(transforms) => {
                let start = at.start;
                for transform in transforms {
                    at.start = start;
                    if at.start == at.limit {
                        break;
                    }
                    transform.transform_filtered(text, at, run)?;
                }
                at.start = at.limit;
                Ok(())
            }
        }
    }

    /// Transforms the argument of a function in a rule, without context around it.
    fn apply_to_part<S: Symbol>(&self, symbols: &mut Vec<S>, run: &mut Run<S>) -> Result<(), LimitReached> {
        let mut text = Text::default();
        text.set(symbols.iter().copied());
        let mut inner = Run { longest: run.longest, ..Run::default() };
        let mut at = Position::all(text.len());
        self.transform_filtered(&mut text, &mut at, &mut inner)?;
        symbols.clear();
        symbols.extend(text.symbols());
        Ok(())
    }
}

impl Action {
    /// The code points that the action may change.
    fn touched(&self) -> TouchedBuilder {
        match self {
            Action::BuiltIn(built_in) => TouchedBuilder::of(built_in.touched()),
            Action::Normalize(_, touched) => TouchedBuilder::of(touched),
            Action::Rules(rules) => TouchedBuilder::of(rules.touched()),
            Action::Any(any) => any.touched(),
            Action::Sequence(transforms) => {
                let mut set = TouchedBuilder::none();
                transforms.iter().for_each(|transform| set.add(&transform.touched));
                set
            }
        }
    }

    /// See [`Transform::triggers`]; `None` if they are the touched code points.
    fn triggers(&self) -> Option<TouchedBuilder> {
        match self {
            Action::Any(any) => Some(any.triggers()),
            Action::Sequence(steps) if steps.iter().any(|step| !Arc::ptr_eq(&step.touched, &step.triggers)) => {
                let mut set = TouchedBuilder::none();
                steps.iter().for_each(|step| set.add(&step.triggers));
                Some(set)
            }
            _ => None,
        }
    }
}

impl Loader {
    /// A loader for which every id is a transform without an effect.
    fn of_names() -> Loader {
        Loader { names_only: true, ..Loader::default() }
    }

    /// Creates the transform of a list of ids.
    fn compound(&self, ids: &str, direction: Direction) -> Result<Arc<Transform>, TransformError> {
        let parsed = id::parse_compound(ids, direction).ok_or_else(|| TransformError::InvalidId(ids.to_owned()))?;
        let transforms = self.list(&parsed.list)?;
        let transform = match transforms.as_slice() {
            [one] if !parsed.is_list => Arc::clone(one),
            _ => Arc::new(Transform::sequence(transforms)),
        };
        Ok(Transform::filtered(transform, parsed.filter))
    }

    fn list(&self, list: &[id::SingleId]) -> Result<Vec<Arc<Transform>>, TransformError> {
        list.iter().map(|single| self.single(single)).collect()
    }

    /// The list of ids between two passes of a rule text. As in ICU, the filter of the first id applies to the whole list.
    fn block(&self, list: &[id::SingleId]) -> Result<Vec<Arc<Transform>>, TransformError> {
        let transforms = self.list(list)?;
        let filter = list.first().filter(|first| first.name.is_some()).and_then(|first| first.filter.clone());
        match filter {
            Some(_) if list.len() > 1 => {
                Ok(vec![Transform::filtered(Arc::new(Transform::sequence(transforms)), filter)])
            }
            _ => Ok(transforms),
        }
    }

    /// Creates the transform of one id of a list.
    fn single(&self, single: &id::SingleId) -> Result<Arc<Transform>, TransformError> {
        let Some(name) = single.name.as_ref().filter(|_| !self.names_only) else {
            return Ok(Arc::new(Transform::of(Action::BuiltIn(BuiltIn::Null))));
        };
        let unknown = || TransformError::UnknownId(written(name));
        let (key, entry) = registry::find(name).ok_or_else(unknown)?;
        let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(transform) = loaded {
            return Ok(Transform::filtered(transform, single.filter.clone()));
        }
        if self.depth.get() >= DEEPEST {
            return Err(unknown());
        }
        self.depth.set(self.depth.get() + 1);
        let made = self.make(&entry);
        self.depth.set(self.depth.get() - 1);
        let transform = made?;
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&transform));
        Ok(Transform::filtered(transform, single.filter.clone()))
    }

    fn make(&self, entry: &Entry) -> Result<Arc<Transform>, TransformError> {
        match entry {
            Entry::Alias(ids) => self.compound(ids, Direction::Forward),
            Entry::BuiltIn(built_in) => Ok(Arc::new(Transform::of(match built_in {
                BuiltIn::Normalize(form, mode) => {
                    Action::Normalize(builtin::normalizer(*form, *mode), built_in.touched())
                }
                _ => Action::BuiltIn(*built_in),
            }))),
            Entry::Any { target, script } => {
                Ok(Arc::new(Transform::of(Action::Any(AnyTransform::load(target, *script, self)))))
            }
            Entry::Rules { file, direction } => {
                let mut parsed = self.shipped(file, *direction)?;
                // ICU ignores the filter of a shipped rule text that is one pass without ids (Latin-Ethiopic/SERA).
                let is_one_pass = parsed.passes.len() == 1 && parsed.ids.iter().all(Vec::is_empty);
                if is_one_pass {
                    parsed.filter = None;
                }
                self.assemble(parsed).map(Arc::new)
            }
        }
    }

    /// A shipped rule text, which may be compiled.
    fn shipped(&self, file: &str, direction: Direction) -> Result<parser::Parsed, TransformError> {
        let damaged = || TransformError::UnknownId(file.to_owned());
        if let Some(image) = data::image(file, direction) {
            return image::read(&image, self).ok_or_else(damaged);
        }
        let text = data::text(file).ok_or_else(damaged)?;
        Ok(parser::parse_shipped(&text, direction, self)?)
    }

    /// Creates the transform of a rule text, in which lists of ids and passes of rules alternate.
    fn rules(&self, text: &str, direction: Direction, limits: &Limits) -> Result<Transform, TransformError> {
        self.assemble(parser::parse(text, direction, limits, self)?)
    }

    fn assemble(&self, parsed: parser::Parsed) -> Result<Transform, TransformError> {
        let mut steps = Vec::new();
        let mut passes = parsed.passes.into_iter();
        let mut lists = parsed.ids.into_iter();
        loop {
            let (list, pass) = (lists.next(), passes.next());
            if list.is_none() && pass.is_none() {
                break;
            }
            steps.extend(self.block(&list.unwrap_or_default())?);
            steps.extend(pass.map(|rules| Arc::new(Transform::of(Action::Rules(Box::new(rules))))));
        }
        match (steps.as_slice(), parsed.filter) {
            // A single id results in its transform, so that a later filter replaces the filter of the id.
            ([one], None) => Ok(Transform::clone(one)),
            ([one], filter) if one.filter.is_none() => Ok(one.with_only_filter(filter)),
            (_, filter) => Ok(Transform::sequence(steps).with_only_filter(filter)),
        }
    }
}

fn written(name: &id::Name) -> String {
    let slash = if name.variant.is_empty() { "" } else { "/" };
    format!("{}-{}{slash}{}", name.source, name.target, name.variant)
}

/// The buffers of one run of a transform.
#[derive(Debug, Default)]
struct Run<S> {
    segments: pattern::Segments,
    output: Vec<S>,
    pieces: Pieces,
    bytes: Vec<u8>,
    scratch: Scratch,
    /// Maximum number of code points of the text.
    longest: usize,
}

/// The engine for one kind of symbols: a text and the buffers of a run.
#[derive(Debug, Default)]
struct Work<S> {
    text: Text<S>,
    run: Run<S>,
}

impl<S: Symbol> Work<S> {
    fn transform(&mut self, transform: &Transform, source: &[u32]) -> Result<(), LimitReached> {
        self.text.set_source(source);
        self.run.longest = source.len().saturating_mul(GROWTH).max(SHORT);
        let mut position = Position::all(source.len());
        transform.transform_filtered(&mut self.text, &mut position, &mut self.run)
    }
}

/// Runs transforms; keeps its buffers.
#[derive(Debug, Default)]
pub struct Runner {
    plain: Work<u32>,
    tracked: Work<u64>,
    source: Vec<u32>,
    utf8: Vec<u8>,
    utf16: Vec<u16>,
    state: State,
}

/// The location of the result of the last text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// The text has no code point that can change: the result is the text.
    #[default]
    Untouched,
    /// The result is in the buffer of its encoding.
    Units { changed: bool },
    /// The result is in the engine without pieces.
    Plain,
    /// The result is in the engine with pieces.
    Tracked,
}

/// Copies of a stream start with empty buffers.
impl Clone for Runner {
    fn clone(&self) -> Runner {
        Runner::default()
    }
}

/// A result may be this many times as long as the text, or [`SHORT`], whichever is more.
const GROWTH: usize = 1000;
const SHORT: usize = 1 << 16;

impl Runner {
    /// Starts a search for the terms of a text that a transform leaves unchanged.
    pub fn untouched_terms<'t, U: CodeUnit>(transform: &'t Transform, text: &'t [U]) -> UntouchedTerms<'t, U> {
        UntouchedTerms::new(transform, text)
    }

    /// Transforms a text; the result is read by [`Runner::write`].
    pub fn transform<U: CodeUnit>(&mut self, transform: &Transform, text: &[U]) -> Result<(), LimitReached> {
        if let Some(changed) = pointwise::lower(transform, text, U::buffer(&mut self.utf8, &mut self.utf16)) {
            self.state = State::Units { changed };
            return Ok(());
        }
        let mut finder = Finder::new(transform, text);
        let first = finder.next(0);
        if first == text.len() {
            self.state = State::Untouched;
            return Ok(());
        }
        if let Some(pointwise) = Pointwise::of(transform) {
            let out = U::buffer(&mut self.utf8, &mut self.utf16);
            if let Some(changed) = pointwise.transform(transform, &mut finder, first, out) {
                self.state = State::Units { changed };
                return Ok(());
            }
        }
        self.read(text);
        self.state = State::Plain;
        self.plain.transform(transform, &self.source)
    }

    /// Transforms a text and records its changed pieces, for [`Runner::pieces`].
    pub fn transform_with_pieces<U: CodeUnit>(
        &mut self,
        transform: &Transform,
        text: &[U],
    ) -> Result<(), LimitReached> {
        if Finder::new(transform, text).next(0) == text.len() {
            self.state = State::Untouched;
            return Ok(());
        }
        self.read(text);
        self.state = State::Tracked;
        self.tracked.run.pieces.start(self.source.len());
        self.tracked.transform(transform, &self.source)?;
        self.tracked.text.close();
        Ok(())
    }

    /// Decodes a text.
    ///
    /// ```text
    /// until the end of the text:
    ///     append the run of units that are code points: ASCII in UTF-8, all but surrogates in UTF-16
    ///     decode and append the code points of more than one unit up to the next such run
    /// ```
    fn read<U: CodeUnit>(&mut self, text: &[U]) {
        self.source.clear();
        self.source.reserve(text.len());
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let run = rest.iter().position(|&unit| !is_code_point::<U>(unit.into())).unwrap_or(rest.len());
            self.source.extend(rest.iter().take(run).map(|&unit| unit.into()));
            at += run;
            while text.get(at).is_some_and(|&unit| !is_code_point::<U>(unit.into())) {
                let Some((c, length)) = U::decode(text, at) else { break };
                self.source.push(c.into());
                at += length;
            }
        }
    }

    /// Whether the last text is unchanged.
    pub fn is_unchanged(&self) -> bool {
        match self.state {
            State::Untouched => true,
            State::Units { changed } => !changed,
            State::Plain => {
                let (left, right) = self.plain.text.all();
                self.source.split_at_checked(left.len()) == Some((left, right))
            }
            State::Tracked => {
                self.source.iter().copied().eq(self.tracked.text.whole().iter().map(|symbol| symbol.code_point()))
            }
        }
    }

    /// Writes the result of the last text in parts that end between code points; `text` is that text, read only if it is unchanged.
    pub fn write<U: CodeUnit>(&mut self, text: &[U], mut put: impl FnMut(&[U])) {
        match self.state {
            State::Untouched => put(text),
            State::Units { .. } => put(U::buffer(&mut self.utf8, &mut self.utf16)),
            State::Plain => {
                let (left, right) = self.plain.text.all();
                encode(left, &mut put);
                encode(right, put);
            }
            State::Tracked => encode(self.tracked.text.whole(), put),
        }
    }

    /// The changed pieces, in code points of the last text and its result; empty if pieces were not recorded.
    pub fn pieces(&mut self) -> Vec<ChangedPiece> {
        match self.state {
            State::Tracked => self.tracked.run.pieces.changed(&self.source, self.tracked.text.whole()),
            State::Untouched | State::Units { .. } | State::Plain => Vec::new(),
        }
    }

    /// The code points of the last result from one index to another, if pieces were recorded.
    pub fn result(&self, from: usize, to: usize) -> impl Iterator<Item = char> + '_ {
        let part = self.tracked.text.whole().get(from..to).unwrap_or(&[]);
        part.iter().map(|symbol| char::from_u32(symbol.code_point()).unwrap_or('\u{FFFD}'))
    }
}

/// Whether a unit value and the code point of the same value encode each other.
#[inline(always)]
fn is_code_point<U: CodeUnit>(unit: u32) -> bool {
    match U::ENCODING {
        Encoding::Utf8 => unit < 0x80,
        Encoding::Utf16 => unit < 0x1_0000 && unit & 0xF800 != 0xD800,
    }
}

/// Number of units that are encoded before they are written.
const PART: usize = 64;

/// Encodes symbols and passes the units to `put`, in parts that end between code points.
fn encode<S: Symbol, U: CodeUnit>(symbols: &[S], mut put: impl FnMut(&[U])) {
    let mut part = [U::default(); PART];
    // A code point has at most four units.
    for symbols in symbols.chunks(PART / 4) {
        let mut length = 0;
        for symbol in symbols {
            let c = symbol.code_point();
            if is_code_point::<U>(c) {
                if let Some(slot) = part.get_mut(length) {
                    *slot = U::from_low_bits(c);
                    length += 1;
                }
                continue;
            }
            let (units, count) = U::encode(char::from_u32(c).unwrap_or('\u{FFFD}'));
            for (slot, &unit) in part.iter_mut().skip(length).zip(units.iter().take(count)) {
                *slot = unit;
            }
            length += count;
        }
        put(part.get(..length).unwrap_or(&[]));
    }
}

/// Transforms a text and returns the result.
///
/// # Errors
/// Rules that do not terminate on the text, or a result that exceeds the length limit.
pub fn transform(transform: &Transform, text: &str) -> Result<String, LimitReached> {
    let mut runner = Runner::default();
    runner.transform(transform, text.as_bytes())?;
    let mut result = Vec::new();
    runner.write(text.as_bytes(), |units: &[u8]| result.extend_from_slice(units));
    Ok(String::from_utf8_lossy(&result).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reference implementation: transforms every run of filter characters.
    fn transform_all_runs(transform: &Transform, work: &mut Work<u32>, source: &[u32]) {
        let filter = transform.filter.as_ref().unwrap();
        work.text.set_source(source);
        work.run.longest = SHORT;
        let mut at = Position::all(source.len());
        let mut end = at.limit;
        loop {
            at.start = work.text.find(at.start, end, |c| filter.contains(c));
            at.limit = work.text.find(at.start, end, |c| !filter.contains(c));
            if at.start == at.limit {
                break;
            }
            let limit = at.limit;
            transform.transform_range(&mut work.text, &mut at, &mut work.run).unwrap();
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
            let (mut expected, mut work) = (Work::<u32>::default(), Work::<u32>::default());
            transform_all_runs(&transform, &mut expected, &source);
            work.transform(&transform, &source).unwrap();
            prop_assert!(work.text.symbols().eq(expected.text.symbols()), "{:?}", work.text);
        }
    }
}
