//! A text that is parsed, and the state of parsing it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::RuleBasedNumberFormat;
use super::alphabet::ClassifiedText;
use super::index::{Comparison, Index, Material};
use super::lenient::{Folded, Folding};
use super::part_cache::{MAX_PART, MAX_TEXT, PartCache};

/// The result of parsing the start of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The number.
    pub value: f64,
    /// The number of bytes that were parsed.
    pub length: usize,
}

pub(super) const NOTHING: Reading = Reading { value: 0.0, length: 0 };

/// The maximum number of rules that are tried per byte of text; more is an error (see [`TooMuch`]).
const TRIES_PER_BYTE: usize = 20_000;

/// The error for too deep nesting of rule set calls or too many possible parses: nothing is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

/// Buffers for parsing; kept by the caller, so that nothing is allocated once they have grown.
#[derive(Debug, Default)]
pub struct Scratch {
    case: Folded,
    primary: Folded,
    memo: Memo,
    whole: WholeMemo,
    delimiters: Vec<Presence>,
    pub(super) cache: PartCache<MAX_PART>,
    pub(super) texts: PartCache<MAX_TEXT>,
}

/// A part of the text that a rule set parses: the bytes from `start` to `end`, by rules below `bound`, without the special
/// rules of `tried`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TextPart {
    pub(super) set: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) bound: u64,
    pub(super) tried: u8,
}

pub(super) type Memo = HashMap<TextPart, Reading, BuildHasherDefault<PartHasher>>;

/// The results for parts as a whole.
pub(super) type WholeMemo = HashMap<TextPart, Option<f64>, BuildHasherDefault<PartHasher>>;

/// A multiply-and-fold hash: parts are few and determined by the rules, and their number is bounded.
#[derive(Default)]
pub(super) struct PartHasher(u64);

impl Hasher for PartHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }
}

/// The state of parsing a text.
pub(super) struct NumberReader<'a> {
    pub(super) format: &'a RuleBasedNumberFormat,
    pub(super) index: &'a Index,
    pub(super) text: &'a str,
    pub(super) lenient: Option<Lenient<'a>>,
    pub(super) memo: &'a mut Memo,
    pub(super) whole: &'a mut WholeMemo,
    /// For each delimiter whether it occurs in the text: this rejects most rules.
    pub(super) delimiters: &'a mut Vec<Presence>,
    pub(super) tries_left: usize,
    pub(super) properties: ClassifiedText,
    pub(super) filter: Filter<'a>,
    /// The units of the text, for the filters.
    pub(super) material: Material,
    /// The cache of parts; `None` if it can't be used, because the text has decimals or is compared by segments.
    pub(super) cache: Option<&'a mut PartCache<MAX_PART>>,
    /// Whether a cached part was used.
    pub(super) is_cached: bool,
    /// The number of results that `memo` or `whole` provided: a result that uses one is not cached, as its total work is not
    /// known.
    pub(super) remembered: usize,
    /// The maximum depth of nested rule set calls.
    pub(super) deepest: usize,
}

/// The form in which the ends of parts are filtered.
pub(super) enum Filter<'a> {
    /// No filter.
    Off,
    /// Bytes.
    Exact,
    /// Folded units.
    Folded(&'a Folded, &'a Comparison),
}

/// Whether a delimiter occurs in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Unknown,
    Absent,
    Present,
}

/// The folded text and literals, for lenient parsing.
pub(super) struct Lenient<'a> {
    pub(super) case: (&'a Folded, &'a Comparison),
    /// By primary weights, if the rules have `%%lenient-parse`.
    pub(super) primary: Option<(&'a Folded, &'a Comparison)>,
}

impl<'a> Lenient<'a> {
    /// The text and a literal in each form of comparison.
    pub(super) fn forms(&self, literal: u32) -> impl Iterator<Item = (&'a Folded, &'a [u32])> {
        let key = move |(folded, way): (&'a Folded, &'a Comparison)| Some((folded, way.key(literal)?));
        key(self.case).into_iter().chain(self.primary.and_then(key))
    }

    /// Whether a part starts or ends inside of an NFC segment, so that its folded form is not a range of the folded text.
    pub(super) fn splits_segment(&self, start: usize, end: usize) -> bool {
        let (folded, _) = self.case;
        folded.is_inside(start) || folded.is_inside(end)
    }
}

impl RuleBasedNumberFormat {
    /// The state at the start of parsing a text. `None` if the text can't be parsed.
    pub(super) fn reader<'a>(
        &'a self,
        index: &'a Index,
        text: &'a str,
        lenient: bool,
        scratch: &'a mut Scratch,
    ) -> Option<NumberReader<'a>> {
        if self.rules.write_only || text.len() > u32::MAX as usize {
            return None;
        }
        let Scratch { case, primary, memo, whole, delimiters, cache, texts: _ } = scratch;
        let properties = index.alphabet.examine(text);
        let mut filter = if properties.has_decimals { Filter::Off } else { Filter::Exact };
        let mut material = Material::default();
        let lenient = if lenient {
            let folded = index.folded(self);
            let (is_simple, alphabet) = (properties.is_simple, &index.alphabet);
            if is_simple {
                case.fill_simple(text, |c, give| {
                    let class = alphabet.class(c);
                    if !class.is_separator() {
                        give(class.folded());
                    }
                });
            } else {
                case.fill(text, &self.case_folding());
            }
            let mut is_even = true;
            if let Some(collator) = self.lenient_collator() {
                // The weights are those of single characters, and equal for characters that differ only in case; otherwise the
                // filter is invalid.
                is_even = is_simple && folded.is_even && text.chars().all(|c| folded.weights(alphabet, c).is_even);
                if is_even {
                    primary.fill_simple(text, |c, give| {
                        folded.weights(alphabet, c).list().iter().for_each(|weight| give(*weight));
                    });
                } else {
                    primary.fill(text, &Folding::Primary(collator));
                }
            }
            let (case, primary) = (&*case, &*primary);
            let primary = folded.primary.as_ref().map(|way| (primary, way));
            let wide = primary.map_or(case, |(primary, _)| primary);
            let way = folded.primary.as_ref().unwrap_or(&folded.case);
            let is_judged = is_simple && is_even && !properties.has_decimals;
            filter = if is_judged { Filter::Folded(wide, way) } else { Filter::Off };
            if matches!(filter, Filter::Folded(..)) {
                material = Material::of(wide.units.iter().map(|unit| unit.value));
            }
            Some(Lenient { case: (case, &folded.case), primary })
        } else {
            if matches!(filter, Filter::Exact) {
                material = Material::of(text.bytes().map(u32::from));
            }
            None
        };
        if !memo.is_empty() {
            memo.clear();
        }
        if !whole.is_empty() {
            whole.clear();
        }
        delimiters.clear();
        Some(NumberReader {
            format: self,
            index,
            text,
            lenient,
            memo,
            whole,
            delimiters,
            cache: Some(cache).filter(|_| !matches!(filter, Filter::Off)),
            filter,
            material,
            tries_left: TRIES_PER_BYTE.saturating_mul(text.len()),
            properties,
            is_cached: false,
            remembered: 0,
            deepest: 0,
        })
    }
}

impl NumberReader<'_> {
    /// Resets the state to the start, without the cache.
    pub(super) fn restart(&mut self) {
        self.memo.clear();
        self.whole.clear();
        (self.cache, self.is_cached) = (None, false);
        self.tries_left = TRIES_PER_BYTE.saturating_mul(self.text.len());
    }
}
