//! Parses texts that are numbers as a whole: the fast path, which most callers need.
//!
//! A rule set parses a part of a text as a whole if one of its rules parses all of it; the first such rule counts. The text
//! before a delimiter, and the rest after the last one, must then be parsed as a whole as well; a rule is rejected if the part
//! does not start and end like the rule (`index`):
//!
//! ```text
//! set(part):  out unless the ends of the part are ends of the set
//!             for rule in special rules, then rules by first unit of the part and rules that begin with a substitution, merged
//!                 in the order in which they are tried:
//!                     out unless base < bound, the text has the pairs of units of the rule's literals, and the part ends with
//!                     one of the rule's ends
//!                     rule(part) if it reads all
//! rule(part): literal, then set(before the delimiter) and set(after it), where the delimiter is the last one of the first run of
//!             delimiters before each of which set(…) reads everything
//! ```
//!
//! Parses with values from partial matches exist in two cases only, which are left to `read`: two adjacent substitutions, and
//! digits after a decimal separator.

use super::index::{Ends, IndexedRule, SetEnds, hash, hash_pair, hash_triple};
use super::lenient::Folded;
use super::part_cache::{Known, MAX_PART, MAX_TRIES, PartKey};
use super::read::Context;
use super::reader::{Filter, NumberReader, TextPart, TooMuch};
use super::rules::{Special, Substitution, SubstitutionKind, Target};
use super::write::MAX_DEPTH;
use crate::unicode::part::{SlicePart, StrPart};

/// Parts that took more tries than this are memoised.
const MAX_UNMEMOISED_TRIES: usize = 8;

/// The value of a part that is a number as a whole.
type Whole = Result<Option<f64>, TooMuch>;

/// The ends of a part of the text in one form of comparison, one bit each, and its first unit.
#[derive(Clone, Copy)]
struct PartEnds {
    ends: Ends,
    first: u32,
}

impl<'a> NumberReader<'a> {
    /// The value of the whole text, by the first of these rule sets that parses all of it. Near the limits the result must not
    /// depend on the cache.
    pub(super) fn whole_text(&mut self, sets: &[usize]) -> Whole {
        match self.first_whole(sets) {
            Err(TooMuch) if self.is_cached => {
                self.restart();
                self.first_whole(sets)
            }
            found => found,
        }
    }

