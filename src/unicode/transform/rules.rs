//! One pass of rules: at each position the first rule that matches replaces its key (LDML part 2, "Transform Rules").

use super::pattern::{self, OBJECT, Object, Token, matches};
use super::text::{Position, Symbol, Text, code_point};
use super::touched::{Touched, TouchedBuilder};
use super::{LimitReached, Run};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// A rule, in the direction in which it runs.
#[derive(Debug)]
pub(super) struct Rule {
    /// Ante context, key and post context.
    pub(super) pattern: Vec<Token>,
    /// Where the key starts in the pattern.
    pub(super) key_start: usize,
    /// Where it ends.
    pub(super) key_end: usize,
    pub(super) output: Vec<Token>,
    /// Where the cursor goes, in tokens of the output; outside of them it counts code points of the text.
    pub(super) cursor: isize,
    pub(super) segments: usize,
    pub(super) anchor_start: bool,
    pub(super) anchor_end: bool,
    /// Byte offset in the rule text, for errors.
    pub(super) offset: usize,
}

impl Rule {
    fn ante(&self) -> &[Token] {
        self.pattern.get(..self.key_start).unwrap_or(&[])
    }

    fn key(&self) -> &[Token] {
        self.pattern.get(self.key_start..self.key_end).unwrap_or(&[])
    }

    fn post(&self) -> &[Token] {
        self.pattern.get(self.key_end..).unwrap_or(&[])
    }

    /// Whether no text reaches `other`, which comes later, since this rule matches all of it: with the patterns aligned at the keys,
    /// this one lies inside the other, and its key is not longer.
    pub(super) fn masks(&self, other: &Rule) -> bool {
        let (left, other_left) = (self.key_start, other.key_start);
        let (right, other_right) = (self.pattern.len() - left, other.pattern.len() - other_left);
        let key = self.key_end - self.key_start;
        let other_key = other.key_end - other.key_start;
        if left > other_left {
            return false;
        }
        let aligned = other_left - left;
        let inside = other.pattern.get(aligned..aligned + self.pattern.len()) == Some(self.pattern.as_slice());
        if left == other_left && right == other_right && key <= other_key && inside {
            let same_anchors = (self.anchor_start, self.anchor_end) == (other.anchor_start, other.anchor_end);
            return same_anchors || !self.anchor_start && !self.anchor_end || other.anchor_start && other.anchor_end;
        }
        (right < other_right || right == other_right && key <= other_key) && inside
    }
}

/// The rules of one pass, with an index from the first code point to the rules that may match there.
#[derive(Debug, Default)]
pub(super) struct RuleSet {
    rules: Vec<Rule>,
    objects: Arc<Vec<Object>>,
    index: FirstIndex,
}

/// From a code point to a list of rules: two stages, equal blocks once.
#[derive(Debug, Default)]
struct FirstIndex {
    /// Per 128 code points the number of a block.
    blocks: Vec<u16>,
    /// Lists of the code points of each block.
    lists: Vec<[u16; BLOCK]>,
    /// The rules of a list, in order; list 0 is empty or holds the rules that may match anywhere.
    rules: Vec<Vec<u16>>,
}

const BLOCK: usize = 128;

impl FirstIndex {
    #[inline(always)]
    fn candidates(&self, c: u32) -> &[u16] {
        let block = self.blocks.get(c as usize / BLOCK).copied().unwrap_or(0);
        let list = self.lists.get(usize::from(block)).and_then(|lists| lists.get(c as usize % BLOCK));
        list.and_then(|&list| self.rules.get(usize::from(list))).map_or(&[], Vec::as_slice)
    }

    /// Sweeps over the borders of all first sets, with the rules whose set contains the place.
    fn new(rules: &[Rule], objects: &[Object]) -> FirstIndex {
        let mut events: Vec<(u32, bool, u16)> = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let number = number as u16;
            let mut first = Vec::new();
            if !pattern::first_code_points(rule.pattern.get(rule.key_start..).unwrap_or(&[]), objects, &mut first) {
                first = vec![(0, 0x10_FFFF)];
            }
            let mut set = crate::unicode::set::UnicodeSet::new();
            first.iter().for_each(|&(low, high)| set.add_range(low, high));
            for (low, high) in set.ranges() {
                events.push((low, true, number));
                events.push((high + 1, false, number));
            }
        }
        events.sort_unstable();
        let mut index = FirstIndex::default();
        let mut numbers: HashMap<Vec<u16>, u16> = HashMap::new();
        let mut active: BTreeSet<u16> = BTreeSet::new();
        let mut blocks: HashMap<[u16; BLOCK], u16> = HashMap::new();
        let mut next = events.iter().peekable();
        let mut current = index.list(&mut numbers, Vec::new());
        let mut start = 0;
        let mut block = [current; BLOCK];
        while start < 0x11_0000 {
            for (place, slot) in block.iter_mut().enumerate() {
                let c = start + place as u32;
                if next.peek().is_some_and(|event| event.0 <= c) {
                    while let Some(&(_, opens, number)) = next.next_if(|event| event.0 <= c) {
                        if opens {
                            active.insert(number)
                        } else {
                            active.remove(&number)
                        };
                    }
                    current = index.list(&mut numbers, active.iter().copied().collect());
                }
                *slot = current;
            }
            let count = index.lists.len() as u16;
            let number = *blocks.entry(block).or_insert(count);
            if number == count {
                index.lists.push(block);
            }
            index.blocks.push(number);
            start += BLOCK as u32;
            // Blocks without a border in them repeat the last list.
            let uniform = next.peek().map_or(0x11_0000, |event| event.0) / BLOCK as u32 * BLOCK as u32;
            if uniform > start {
                let same = [current; BLOCK];
                let count = index.lists.len() as u16;
                let number = *blocks.entry(same).or_insert(count);
                if number == count {
                    index.lists.push(same);
                }
                index.blocks.resize(uniform as usize / BLOCK, number);
                start = uniform;
            }
        }
        index
    }

    fn list(&mut self, numbers: &mut HashMap<Vec<u16>, u16>, rules: Vec<u16>) -> u16 {
        let count = self.rules.len() as u16;
        *numbers.entry(rules).or_insert_with_key(|rules| {
            self.rules.push(rules.clone());
            count
        })
    }
}

