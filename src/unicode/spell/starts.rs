//! A prefilter that rejects nearly all words of running text as numbers in words, by their first and last three characters.
//!
//! A term that is parsed as a whole starts and ends with literals of the rules. The first and last [`LENGTH`] units of those
//! literals, in the form of lenient parsing, are two sets; shorter literals are in them as a whole. The ends of a term of ASCII
//! letters are looked up in tables of all triples of letters, those of terms with other Latin, Greek and Cyrillic letters in
//! tables of triples of classes ([`Classes`]); other terms are folded character by character.
//!
//! A term that passes must consist of literals (`pieces`).
//!
//! ```text
//! may be words(term):  first three letters in ascii_first, or their classes in classes.first, or their units in first
//!                      and the last three letters likewise
//!                      and made of pieces
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU64, Ordering};

use super::RuleBasedNumberFormat;
use super::decimal_digit::digit;
use super::index::{Index, IndexedRule};
use super::lenient::{Folding, fold_literal, is_separator, is_whole_segment, simple_fold};
use super::pieces::{LiteralTrie, MAX_UNITS, TermUnit};
use super::rules::{SubstitutionKind, Target};
use crate::unicode::part::StrPart;
use crate::unicode::text::{CodeUnit, Encoding};

/// The number of characters at each end of a term that are tested.
const LENGTH: usize = 3;

/// The number of filters that were created.
static FILTERS: AtomicU64 = AtomicU64::new(0);

/// The prefilter of a set of rule sets.
#[derive(Debug)]
pub struct Starts {
    /// The id of the filter, from 1 on, which is unique in the process.
    id: u64,
    rule_sets: Vec<usize>,
    /// A bit for each triple of ASCII letters, with five bits per letter.
    ascii_first: Vec<u64>,
    ascii_last: Vec<u64>,
    first: Keys,
    last: Keys,
    /// The tables for letters below [`SMALL`].
    classes: Classes,
    /// The unit, plus 1, of each letter below [`SMALL`] that has one; 0 for others.
    small: Vec<u32>,
    /// The units of other characters of the rules.
    units: BTreeMap<char, Vec<u32>>,
    /// Whether comparison is by case folding, under which ideographs, kana and syllables are their own units.
    by_case: bool,
    /// `None` if texts that do not consist of literals may be numbers.
    pieces: Option<LiteralTrie>,
    /// Whether `I` and `i` are different letters: then the tables of ASCII letters, which have one entry for both cases, are
    /// not used.
    turkic: bool,
}

/// Tables of triples for the first units of literals, outermost first, and for the last ones, over classes of letters: one
/// class per unit that occurs in the keys.
#[derive(Debug, Default)]
struct Classes {
    /// The classes of the letters below [`SMALL`]; [`UNKNOWN`] if the letter can't be classified.
    of: Vec<u8>,
    /// The number of classes, including 0 (units of no key) and the end of the term.
    count: usize,
    first: Vec<u64>,
    last: Vec<u64>,
}

const UNKNOWN: u8 = u8::MAX;

/// The maximum number of classes, with which a table has 32 KiB.
const MAX_CLASSES: usize = 64;

impl Classes {
    /// Creates the tables; there are no classes if there are too many units. `small` is as in [`Starts`].
    fn new(first: &Keys, last: &Keys, small: &[u32]) -> Classes {
        let units: BTreeSet<u32> = first.keys.iter().chain(&last.keys).flatten().copied().collect();
        let count = units.len() + 2;
        if count > MAX_CLASSES {
            return Classes::default();
        }
        let numbers: BTreeMap<u32, u8> = units.into_iter().zip(1..).collect();
        let class = |unit: &u32| match unit.checked_sub(1) {
            Some(unit) => numbers.get(&unit).copied().unwrap_or(0),
            None => UNKNOWN,
        };
        let table = |keys: &Keys| {
            let mut bits = vec![if keys.any { u64::MAX } else { 0 }; (count * count * count).div_ceil(64)];
            for key in &keys.keys {
                // After the end of the key any letter may follow.
                let fit = |position: usize| match key.get(position) {
                    Some(unit) => numbers.get(unit).map_or(0..0, |class| usize::from(*class)..usize::from(*class) + 1),
                    None => 0..count,
                };
                for one in fit(0) {
                    for two in fit(1) {
                        for three in fit(2) {
                            let position = (one * count + two) * count + three;
                            bits.get_mut(position >> 6).into_iter().for_each(|word| *word |= 1 << (position & 63));
                        }
                    }
                }
            }
            bits
        };
        Classes { of: small.iter().map(class).collect(), count, first: table(first), last: table(last) }
    }

