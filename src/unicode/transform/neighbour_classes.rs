//! Classes of the code points next to the first one of a match: of the second one, and of the one before the cursor.
//!
//! Most rules that may start at a code point fail at the second code point or at the one before the cursor. The pattern
//! of each rule determines the set of code points that it accepts there. Code points in the sets of the same rules form
//! a class. By the class, the index selects a shorter list, often one whose first rule always matches.

use super::byte_fields::{FieldReader, FieldWriter};
use super::pattern::{OBJECT, PatternObject, PatternToken, is_one_code_point};
use super::rule::TransformRule;
use super::two_stage_table::{OwnedRanges, TwoStageTable};
use std::collections::{BTreeMap, HashMap};

/// The possible first two code points of the matches of a pattern: a superset of the actual ones.
#[derive(Clone, Debug, Default)]
struct FirstTwo {
    /// Whether the empty string is a match.
    is_nullable: bool,
    /// Whether a single code point is a match.
    has_one: bool,
    /// Tokens of which one matches the first code point.
    first: Vec<PatternToken>,
    /// Tokens of which one matches the second code point.
    second: Vec<PatternToken>,
    /// Whether any code point may be the first or the second.
    is_unknown: bool,
}

/// Maximum number of tokens of a set; larger sets are treated as the set of all code points.
const MAX_SET_TOKENS: usize = 24;
/// Maximum nesting of segments and quantifiers that are analysed.
const MAX_NESTING: usize = 16;
/// Maximum number of classes; 0 is the class of code points in no set, and of the end of the text.
const MAX_CLASSES: usize = 256;

impl FirstTwo {
    fn unknown() -> FirstTwo {
        FirstTwo { is_unknown: true, ..FirstTwo::default() }
    }

    fn of_pattern(pattern: &[PatternToken], objects: &[PatternObject], depth: usize) -> FirstTwo {
        let mut start = FirstTwo { is_nullable: true, ..FirstTwo::default() };
        for &token in pattern {
            if !start.is_nullable && !start.has_one || start.is_unknown {
                break; // two code points are known
            }
            start.append(&FirstTwo::of_token(token, objects, depth));
        }
        start
    }

    fn of_token(token: PatternToken, objects: &[PatternObject], depth: usize) -> FirstTwo {
        let one = || FirstTwo { has_one: true, first: vec![token], ..FirstTwo::default() };
        let Some(index) = token.checked_sub(OBJECT) else { return one() };
        if depth > MAX_NESTING {
            return FirstTwo::unknown();
        }
        match objects.get(index as usize) {
            Some(PatternObject::Set(set)) if set.is_code_point_set() => one(),
            Some(PatternObject::Segment { pattern, .. }) => FirstTwo::of_pattern(pattern, objects, depth + 1),
            Some(PatternObject::Quantifier { pattern, min, max, .. }) => {
                let mut start = FirstTwo::of_pattern(pattern, objects, depth + 1);
                if *max > 1 && start.has_one {
                    start.second.extend_from_slice(&start.first);
                }
                start.is_nullable |= *min == 0;
                start
            }
            _ => FirstTwo::unknown(),
        }
    }

    /// Concatenates the start of the rest of the pattern.
    fn append(&mut self, next: &FirstTwo) {
        if next.is_unknown || self.second.len() + next.first.len() + next.second.len() > MAX_SET_TOKENS {
            *self = FirstTwo::unknown();
            return;
        }
        if self.has_one {
            self.second.extend_from_slice(&next.first);
        }
        if self.is_nullable {
            self.second.extend_from_slice(&next.second);
            self.first.extend_from_slice(&next.first);
        }
        self.has_one = self.has_one && next.is_nullable || self.is_nullable && next.has_one;
        self.is_nullable &= next.is_nullable;
    }
}

/// The tokens for the second code point of all matches of key and post context; `None` if a match may be shorter, or
/// any code point may follow.
fn second_tokens(rule: &TransformRule, objects: &[PatternObject]) -> Option<Vec<PatternToken>> {
    let pattern = rule.key_and_post();
    if let [one, two, ..] = *pattern
        && is_one_code_point(one, objects)
        && is_one_code_point(two, objects)
    {
        return Some(vec![two]);
    }
    let start = FirstTwo::of_pattern(pattern, objects, 0);
    (!start.is_unknown && !start.is_nullable && !start.has_one).then_some(start.second)
}

/// Whether key and post context are two code points, so that the class of the second one decides the match.
pub(super) fn is_pair(rule: &TransformRule, objects: &[PatternObject]) -> bool {
    matches!(rule.key_and_post(), &[one, two]
        if is_one_code_point(one, objects) && is_one_code_point(two, objects))
}

/// The tokens for the code point before the cursor; `None` if any code point may precede, or the text may start there.
fn tokens_before(rule: &TransformRule, objects: &[PatternObject]) -> Option<Vec<PatternToken>> {
    let mut tokens = Vec::new();
    let is_nullable = last_tokens(rule.ante(), objects, &mut tokens, 0)?;
    (!is_nullable && tokens.len() <= MAX_SET_TOKENS).then_some(tokens)
}

/// Adds the tokens of which one matches the last code point of the matches of a pattern, and returns whether a match
/// may be empty; `None` if any code point may be the last one. The last code point of a match of a set with strings may
/// be that of a string.
fn last_tokens(
    pattern: &[PatternToken],
    objects: &[PatternObject],
    tokens: &mut Vec<PatternToken>,
    depth: usize,
) -> Option<bool> {
    for &token in pattern.iter().rev() {
        let is_nullable = match token.checked_sub(OBJECT).map(|index| objects.get(index as usize)) {
            None => {
                tokens.push(token);
                false
            }
            Some(Some(PatternObject::Set(set))) if !set.has_anchor() => {
                tokens.push(token);
                false
            }
            Some(Some(PatternObject::Segment { pattern, .. })) if depth < MAX_NESTING => {
                last_tokens(pattern, objects, tokens, depth + 1)?
            }
            Some(Some(PatternObject::Quantifier { pattern, min, .. })) if depth < MAX_NESTING => {
                last_tokens(pattern, objects, tokens, depth + 1)? || *min == 0
            }
            _ => return None,
        };
        if !is_nullable {
            return Some(false);
        }
    }
    Some(true)
}