impl RuleSet {
    /// Most rules of one pass.
    pub(super) const MOST: usize = u16::MAX as usize - 1;

    pub(super) fn new(rules: Vec<Rule>, objects: Arc<Vec<Object>>) -> RuleSet {
        RuleSet { index: FirstIndex::new(&rules, &objects), rules, objects }
    }

    /// The first two rules of which one masks the other, as ICU finds them: only rules that may begin with the same low byte are
    /// compared.
    pub(super) fn masked(rules: &[Rule], objects: &[Object]) -> Option<(usize, usize)> {
        // Rules mask each other only where the key of the first is a prefix of what follows in the other; equal first tokens.
        let mut by_first: HashMap<Option<Token>, Vec<usize>> = HashMap::new();
        for (number, rule) in rules.iter().enumerate() {
            by_first.entry(rule.pattern.get(rule.key_start).copied()).or_default().push(number);
        }
        let anywhere = by_first.remove(&None).unwrap_or_default();
        let mut found: Option<(usize, usize)> = None;
        let mut check = |one: usize, other: usize| {
            let masks = one < other
                && found.is_none_or(|best| (one, other) < best)
                && matches!((rules.get(one), rules.get(other)), (Some(a), Some(b)) if a.masks(b) && shares_bucket(a, b, objects));
            if masks {
                found = Some((one, other));
            }
        };
        for group in by_first.values() {
            for (index, &one) in group.iter().enumerate() {
                group.iter().skip(index + 1).for_each(|&other| check(one, other));
            }
        }
        for &one in &anywhere {
            (0..rules.len()).for_each(|other| check(one, other));
        }
        found
    }

    /// The code points at which a rule may start.
    pub(super) fn touched(&self) -> TouchedBuilder {
        let is_touched = |&list: &u16| self.index.rules.get(usize::from(list)).is_none_or(|rules| !rules.is_empty());
        // Per block of 128 the runs of its code points.
        let lists = self.index.lists.iter();
        let blocks: Vec<Vec<u32>> = lists
            .map(|lists| (0..).zip(lists).filter(|(_, list)| is_touched(list)).map(|(place, _)| place).collect())
            .collect();
        let ranges = self.index.blocks.iter().enumerate().flat_map(|(number, &block)| {
            let start = (number * BLOCK) as u32;
            let places = blocks.get(usize::from(block)).map_or(&[][..], Vec::as_slice);
            let is_full = places.len() == BLOCK;
            let each = places.iter().filter(move |_| !is_full).map(move |&place| (start + place, start + place));
            each.chain(is_full.then_some((start, start + BLOCK as u32 - 1)))
        });
        TouchedBuilder::of_ranges(ranges)
    }

    /// Runs over a range. A run of more than 16 steps a code unit has no end.
    pub(super) fn transform(
        &self,
        touched: &Touched,
        text: &mut Text,
        at: &mut Position,
        run: &mut Run,
    ) -> Result<(), LimitReached> {
        let most = text.utf16_length(at.start, at.limit) << 4;
        let mut steps = 0;
        while at.start < at.limit {
            if steps > most || text.len() > run.longest {
                return Err(LimitReached);
            }
            // No rule starts before: a step each, as if they had been tried.
            let next = text.find(at.start, at.limit, |c| touched.contains(c));
            steps += next - at.start;
            at.start = next;
            if next == at.limit {
                break;
            }
            steps += 1;
            let Some(c) = text.get(at.start) else { break };
            if !self.replace_one(c, text, at, run)? {
                at.start += 1;
            }
        }
        Ok(())
    }