    /// Whether the characters from one end of a term on may be those of a number: `next` returns the code point below [`SMALL`]
    /// at an offset, and the next offset. `None` if the table can't decide.
    #[inline]
    fn may_be(
        &self,
        table: &[u64],
        (start, end): (usize, usize),
        next: impl Fn(usize) -> Option<(u32, usize)>,
    ) -> Option<bool> {
        let over = self.count.checked_sub(1)?;
        let (mut position, mut at) = (0, start);
        for _ in 0..LENGTH {
            let class = if at == end {
                over
            } else {
                let (code, next) = next(at)?;
                at = next;
                usize::from(*self.of.get(code as usize).filter(|class| **class != UNKNOWN)?)
            };
            position = position * self.count + class;
        }
        Some(table.get(position >> 6).is_some_and(|word| word >> (position & 63) & 1 == 1))
    }
}

/// The code point at an offset and the offset after it, if it has one or two bytes in UTF-8, or one unit in UTF-16.
#[inline]
fn small_at<U: CodeUnit>(term: &[U], at: usize) -> Option<(u32, usize)> {
    let first: u32 = (*term.get(at)?).into();
    match U::ENCODING {
        Encoding::Utf8 if first >= 0xE0 => None,
        Encoding::Utf8 if first >= 0x80 => {
            let second: u32 = (*term.get(at + 1)?).into();
            Some(((first & 0x1F) << 6 | second & 0x3F, at + 2))
        }
        _ => Some((first, at + 1)),
    }
}

/// The code point before an offset and its start, if it has one or two bytes in UTF-8, or one unit in UTF-16.
#[inline]
fn small_before<U: CodeUnit>(term: &[U], end: usize) -> Option<(u32, usize)> {
    let at = end.checked_sub(1)?;
    let last: u32 = (*term.get(at)?).into();
    match U::ENCODING {
        Encoding::Utf8 if last >= 0x80 => {
            let at = at.checked_sub(1)?;
            let first: u32 = (*term.get(at)?).into();
            // A continuation byte here belongs to a sequence of three.
            (first >= 0xC0).then_some(((first & 0x1F) << 6 | last & 0x3F, at))
        }
        _ => Some((last, at)),
    }
}

/// The end of the range that contains the letters of the Latin, Greek and Cyrillic scripts.
const SMALL: u32 = 0x460;

/// The units at one end of literals, outermost first; shorter literals as a whole.
#[derive(Debug, Default)]
struct Keys {
    keys: BTreeSet<Vec<u32>>,
    /// A Bloom filter of the keys with one hash function, and the lengths that occur.
    bits: Vec<u64>,
    lengths: [bool; LENGTH],
    /// Whether every term passes.
    any: bool,
}