    fn first_whole(&mut self, sets: &[usize]) -> Whole {
        let end = self.text.len();
        let part = self.part_ends(0, end);
        for set in sets {
            if self.is_rejected(*set, part.as_ref()) {
                continue;
            }
            if let Some(value) = self.whole_set(*set, 0, end, f64::MAX, 0, 0)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The ends of a part; `None` if the filters do not apply to it.
    #[inline]
    fn part_ends(&self, start: usize, end: usize) -> Option<PartEnds> {
        match &self.filter {
            Filter::Off => None,
            Filter::Exact => exact_ends(self.text, start, end),
            Filter::Folded(folded, _) => folded_ends(folded, start, end),
        }
    }

    /// The ends of a rule set, in the filter's form of comparison.
    #[inline]
    fn set_ends(&self, set: usize) -> Option<&'a SetEnds> {
        match &self.filter {
            Filter::Off => None,
            Filter::Exact => self.index.exact.sets.get(set),
            Filter::Folded(_, way) => way.sets.get(set),
        }
    }

    /// Whether no rule of the set parses a part with these ends.
    #[inline]
    fn is_rejected(&self, set: usize, part: Option<&PartEnds>) -> bool {
        part.zip(self.set_ends(set))
            .is_some_and(|(part, set)| set.all.first & part.ends.first == 0 || !set.all.may_end(&part.ends))
    }

    fn whole_set(&mut self, number: usize, start: usize, end: usize, bound: f64, tried: u8, depth: usize) -> Whole {
        if depth >= MAX_DEPTH {
            return Err(TooMuch);
        }
        if start >= end {
            return Ok(None);
        }
        let index = self.index;
        let Some(set) = index.sets.get(number) else { return Ok(None) };
        let part_ends = self.part_ends(start, end);
        if self.is_rejected(number, part_ends.as_ref()) {
            return Ok(None);
        }
        let ends = part_ends.zip(self.set_ends(number));
        let part = TextPart { set: number as u32, start: start as u32, end: end as u32, bound: bound.to_bits(), tried };
        let bytes = self.text.as_bytes().part(start..end);
        let key = PartKey {
            format: self.format.id,
            bound: bound.to_bits(),
            set: number as u32,
            tried,
            lenient: self.lenient.is_some(),
        };
        let cache = self.cache.as_deref().filter(|_| bytes.len() <= MAX_PART);
        let lookup = cache.map(|cache| cache.get(&key, bytes));
        if let Some((_, Some(known))) = lookup
            && depth + usize::from(known.depth) < MAX_DEPTH
            && let Some(left) = self.tries_left.checked_sub(usize::from(known.tries))
        {
            self.tries_left = left;
            self.deepest = self.deepest.max(depth + usize::from(known.depth));
            self.is_cached = true;
            return Ok(Some(known.value).filter(|_| known.length > 0));
        }
        if let Some(known) = self.whole.get(&part).filter(|_| !self.whole.is_empty()) {
            self.remembered += 1;
            return Ok(*known);
        }
        let (tries, remembered) = (self.tries_left, self.remembered);
        let outer = std::mem::replace(&mut self.deepest, depth);
        let found = self.first_rule(number, ends, start, end, (set.fraction, bound, tried), depth)?;
        let (tries, deepest) = (tries - self.tries_left, self.deepest);
        self.deepest = outer.max(deepest);
        if tries > MAX_UNMEMOISED_TRIES {
            self.whole.insert(part, found);
        }
        if let (Some((slot, _)), Some(cache)) = (lookup, self.cache.as_deref_mut())
            && tries <= MAX_TRIES
            && self.remembered == remembered
        {
            let (length, depth) = (found.map_or(0, |_| bytes.len() as u8), (deepest - depth) as u8);
            cache.put(slot, &key, bytes, Known { value: found.unwrap_or(0.0), length, tries: tries as u8, depth });
        }
        Ok(found)
    }

    /// The first rule of a set that parses a part as a whole.
    fn first_rule(
        &mut self,
        number: usize,
        ends: Option<(PartEnds, &'a SetEnds)>,
        start: usize,
        end: usize,
        (is_fraction, bound, tried): (bool, f64, u8),
        depth: usize,
    ) -> Whole {
        let index = self.index;
        let Some(set) = index.sets.get(number) else { return Ok(None) };
        let material = self.material;
        let may_read = |rule: usize| {
            ends.is_none_or(|(part, set)| set.rules.get(rule).is_some_and(|rule| rule.may_read(&part.ends, material)))
        };
        let mut tried = tried;
        let specials = set.present.len();
        for (position, at) in set.present.iter().enumerate() {
            if tried >> at & 1 == 0 {
                tried |= 1 << at;
                if may_read(position)
                    && let Some(rule) = set.special.get(usize::from(*at)).and_then(Option::as_ref)
                    && let Some(value) = self.whole_rule(number, rule, start, end, (false, bound, tried), depth)?
                {
                    return Ok(Some(value));
                }
            }
        }
        let count = set.ordinary.len();
        let attempt = |reader: &mut NumberReader<'a>, at: usize| -> Whole {
            // The rule itself is read last: rules are scattered in memory.
            if !may_read(specials + at) {
                return Ok(None);
            }
            match count.checked_sub(at + 1).and_then(|number| set.ordinary.get(number)) {
                Some(rule) if is_fraction || (rule.base as f64) < bound => {
                    reader.whole_rule(number, rule, start, end, (is_fraction, bound, tried), depth)
                }
                _ => Ok(None),
            }
        };
        let Some((part, set_ends)) = ends else {
            for at in 0..count {
                if let Some(value) = attempt(self, at)? {
                    return Ok(Some(value));
                }
            }
            return Ok(None);
        };
        // Rules by first unit, and those that start with a substitution: two lists in the order of trial.
        let (mut named, mut open) = (set_ends.of_first(part.first), set_ends.open.as_slice());
        loop {
            let at = match (named.split_first(), open.split_first()) {
                (Some((at, rest)), other) if other.is_none_or(|(other, _)| at < other) => {
                    named = rest;
                    *at
                }
                (_, Some((at, rest))) => {
                    open = rest;
                    *at
                }
                (_, None) => return Ok(None),
            };
            if let Some(value) = attempt(self, at as usize)? {
                return Ok(Some(value));
            }
        }
    }

    fn whole_rule(
        &mut self,
        set: usize,
        rule: &'a IndexedRule,
        start: usize,
        end: usize,
        (is_fraction, bound, tried): (bool, f64, u8),
        depth: usize,
    ) -> Whole {
        self.tries_left = self.tries_left.checked_sub(1).ok_or(TooMuch)?;
        let [prefix, between, after] = rule.literals;
        let Some(at) = self.prefix(prefix, start, end) else { return Ok(None) };
        let all = |value: f64| Ok(Some(value).filter(|_| at == end));
        match rule.special {
            Some(Special::Infinity) => return all(f64::INFINITY),
            Some(Special::NotANumber) => return all(f64::NAN),
            _ => {}
        }
        let base = if rule.special.is_none() { rule.base.max(0) as f64 } else { 0.0 };
        let context = Context { set, rule, bound, tried, depth };
        match &rule.subs {
            [None, _] => all(if is_fraction { 1.0 / base } else { base }),
            [Some(first), None] if self.is_empty(between) => self.whole_substitution(&context, first, base, at, end),
            [Some(first), None] => {
                if self.is_absent(rule, between) {
                    return Ok(None);
                }
                let read = self.whole_up_to(&context, first, between, base, at, end)?;
                Ok(read.filter(|(_, last)| *last == end).map(|(value, _)| value))
            }
            [Some(_), Some(_)] if self.is_empty(between) => {
                let found = self.rule(set, rule, start, end, (is_fraction, bound, tried), depth)?;
                Ok(Some(found.value).filter(|_| found.length == end - start))
            }
            [Some(first), Some(second)] => {
                if self.is_absent(rule, between) || !self.is_empty(after) && self.is_absent(rule, after) {
                    return Ok(None);
                }
                let Some((part, middle)) = self.whole_up_to(&context, first, between, base, at, end)? else {
                    return Ok(None);
                };
                if self.is_empty(after) {
                    return self.whole_substitution(&context, second, part, middle, end);
                }
                let read = self.whole_up_to(&context, second, after, part, middle, end)?;
                Ok(read.filter(|(_, last)| *last == end).map(|(value, _)| value))
            }
        }
    }

    /// Passes the text before the first delimiter to the substitution, which must parse all of it, or before a later delimiter
    /// as long as the substitution parses everything before each; returns the value, and the offset after the delimiter.
    fn whole_up_to(
        &mut self,
        context: &Context<'a>,
        sub: &'a Substitution,
        delimiter: u32,
        value: f64,
        start: usize,
        end: usize,
    ) -> Result<Option<(f64, usize)>, TooMuch> {
        let (mut from, mut best) = (start, None);
        while let Some((position, length)) = self.find(context.rule, delimiter, start, from, end) {
            match self.whole_substitution(context, sub, value, start, position)? {
                Some(value) => best = Some((value, position + length)),
                None if best.is_some() => break,
                None => {}
            }
            from = position + length.max(1);
        }
        Ok(best)
    }

    fn whole_substitution(
        &mut self,
        context: &Context<'a>,
        sub: &'a Substitution,
        value: f64,
        start: usize,
        end: usize,
    ) -> Whole {
        if start >= end {
            return Ok(None);
        }
        let Context { tried, depth, .. } = *context;
        let by_parts = matches!(
            sub.kind,
            SubstitutionKind::FractionalPart { by_digits: true, .. }
                | SubstitutionKind::Numerator { with_zeros: true, .. }
        );
        if by_parts {
            let found = self.substitution(context, sub, value, start, end)?;
            return Ok(Some(found.value).filter(|_| found.length == end - start));
        }
        let bound = context.bound_of(sub.kind);
        let read = match &sub.target {
            Target::Set(target) => match self.whole_set(*target, start, end, bound, tried, depth + 1)? {
                Some(read) => Some(read),
                None => self.whole_decimal(*target, sub.kind, (start, end), bound, tried, depth)?,
            },
            Target::Pattern(_) if !self.properties.has_decimals => None,
            Target::Pattern(pattern) => {
                let found = self.decimal(start, end, pattern.is_grouped());
                Some(found.value).filter(|_| found.length == end - start)
            }
            Target::RuleBefore(before) => {
                if depth >= MAX_DEPTH {
                    return Err(TooMuch);
                }
                self.deepest = self.deepest.max(depth);
                let before = self.index.sets.get(context.set).and_then(|set| set.ordinary.get(*before));
                match before {
                    Some(before) => {
                        self.whole_rule(context.set, before, start, end, (false, context.bound, tried), depth + 1)?
                    }
                    None => None,
                }
            }
        };
        Ok(read.map(|read| context.value(sub.kind, value, read, 0)))
    }

    /// If a rule set parses nothing, lenient parsing accepts a decimal number.
    fn whole_decimal(
        &mut self,
        set: usize,
        kind: SubstitutionKind,
        (start, end): (usize, usize),
        bound: f64,
        tried: u8,
        depth: usize,
    ) -> Whole {
        let is_fraction = self.index.sets.get(set).is_some_and(|set| set.fraction);
        let takes = self.properties.has_decimals && self.lenient.is_some() && !is_fraction;
        if !takes || matches!(kind, SubstitutionKind::Numerator { .. }) {
            return Ok(None);
        }
        let decimal = self.decimal(start, end, true);
        if decimal.length != end - start || self.set(set, start, end, bound, tried, depth + 1)?.length > 0 {
            return Ok(None);
        }
        Ok(Some(decimal.value))
    }
}

/// The ends of a part in bytes. Digits after a decimal separator may end with spaces, which belong to no literal.
#[inline]
fn exact_ends(text: &str, start: usize, end: usize) -> Option<PartEnds> {
    let part = text.part(start..end);
    let first = u32::from(part.chars().next()?);
    // A part that is shorter than the tested suffix passes.
    let bytes = part.as_bytes();
    let last = bytes.last().filter(|last| **last != b' ')?;
    let two = bytes.last_chunk::<2>().map_or(u64::MAX, |two| 1 << hash(u32::from(u16::from_be_bytes(*two))));
    let four = bytes.last_chunk::<4>().map_or(u64::MAX, |four| 1 << hash(u32::from_be_bytes(*four)));
    Some(PartEnds { ends: Ends { first: 1 << hash(first), last: [1 << hash(u32::from(*last)), two, four] }, first })
}

/// The ends of a part in folded units; `None` for a part that consists of separators.
#[inline]
fn folded_ends(folded: &Folded, start: usize, end: usize) -> Option<PartEnds> {
    let (from, to) = (folded.unit_at(start), folded.unit_at(end));
    let units = folded.units.get(from..to)?;
    let (first, last) = (units.first()?.value, units.last()?.value);
    let two = units.last_chunk::<2>().map_or(u64::MAX, |[one, two]| 1 << hash_pair(one.value, two.value));
    let three = units
        .last_chunk::<3>()
        .map_or(u64::MAX, |[one, two, three]| 1 << hash_triple(one.value, two.value, three.value));
    Some(PartEnds { ends: Ends { first: 1 << hash(first), last: [1 << hash(last), two, three] }, first })
}