/// Whether the code point before the cursor is restricted, and a test of one token does not decide whether it matches.
pub(super) fn has_long_ante_context(rule: &TransformRule, objects: &[PatternObject]) -> bool {
    let is_one = rule.ante().last().is_none_or(|&token| is_one_code_point(token, objects));
    !is_one && tokens_before(rule, objects).is_some()
}

/// The code point that is classified, relative to the first one of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// The second code point of the match.
    Second,
    /// The code point before the cursor.
    Before,
}

/// Classes of code points: code points of a class are accepted by the same rules as neighbour.
#[derive(Debug, Default)]
pub(super) struct NeighbourClasses {
    /// The class of each code point; 0 for code points in no set.
    table: TwoStageTable<u8>,
    count: usize,
    /// Per set, its classes as bits.
    of_set: Vec<[u64; MAX_CLASSES / 64]>,
    /// Per rule, the numbers of its sets; a rule without an entry accepts any code point.
    sets: BTreeMap<u16, Vec<u16>>,
}

impl NeighbourClasses {
    /// Computes the classes for the given rules; `None` if no rule has a set, or there are too many classes.
    pub(super) fn new(
        neighbour: Neighbour,
        numbers: impl Iterator<Item = u16>,
        rules: &[TransformRule],
        objects: &[PatternObject],
    ) -> Option<NeighbourClasses> {
        let tokens_of = match neighbour {
            Neighbour::Second => second_tokens,
            Neighbour::Before => tokens_before,
        };
        let mut classes = NeighbourClasses::default();
        let mut known: HashMap<PatternToken, u16> = HashMap::new();
        let mut tokens: Vec<PatternToken> = Vec::new();
        for number in numbers {
            let Some(second) = rules.get(usize::from(number)).and_then(|rule| tokens_of(rule, objects)) else {
                continue;
            };
            let mut sets = Vec::with_capacity(second.len());
            for token in second {
                let next = u16::try_from(tokens.len()).ok()?;
                sets.push(*known.entry(token).or_insert(next));
                if sets.last() == Some(&next) {
                    tokens.push(token);
                }
            }
            classes.sets.insert(number, sets);
        }
        if classes.sets.is_empty() {
            return None;
        }
        classes.number(&tokens, objects)?;
        Some(classes)
    }

    /// Numbers the classes; a class is identified by the list of sets that contain its code points.
    fn number(&mut self, tokens: &[PatternToken], objects: &[PatternObject]) -> Option<()> {
        let mut owned = OwnedRanges::default();
        for (set, &token) in (0..).zip(tokens) {
            let is_added = match token.checked_sub(OBJECT).map(|index| objects.get(index as usize)) {
                None => owned.add(token, token, set),
                Some(Some(PatternObject::Set(pattern))) => {
                    // Sets with strings are in ante contexts only.
                    let ranges = pattern.last_code_points();
                    ranges.iter().all(|&(low, high)| owned.add(low, high, set))
                }
                Some(_) => true,
            };
            if !is_added {
                return None;
            }
        }
        self.of_set = vec![[0; MAX_CLASSES / 64]; tokens.len()];
        let of_set = &mut self.of_set;
        let mut known: HashMap<Vec<u16>, u16> = HashMap::new();
        let table = owned.build(&mut |sets| {
            if let Some(&class) = known.get(sets) {
                return Some(class);
            }
            let class = u8::try_from(known.len()).ok()?.into();
            known.insert(sets.to_vec(), class);
            for &set in sets {
                let word = of_set.get_mut(usize::from(set)).and_then(|bits| bits.get_mut(usize::from(class) >> 6));
                word.into_iter().for_each(|word| *word |= 1 << (class & 63));
            }
            Some(class)
        })?;
        // All classes are below 256.
        self.table = table.map(|class| class as u8);
        self.count = known.len();
        Some(())
    }

    /// The number of classes.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The class of a code point.
    #[inline(always)]
    pub(super) fn class(&self, c: u32) -> usize {
        self.table.get(c).into()
    }

    /// The classes that a rule accepts, as bits; `None` for all.
    pub(super) fn of_rule(&self, rule: u16) -> Option<[u64; MAX_CLASSES / 64]> {
        let sets = self.sets.get(&rule)?;
        let mut bits = [0_u64; MAX_CLASSES / 64];
        for of_set in sets.iter().filter_map(|&set| self.of_set.get(usize::from(set))) {
            bits.iter_mut().zip(of_set).for_each(|(word, of_set)| *word |= of_set);
        }
        Some(bits)
    }

    /// Writes the table of finished classes.
    pub(super) fn write(&self, output: &mut FieldWriter) {
        self.table.write(output, |table, output| output.bytes(table.as_flattened()));
    }

    /// Reads what [`NeighbourClasses::write`] wrote.
    pub(super) fn read(input: &mut FieldReader<'_>) -> Option<NeighbourClasses> {
        let table = TwoStageTable::read(input, |input| input.bytes().map(<[u8]>::to_vec))?;
        Some(NeighbourClasses { table, ..NeighbourClasses::default() })
    }

    /// Releases the data that only the construction of the index needs.
    pub(super) fn close(&mut self) {
        (self.sets, self.of_set) = (BTreeMap::new(), Vec::new());
    }
}