/// The bit of a key in the filter.
#[inline]
fn bit(units: &[u32]) -> usize {
    let hash = units.iter().fold(0, |hash: u32, unit| (hash ^ unit).wrapping_mul(0x9E37_79B1).rotate_left(13));
    (hash.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

impl Keys {
    /// Adds the text of a literal that other literals may be adjacent to.
    fn add(&mut self, units: impl Iterator<Item = u32>) {
        let key: Vec<u32> = units.take(LENGTH).collect();
        self.any |= key.is_empty();
        self.bits.resize(1 << 6, 0);
        if let (Some(word), Some(length)) =
            (self.bits.get_mut(bit(&key) >> 6), key.len().checked_sub(1).and_then(|at| self.lengths.get_mut(at)))
        {
            *word |= 1 << (bit(&key) & 63);
            *length = true;
        }
        self.keys.insert(key);
    }

    fn has(&self, units: &[u32]) -> bool {
        let has = |key: &[u32]| self.bits.get(bit(key) >> 6).is_some_and(|word| word >> (bit(key) & 63) & 1 == 1);
        self.any || (1..=LENGTH).zip(&self.lengths).any(|(length, used)| *used && units.get(..length).is_some_and(has))
    }
}

/// The literals that rule sets start and end with.
struct Literals<'a> {
    index: &'a Index,
    folding: Folding<'a>,
}

impl Literals<'_> {
    /// Collects the literals at one end of sets: `ends` passes on the texts there, or the rule set, for each rule.
    fn collect(&self, sets: &[usize], mut ends: impl FnMut(usize, &IndexedRule, &mut dyn FnMut(usize))) {
        let mut seen = vec![false; self.index.sets.len()];
        let mut open = sets.to_vec();
        while let Some(number) = open.pop() {
            let Some(seen) = seen.get_mut(number).filter(|seen| !**seen) else { continue };
            *seen = true;
            // Rules with decimal patterns parse digits.
            let has_pattern =
                |rule: &&IndexedRule| rule.subs.iter().flatten().any(|sub| matches!(sub.target, Target::Pattern(_)));
            let rules = self.index.sets.get(number).into_iter().flat_map(|set| set.in_order());
            for rule in rules.filter(|rule| !has_pattern(rule)) {
                ends(number, rule, &mut |target| open.push(target));
            }
        }
    }

    /// All literals that parsing with these sets may match.
    fn all(&self, sets: &[usize]) -> Vec<Vec<u32>> {
        let mut keys = Vec::new();
        self.collect(sets, |number, rule, open| {
            rule.subs.iter().flatten().filter_map(|sub| target(&sub.target, number)).for_each(open);
            let [first, second] = rule.subs.each_ref().map(|sub| sub.as_ref().map_or(rule.text.len(), |sub| sub.at));
            // Plural branches are matched with all surrounding text.
            let whole = rule.plural.as_ref().map(|_| (0, rule.text.len()));
            for (start, end) in [(0, first), (first, second), (second, rule.text.len())].into_iter().chain(whole) {
                match rule.plural.as_ref().filter(|plural| start <= plural.start && plural.end <= end) {
                    Some(plural) => {
                        let (prefix, suffix) = (rule.text.part(start..plural.start), rule.text.part(plural.end..end));
                        let texts = plural.branches.words().map(|word| [prefix, word, suffix].concat());
                        keys.extend(texts.map(|text| fold_literal(&text, &self.folding)));
                    }
                    None => keys.push(fold_literal(rule.text.part(start..end), &self.folding)),
                }
            }
        });
        keys
    }

    fn text(&self, literal: u32) -> &str {
        self.index.literals.get(literal as usize).map_or("", |literal| &literal.text)
    }

    fn first(&self, sets: &[usize]) -> Keys {
        let mut keys = Keys::default();
        self.collect(sets, |number, rule, open| {
            let text = self.text(rule.literals[0]);
            if !text.is_empty() {
                let units = fold_literal(text, &self.folding);
                // Separators may precede the substitution.
                if !units.is_empty() || rule.subs[0].is_none() {
                    return keys.add(units.into_iter());
                }
            }
            if let [Some(sub), _] = &rule.subs {
                target(&sub.target, number).into_iter().for_each(open);
            }
        });
        keys
    }

    fn last(&self, sets: &[usize]) -> Keys {
        let mut keys = Keys::default();
        self.collect(sets, |number, rule, open| {
            let [prefix, between, after] = rule.literals;
            let (sub, literal) = match &rule.subs {
                [_, Some(sub)] => (Some(sub), after),
                [Some(sub), None] => (Some(sub), between),
                [None, None] => (None, prefix),
            };
            let text = self.text(literal);
            match (&rule.plural, sub) {
                (_, Some(sub)) if text.is_empty() => {
                    // Spaces after digits are consumed as well.
                    keys.any |= matches!(sub.kind, SubstitutionKind::FractionalPart { by_digits: true, .. });
                    target(&sub.target, number).into_iter().for_each(open);
                }
                (_, None) if text.is_empty() => {}
                (Some(plural), Some(_)) => {
                    let suffix = rule.text.part(plural.end..);
                    for word in plural.branches.words() {
                        keys.add(fold_literal(&[word, suffix].concat(), &self.folding).into_iter().rev());
                    }
                }
                _ => keys.add(fold_literal(text, &self.folding).into_iter().rev()),
            }
        });
        keys
    }
}

fn target(target: &Target, set: usize) -> Option<usize> {
    match target {
        Target::Set(target) => Some(*target),
        Target::RuleBefore(_) => Some(set),
        // Terms with digits always pass.
        Target::Pattern(_) => None,
    }
}

