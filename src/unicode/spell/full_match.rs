//! Parses texts that are numbers as a whole: the fast path, which most callers need.
//!
//! A rule set parses a part of a text as a whole if one of its rules parses all of it; the first such rule counts. The
//! text before a delimiter, and the rest after the last one, must then be parsed as a whole as well; a rule is rejected
//! if the part does not start and end like the rule (`part_filter`):
//!
//! ```text
//! set(part):  none if the part has letters of numbers from the upper bound on only (`pair_bounds`)
//!             none unless the ends of the part are ends of the set
//!             for rule in special rules, then rules by first unit of the part and rules that begin with a
//!             substitution, merged in the order in which they are tried:
//!                 skip it unless base value < upper bound, the text has the pairs of units of the rule's literals, and
//!                 the part ends with one of the rule's ends
//!                 return rule(part) if it parses all
//! rule(part): literal, then set(before the delimiter) and set(after it), where the delimiter is the last one of the
//!             first run of delimiters before each of which set(…) parses everything
//! ```
//!
//! Values from partial matches exist in two cases only, which are left to `longest_match`: two adjacent substitutions,
//! and digits after a decimal separator.

use super::index::ReadOrder;
use super::indexed_rules::{IndexedRule, IndexedSet};
use super::lenient::FoldedText;
use super::longest_match::SubstitutionContext;
use super::pair_bounds::exceeds_bound;
use super::part_filter::{EndBits, RuleSetFilter};
use super::read_cache::{CacheKey, CachedResult, MAX_PART, MAX_TRIES};
use super::reader::{CallScope, FilterForm, MemoKey, NumberReader, ParseLimitReached};
use super::rules::{SpecialRule, Substitution, SubstitutionKind, SubstitutionTarget};
use super::unit_signature::{hash, hash_pair, hash_triple};
use super::write::MAX_DEPTH;
use crate::unicode::part::{SlicePart, StrPart};

/// Parts that took more tries than this are memoised.
const MAX_UNMEMOISED_TRIES: usize = 8;

/// The value of a part that is a number as a whole.
type FullMatch = Result<Option<f64>, ParseLimitReached>;

/// The ends of a part of the text in one form of comparison, one bit each, and its first unit.
#[derive(Clone, Copy)]
struct PartEnds {
    ends: EndBits,
    first: u32,
}

/// A part of the text, from `start` to `end`, that a rule set has to parse as a whole.
struct SetCall<'a> {
    set: usize,
    rules: &'a IndexedSet,
    /// The ends of the part and the filter of the set; `None` if filters do not apply.
    filter: Option<(PartEnds, &'a RuleSetFilter)>,
    start: usize,
    end: usize,
}

impl<'a> NumberReader<'a> {
    /// The value of the whole text, by the first of these rule sets that parses all of it. Near the limits the result
    /// must not depend on the cache.
    pub(super) fn full_match(&mut self, order: &ReadOrder) -> FullMatch {
        match self.first_full_match(order) {
            Err(ParseLimitReached) if self.used_cache => {
                self.restart();
                self.first_full_match(order)
            }
            found => found,
        }
    }