    /// Applies the first rule that matches at the cursor.
    #[inline]
    fn replace_one(&self, c: u32, text: &mut Text, at: &mut Position, run: &mut Run) -> Result<bool, LimitReached> {
        for &number in self.index.candidates(c) {
            let Some(rule) = self.rules.get(usize::from(number)) else { continue };
            if let Some(found) = self.find(rule, text, at, run) {
                self.replace(rule, found, text, at, run)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Matches a rule at the cursor.
    #[inline]
    fn find(&self, rule: &Rule, text: &Text, at: &Position, run: &mut Run) -> Option<Found> {
        if rule.segments > 0 {
            run.segments.clear();
            run.segments.resize(rule.segments, None);
        }
        let objects = &self.objects;
        let segments = &mut run.segments;
        let ante_limit = at.context_start as isize - 1;
        let mut before = at.start as isize - 1;
        if rule.key_start > 0 && !matches(rule.ante(), objects, text, &mut before, ante_limit, segments) {
            return None;
        }
        if rule.anchor_start && before != ante_limit {
            return None;
        }
        let mut place = at.start as isize;
        if !matches(rule.key(), objects, text, &mut place, at.limit as isize, segments) {
            return None;
        }
        let key_limit = place as usize;
        if rule.key_end < rule.pattern.len()
            && !matches(rule.post(), objects, text, &mut place, at.context_limit as isize, segments)
        {
            return None;
        }
        if rule.anchor_end && place != at.context_limit as isize {
            return None;
        }
        Some(Found { earliest: (before + 1).max(0) as usize, key_limit, latest: place as usize })
    }

    /// Writes the output and moves the cursor.
    fn replace(
        &self,
        rule: &Rule,
        found: Found,
        text: &mut Text,
        at: &mut Position,
        run: &mut Run,
    ) -> Result<(), LimitReached> {
        let piece = run.pieces.join(text.slice(at.start, found.key_limit), before(text, at.start));
        let mut output = std::mem::take(&mut run.output);
        output.clear();
        let inside = self.write(&rule.output, rule.cursor, piece, text, &mut output, run);
        let length = output.len();
        text.replace(at.start, found.key_limit, output.drain(..));
        run.output = output;
        let inside = inside?;
        let (old, new) = (found.key_limit - at.start, length);
        let latest = found.latest + new - old;
        at.resize(old, new);
        let tokens = rule.output.len() as isize;
        let cursor = if rule.cursor < 0 {
            at.start.saturating_sub(rule.cursor.unsigned_abs())
        } else if rule.cursor > tokens {
            at.start + new + (rule.cursor - tokens) as usize
        } else {
            at.start + inside
        };
        at.start = cursor.min(latest).min(at.limit).max(found.earliest);
        Ok(())
    }

    /// Appends what output tokens stand for; gives the length before token `cursor`.
    fn write(
        &self,
        tokens: &[Token],
        cursor: isize,
        piece: Symbol,
        text: &Text,
        out: &mut Vec<Symbol>,
        run: &mut Run,
    ) -> Result<usize, LimitReached> {
        let start = out.len();
        let mut inside = 0;
        for (index, &token) in tokens.iter().enumerate() {
            if index as isize == cursor {
                inside = out.len() - start;
            }
            if token < OBJECT {
                out.push(piece | u64::from(token));
                continue;
            }
            match self.objects.get((token - OBJECT) as usize) {
                Some(Object::Segment { number, .. }) => {
                    let matched = number.checked_sub(1).and_then(|index| run.segments.get(index).copied().flatten());
                    if let Some((from, to)) = matched.filter(|&(from, to)| from >= 0 && from < to) {
                        out.extend(
                            text.slice(from as usize, to as usize).map(|symbol| piece | u64::from(code_point(symbol))),
                        );
                    }
                }
                Some(Object::Function { transform, output }) => {
                    let mut argument = Vec::new();
                    self.write(output, -1, 0, text, &mut argument, run)?;
                    transform.apply_to_part(&mut argument, run)?;
                    out.extend(argument.iter().map(|&symbol| piece | u64::from(code_point(symbol))));
                }
                _ => {}
            }
            if out.len() > run.longest {
                return Err(LimitReached);
            }
        }
        if tokens.len() as isize == cursor {
            inside = out.len() - start;
        }
        Ok(inside)
    }
}

/// What a rule has matched.
struct Found {
    /// The start of the ante context.
    earliest: usize,
    key_limit: usize,
    /// The end of the post context.
    latest: usize,
}

fn before(text: &Text, at: usize) -> Option<Symbol> {
    text.symbol(at.checked_sub(1)?)
}

/// Whether the first code points of two rules may have a low byte in common: ICU compares only such rules.
fn shares_bucket(one: &Rule, other: &Rule, objects: &[Object]) -> bool {
    let bytes = |rule: &Rule| {
        let mut first = Vec::new();
        let bounded =
            pattern::first_code_points(rule.pattern.get(rule.key_start..).unwrap_or(&[]), objects, &mut first);
        let mut bytes = [!bounded; 256];
        for (low, high) in first {
            for c in low..=high.min(low.saturating_add(255)) {
                if let Some(byte) = bytes.get_mut((c & 0xFF) as usize) {
                    *byte = true;
                }
            }
        }
        bytes
    };
    bytes(one).iter().zip(bytes(other)).any(|(&one, other)| one && other)
}