impl Starts {
    /// Creates the filter of the public rule sets of a format whose names `takes` accepts.
    pub(super) fn new(format: &RuleBasedNumberFormat, takes: impl Fn(&str) -> bool) -> Starts {
        let index = format.index();
        let takes = |set: &usize| format.rules.sets.get(*set).is_some_and(|set| takes(&set.name));
        let rule_sets: Vec<usize> = index.order.iter().copied().filter(takes).collect();
        let rule_sets = index.resolved(&rule_sets);
        let folding = || match format.lenient_collator() {
            Some(collator) => Folding::Primary(collator),
            None => format.case_folding(),
        };
        let literals = Literals { index, folding: folding() };
        let (mut first, mut last) = (literals.first(&rule_sets), literals.last(&rule_sets));
        let is_even = index.folded(format).is_even;
        if !is_even {
            (first.any, last.any) = (true, true);
        }
        let pieces = if is_even { LiteralTrie::new(literals.all(&rule_sets)) } else { None };
        let folding = folding();
        let letters: Vec<Vec<u32>> =
            ('a'..='z').map(|letter| fold_literal(letter.encode_utf8(&mut [0; 4]), &folding)).collect();
        let own = index.literals.iter().flat_map(|literal| literal.text.chars());
        let cases = own.flat_map(|c| std::iter::once(c).chain(c.to_lowercase()).chain(c.to_uppercase()));
        // The letters of languages in the Latin, Greek and Cyrillic scripts, punctuation, and the letters of the rules.
        let small = ('!'..'\u{460}').chain('\u{2018}'..='\u{201F}');
        let mut units = BTreeMap::new();
        let units_of = |c: char| fold_literal(c.encode_utf8(&mut [0; 4]), &folding);
        for c in small.chain(cases).filter(|c| is_whole_segment(*c) && !is_separator(*c) && digit(*c).is_none()) {
            let folded = char::from_u32(simple_fold(c, &format.case_folding())).unwrap_or(c);
            // A letter whose weights differ from those of its other case can't be classified.
            if !units.contains_key(&c) && units_of(c) == units_of(folded) {
                units.insert(c, units_of(c));
            }
        }
        let single = |code: u32| match units.get(&char::from_u32(code)?)?.as_slice() {
            [unit] => unit.checked_add(1),
            _ => None,
        };
        let small: Vec<u32> = (0..SMALL).map(|code| single(code).unwrap_or(0)).collect();
        let classes = Classes::new(&first, &last, &small);
        let tables = [(&first, false), (&last, true)].map(|(keys, is_last)| ascii(keys, &letters, is_last));
        let [ascii_first, ascii_last] = tables;
        let by_case = !matches!(folding, Folding::Primary(_));
        let turkic = matches!(format.case_folding(), Folding::Case { turkic: true });
        let id = FILTERS.fetch_add(1, Ordering::Relaxed) + 1;
        Starts { id, rule_sets, ascii_first, ascii_last, first, last, classes, small, units, by_case, pieces, turkic }
    }

    pub(super) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn rule_sets(&self) -> &[usize] {
        &self.rule_sets
    }

    /// Whether the term may be a number in words; false is definite.
    #[inline]
    pub fn may_be_words<U: CodeUnit>(&self, term: &[U]) -> bool {
        if let (Some(first), Some(last)) = (term.first_chunk::<LENGTH>(), term.last_chunk::<LENGTH>()) {
            let letter = |unit: U| (unit.into() | 0x20).wrapping_sub(u32::from(b'a'));
            let letters = |[one, two, three]: &[U; LENGTH]| [letter(*one), letter(*two), letter(*three)];
            let position = |[one, two, three]: [u32; LENGTH]| (one << 10 | two << 5 | three) as usize;
            let has = |table: &[u64], position: usize| {
                table.get(position >> 6).is_some_and(|word| word >> (position & 63) & 1 == 1)
            };
            let (first, last) = (letters(first), letters(last));
            let are_letters = |[one, two, three]: &[u32; LENGTH]| *one.max(two).max(three) < 26 && !self.turkic;
            let begins = if are_letters(&first) { has(&self.ascii_first, position(first)) } else { self.begins(term) };
            return begins
                && (if are_letters(&last) { has(&self.ascii_last, position(last)) } else { self.ends(term) })
                && self.is_made_of_pieces(term);
        }
        self.begins(term) && self.ends(term) && self.is_made_of_pieces(term)
    }

    /// Whether the whole term consists of literals; also true for unknown characters.
    #[inline(never)]
    fn is_made_of_pieces<U: CodeUnit>(&self, term: &[U]) -> bool {
        let Some(pieces) = &self.pieces else { return true };
        let mut units =
            Units { starts: self, term, at: 0, list: [0; MAX_UNITS], count: 0, known: 0, has_unknown: false };
        // Separators alone may be a literal.
        pieces.make(|at| units.get(at))
    }

    /// The unit of a character; `None` if it may have none or several.
    #[inline]
    fn unit(&self, c: char) -> Option<u32> {
        let code = u32::from(c);
        match self.small.get(code as usize).copied().and_then(|unit| unit.checked_sub(1)) {
            Some(unit) => Some(unit),
            None if self.by_case
                && matches!(code, 0x3041..=0x3096 | 0x30A1..=0x30FA | 0x4E00..=0x9FFF | 0xAC00..=0xD7A3) =>
            {
                Some(code)
            }
            None => match self.units.get(&c).map(Vec::as_slice) {
                Some([unit]) => Some(*unit),
                _ => None,
            },
        }
    }