    fn first_full_match(&mut self, order: &ReadOrder) -> FullMatch {
        let reads_decimals = self.lenient.is_some() && self.properties.has_decimals;
        let sets = if reads_decimals { &order.all } else { &order.distinct };
        let end = self.text.len();
        let part = self.part_ends(0, end);
        for set in sets {
            if self.is_rejected(*set, part.as_ref()) {
                continue;
            }
            if let Some(value) = self.full_set(*set, 0, end, CallScope::OUTERMOST)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The ends of a part; `None` if the filters do not apply to it.
    #[inline]
    fn part_ends(&self, start: usize, end: usize) -> Option<PartEnds> {
        match &self.filter {
            FilterForm::Off => None,
            FilterForm::Bytes => byte_ends(self.text, start, end),
            FilterForm::Folded(form) => folded_ends(form.text, start, end),
        }
    }

    /// The filter of a rule set.
    #[inline]
    fn set_filter(&self, set: usize) -> Option<&'a RuleSetFilter> {
        match &self.filter {
            FilterForm::Off => None,
            FilterForm::Bytes => self.index.exact.sets.get(set),
            FilterForm::Folded(form) => form.index.sets.get(set),
        }
    }

    /// Whether no rule of the set parses a part with these ends.
    #[inline]
    fn is_rejected(&self, set: usize, part: Option<&PartEnds>) -> bool {
        part.zip(self.set_filter(set))
            .is_some_and(|(part, set)| set.all.first & part.ends.first == 0 || !set.all.may_end(&part.ends))
    }

    /// The value of a part that a rule set parses as a whole.
    fn full_set(&mut self, set: usize, start: usize, end: usize, scope: CallScope) -> FullMatch {
        if scope.depth >= MAX_DEPTH {
            return Err(ParseLimitReached);
        }
        let index = self.index;
        let Some(rules) = index.sets.get(set).filter(|_| start < end) else { return Ok(None) };
        if exceeds_bound(self.bounded_pairs, start, end, scope.upper_bound) {
            return Ok(None);
        }
        let part_ends = self.part_ends(start, end);
        if self.is_rejected(set, part_ends.as_ref()) {
            return Ok(None);
        }
        let filter = part_ends.zip(self.set_filter(set));
        let bytes = self.text.as_bytes().part(start..end);
        let key = CacheKey {
            format: self.format.id,
            bound_or_prefilter: scope.upper_bound.to_bits(),
            set: set as u32,
            tried_specials: scope.tried_specials,
            lenient: self.lenient.is_some(),
        };
        // Whole texts are in a table of their own; here they would replace the groups of digits, which recur.
        let is_cached = bytes.len() <= MAX_PART && scope.upper_bound < f64::MAX;
        let cache = self.cache.as_deref().filter(|_| is_cached);
        let lookup = cache.map(|cache| cache.get(&key, bytes));
        if let Some((_, Some(known))) = lookup
            && self.repeat_work(known, scope)
        {
            return Ok(Some(known.value).filter(|_| known.length > 0));
        }
        let memo_key = MemoKey::new(set, start, end, scope);
        if let Some(known) = self.full_memo.get(&memo_key) {
            self.memo_hits += 1;
            return Ok(*known);
        }
        let (tries_left, memo_hits) = (self.tries_left, self.memo_hits);
        let deepest_before = std::mem::replace(&mut self.deepest, scope.depth);
        let found = self.first_full_rule(&SetCall { set, rules, filter, start, end }, scope)?;
        let (tries, deepest) = (tries_left - self.tries_left, self.deepest);
        self.deepest = deepest_before.max(deepest);
        if tries > MAX_UNMEMOISED_TRIES {
            self.full_memo.insert(memo_key, found);
        }
        if let (Some((entry_hash, _)), Some(cache)) = (lookup, self.cache.as_deref_mut())
            && tries <= MAX_TRIES
            && self.memo_hits == memo_hits
        {
            let (length, depth) = (found.map_or(0, |_| bytes.len() as u8), (deepest - scope.depth) as u8);
            let result = CachedResult { value: found.unwrap_or(0.0), length, tries: tries as u8, depth };
            cache.put(entry_hash, &key, bytes, result);
        }
        Ok(found)
    }

    /// Counts the work of a cached result as if the part were parsed again; false, with nothing counted, if it exceeds
    /// the limits.
    #[inline]
    fn repeat_work(&mut self, known: CachedResult, scope: CallScope) -> bool {
        let depth = scope.depth + usize::from(known.depth);
        if depth >= MAX_DEPTH {
            return false;
        }
        let Some(left) = self.tries_left.checked_sub(usize::from(known.tries)) else { return false };
        self.tries_left = left;
        self.deepest = self.deepest.max(depth);
        self.used_cache = true;
        true
    }

    /// The value by the first rule of a set that parses a part as a whole.
    fn first_full_rule(&mut self, call: &SetCall<'a>, mut scope: CallScope) -> FullMatch {
        scope.is_fraction = false;
        if let Some(value) = self.first_special_rule(call, &mut scope)? {
            return Ok(Some(value));
        }
        scope.is_fraction = call.rules.is_fraction;
        match call.filter {
            Some((part, filter)) => self.first_candidate(call, part, filter, scope),
            None => self.first_ordinary_rule(call, scope),
        }
    }

    /// The value by the first special rule; marks those that were tried.
    #[inline]
    fn first_special_rule(&mut self, call: &SetCall<'a>, scope: &mut CallScope) -> FullMatch {
        let may_parse = |reader: &Self, position: usize| {
            call.filter.is_none_or(|(part, filter)| {
                filter.rules.get(position).is_some_and(|rule| rule.may_parse(&part.ends, reader.signature))
            })
        };
        for (position, at) in call.rules.present.iter().enumerate() {
            if scope.tried_specials >> at & 1 == 0 {
                scope.tried_specials |= 1 << at;
                if may_parse(self, position)
                    && let Some(rule) = call.rules.special.get(usize::from(*at)).and_then(Option::as_ref)
                    && let Some(value) = self.full_rule(call.set, rule, call.start, call.end, *scope)?
                {
                    return Ok(Some(value));
                }
            }
        }
        Ok(None)
    }

    /// The value by the first ordinary rule, without filters.
    fn first_ordinary_rule(&mut self, call: &SetCall<'a>, scope: CallScope) -> FullMatch {
        for at in 0..call.rules.ordinary.len() {
            if let Some(value) = self.attempt(call, at, scope)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The value by the first ordinary rule that passes the filters: of the rules by first unit of the part, and of
    /// those that begin with a substitution. Both lists are in the order of trial. The rules themselves are read last:
    /// they are scattered in memory.
    #[inline]
    fn first_candidate(
        &mut self,
        call: &SetCall<'a>,
        part: PartEnds,
        filter: &'a RuleSetFilter,
        scope: CallScope,
    ) -> FullMatch {
        let (specials, signature) = (call.rules.present.len(), self.signature);
        let passes = |at: &&u32| {
            let rule = filter.rules.get(specials + **at as usize);
            rule.is_some_and(|rule| rule.may_parse(&part.ends, signature))
        };
        let mut by_unit = filter.starting_with(part.first).iter().filter(passes).copied().peekable();
        let mut by_substitution =
            filter.starting_with_substitution(scope.upper_bound).iter().filter(passes).copied().peekable();
        loop {
            let at = match (by_unit.peek(), by_substitution.peek()) {
                (Some(at), Some(other)) if other < at => by_substitution.next(),
                (Some(_), _) => by_unit.next(),
                (None, _) => by_substitution.next(),
            };
            let Some(at) = at else { return Ok(None) };
            if let Some(value) = self.attempt(call, at as usize, scope)? {
                return Ok(Some(value));
            }
        }
    }

    /// The value by an ordinary rule below the upper bound; `at` counts from the last rule.
    #[inline]
    fn attempt(&mut self, call: &SetCall<'a>, at: usize, scope: CallScope) -> FullMatch {
        let rules = &call.rules.ordinary;
        match rules.len().checked_sub(at + 1).and_then(|rule| rules.get(rule)) {
            Some(rule) if call.rules.is_fraction || (rule.base as f64) < scope.upper_bound => {
                self.full_rule(call.set, rule, call.start, call.end, scope)
            }
            _ => Ok(None),
        }
    }

    /// The value of a part that a rule parses as a whole.
    fn full_rule(
        &mut self,
        set: usize,
        rule: &'a IndexedRule,
        start: usize,
        end: usize,
        scope: CallScope,
    ) -> FullMatch {
        self.tries_left = self.tries_left.checked_sub(1).ok_or(ParseLimitReached)?;
        let [prefix, between, after] = rule.literals;
        let Some(at) = self.match_prefix(prefix, start, end) else { return Ok(None) };
        let all = |value: f64| Ok(Some(value).filter(|_| at == end));
        match rule.special {
            Some(SpecialRule::Infinity) => return all(f64::INFINITY),
            Some(SpecialRule::NotANumber) => return all(f64::NAN),
            _ => {}
        }
        let base = if rule.special.is_none() { rule.base.max(0) as f64 } else { 0.0 };
        let context = SubstitutionContext { set, rule, scope };
        match &rule.substitutions {
            [None, _] => all(if scope.is_fraction { 1.0 / base } else { base }),
            [Some(first), None] if self.is_empty(between) => self.full_substitution(&context, first, base, at, end),
            [Some(first), None] => {
                if self.is_absent(rule, between) {
                    return Ok(None);
                }
                let found = self.full_up_to(&context, first, between, base, at, end)?;
                Ok(found.filter(|(_, last)| *last == end).map(|(value, _)| value))
            }
            [Some(_), Some(_)] if self.is_empty(between) => {
                let found = self.longest_rule(set, rule, start, end, scope)?;
                Ok(Some(found.value).filter(|_| found.length == end - start))
            }
            [Some(first), Some(second)] => {
                if self.is_absent(rule, between) || !self.is_empty(after) && self.is_absent(rule, after) {
                    return Ok(None);
                }
                let Some((value, middle)) = self.full_up_to(&context, first, between, base, at, end)? else {
                    return Ok(None);
                };
                if self.is_empty(after) {
                    return self.full_substitution(&context, second, value, middle, end);
                }
                let found = self.full_up_to(&context, second, after, value, middle, end)?;
                Ok(found.filter(|(_, last)| *last == end).map(|(value, _)| value))
            }
        }
    }

    /// Passes the text before the first delimiter to the substitution, which must parse all of it, or before a later
    /// delimiter as long as the substitution parses everything before each; returns the value, and the offset after the
    /// delimiter.
    fn full_up_to(
        &mut self,
        context: &SubstitutionContext<'a>,
        sub: &'a Substitution,
        delimiter: u32,
        value: f64,
        start: usize,
        end: usize,
    ) -> Result<Option<(f64, usize)>, ParseLimitReached> {
        let (mut from, mut best) = (start, None);
        self.count_search(start, end)?;
        while let Some(found) = self.find_delimiter(context.rule, delimiter, start, from, end) {
            self.count_next_search(context.rule, start, end)?;
            match self.full_substitution(context, sub, value, start, found.start)? {
                Some(value) => best = Some((value, found.end)),
                None if best.is_some() => break,
                None => {}
            }
            from = found.end.max(found.start + 1);
        }
        Ok(best)
    }

    /// The value of a part that a substitution parses as a whole, combined with the value so far.
    fn full_substitution(
        &mut self,
        context: &SubstitutionContext<'a>,
        sub: &'a Substitution,
        value: f64,
        start: usize,
        end: usize,
    ) -> FullMatch {
        if start >= end {
            return Ok(None);
        }
        let scope = context.scope;
        let is_in_several_parts = matches!(
            sub.kind,
            SubstitutionKind::FractionalPart { by_digits: true, .. }
                | SubstitutionKind::Numerator { with_zeros: true, .. }
        );
        if is_in_several_parts {
            let found = self.substitution(context, sub, value, start, end)?;
            return Ok(Some(found.value).filter(|_| found.length == end - start));
        }
        let found = match &sub.target {
            SubstitutionTarget::Set(target) => {
                let nested = scope.nested(context.upper_bound(sub.kind));
                match self.full_set(*target, start, end, nested)? {
                    Some(found) => Some(found),
                    None => self.full_decimal(*target, sub.kind, start, end, nested)?,
                }
            }
            SubstitutionTarget::Pattern(_) if !self.properties.has_decimals => None,
            SubstitutionTarget::Pattern(pattern) => {
                let found = self.decimal(start, end, Some(pattern));
                Some(found.value).filter(|_| found.length == end - start)
            }
            SubstitutionTarget::Predecessor(predecessor) => {
                if scope.depth >= MAX_DEPTH {
                    return Err(ParseLimitReached);
                }
                self.deepest = self.deepest.max(scope.depth);
                let set = self.index.sets.get(context.set);
                match set.and_then(|set| set.ordinary.get(*predecessor)) {
                    Some(rule) => self.full_rule(context.set, rule, start, end, scope.nested(scope.upper_bound))?,
                    None => None,
                }
            }
        };
        Ok(found.map(|found| context.combined(sub.kind, value, found, 0)))
    }

    /// If a rule set parses nothing, lenient parsing accepts a decimal number.
    fn full_decimal(
        &mut self,
        set: usize,
        kind: SubstitutionKind,
        start: usize,
        end: usize,
        scope: CallScope,
    ) -> FullMatch {
        let is_fraction = self.index.sets.get(set).is_some_and(|set| set.is_fraction);
        let accepts_decimals = self.properties.has_decimals && self.lenient.is_some() && !is_fraction;
        if !accepts_decimals || matches!(kind, SubstitutionKind::Numerator { .. }) {
            return Ok(None);
        }
        let decimal = self.decimal(start, end, None);
        if decimal.length != end - start || self.longest_set(set, start, end, scope)?.length > 0 {
            return Ok(None);
        }
        Ok(Some(decimal.value))
    }
}

/// The ends of a part in bytes. Digits after a decimal separator may end with spaces, which belong to no literal.
#[inline]
fn byte_ends(text: &str, start: usize, end: usize) -> Option<PartEnds> {
    let part = text.part(start..end);
    let first = u32::from(part.chars().next()?);
    // A part that is shorter than the tested suffix passes.
    let bytes = part.as_bytes();
    let last = bytes.last().filter(|last| **last != b' ')?;
    let two = bytes.last_chunk::<2>().map_or(u64::MAX, |two| 1 << hash(u32::from(u16::from_be_bytes(*two))));
    let four = bytes.last_chunk::<4>().map_or(u64::MAX, |four| 1 << hash(u32::from_be_bytes(*four)));
    Some(PartEnds { ends: EndBits { first: 1 << hash(first), last: [1 << hash(u32::from(*last)), two, four] }, first })
}

/// The ends of a part in folded units; `None` for a part that consists of separators.
#[inline]
fn folded_ends(folded: &FoldedText, start: usize, end: usize) -> Option<PartEnds> {
    let (from, to) = (folded.unit_at(start), folded.unit_at(end));
    let units = folded.units.get(from..to)?;
    let (first, last) = (units.first()?.value, units.last()?.value);
    let two = units.last_chunk::<2>().map_or(u64::MAX, |[one, two]| 1 << hash_pair(one.value, two.value));
    let three = units
        .last_chunk::<3>()
        .map_or(u64::MAX, |[one, two, three]| 1 << hash_triple(one.value, two.value, three.value));
    Some(PartEnds { ends: EndBits { first: 1 << hash(first), last: [1 << hash(last), two, three] }, first })
}