    /// Whether a number may start with the first characters of the term.
    fn begins<U: CodeUnit>(&self, term: &[U]) -> bool {
        let known = self.classes.may_be(&self.classes.first, (0, term.len()), |at| small_at(term, at));
        known.unwrap_or_else(|| {
            let mut at = 0;
            self.end(&self.first, || {
                let (c, length) = U::decode(term, at)?;
                at += length;
                Some(c)
            })
        })
    }

    /// Whether a number may end with the last characters of the term.
    fn ends<U: CodeUnit>(&self, term: &[U]) -> bool {
        let known = self.classes.may_be(&self.classes.last, (term.len(), 0), |end| small_before(term, end));
        known.unwrap_or_else(|| {
            let mut end = term.len();
            self.end(&self.last, || {
                let (c, length) = U::decode_back(term, end)?;
                end -= length;
                Some(c)
            })
        })
    }

    /// Whether the characters from one end of a term on may be those of a number.
    #[inline]
    fn end(&self, keys: &Keys, mut next: impl FnMut() -> Option<char>) -> bool {
        let (mut units, mut count) = ([0; LENGTH], 0);
        while count < LENGTH {
            let Some(c) = next() else { break };
            // Separators may have no unit, marks may compose, digits may be parsed, and a character may have two weights.
            let Some(unit) = self.unit(c) else { return true };
            if let Some(slot) = units.get_mut(count) {
                *slot = unit;
            }
            count += 1;
        }
        keys.has(units.get(..count).unwrap_or_default())
    }
}

/// The units of a term, decoded as they are asked for.
struct Units<'a, U> {
    starts: &'a Starts,
    term: &'a [U],
    at: usize,
    list: [u32; MAX_UNITS],
    count: usize,
    /// The number of units that no later character changes: all but those of the last character, as marks may compose with it.
    known: usize,
    has_unknown: bool,
}

impl<U: CodeUnit> Units<'_, U> {
    #[inline]
    fn get(&mut self, at: usize) -> TermUnit {
        while at >= self.known {
            if self.has_unknown {
                return TermUnit::Unknown;
            }
            let Some((c, length)) = U::decode(self.term, self.at) else {
                if at >= self.count {
                    return TermUnit::End;
                }
                self.known = self.count;
                break;
            };
            self.at += length;
            let before = self.count;
            if self.add(c) {
                self.known = before;
            } else {
                self.has_unknown = true;
            }
        }
        self.list.get(at).map_or(TermUnit::Unknown, |unit| TermUnit::Known(*unit))
    }

    /// Adds the units of a character; false if they are unknown.
    #[inline]
    fn add(&mut self, c: char) -> bool {
        match self.starts.unit(c) {
            Some(unit) => self.push(unit),
            None => self.add_several(c),
        }
    }

    /// Adds the units of a character that may have none or several.
    #[cold]
    fn add_several(&mut self, c: char) -> bool {
        match self.starts.units.get(&c).map(Vec::as_slice) {
            // Marks may compose, and digits may be parsed.
            Some([]) | None => is_separator(c),
            Some(own) => own.iter().all(|unit| self.push(*unit)),
        }
    }

    #[inline]
    fn push(&mut self, unit: u32) -> bool {
        let Some(slot) = self.list.get_mut(self.count) else { return false };
        *slot = unit;
        self.count += 1;
        true
    }
}

/// The triples of ASCII letters that start, or end, with one of the keys.
fn ascii(keys: &Keys, letters: &[Vec<u32>], is_last: bool) -> Vec<u64> {
    let mut ascii = vec![if keys.any { u64::MAX } else { 0 }; 1 << 9];
    for key in &keys.keys {
        // After the end of the key any letter may follow.
        let fit = |position: usize| {
            let wanted = key.get(position);
            let fits = move |letter: &&Vec<u32>| wanted.is_none_or(|wanted| letter.as_slice() == [*wanted]);
            letters.iter().enumerate().filter(move |(_, letter)| fits(letter)).map(|(number, _)| number)
        };
        for first in fit(0) {
            for second in fit(1) {
                for third in fit(2) {
                    let position =
                        if is_last { third << 10 | second << 5 | first } else { first << 10 | second << 5 | third };
                    if let Some(word) = ascii.get_mut(position >> 6) {
                        *word |= 1 << (position & 63);
                    }
                }
            }
        }
    }
    ascii
}
