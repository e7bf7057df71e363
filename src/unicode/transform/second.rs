//! What the code points next to the first one of a match say of a rule: the second one, and the one before the cursor.
//!
//! Most rules that may start at a code point fail at the next one, or at the one before. For each rule the set of such code points is
//! found from its pattern; code points that are in the sets of the same rules form a class. With the class of the code point, the
//! index has a shorter list, and often one whose first rule always matches.

use super::index::is_one_code_point;
use super::pattern::{OBJECT, Object, Token};
use super::rules::Rule;
use super::two_stage::{OwnedRanges, TwoStage};
use std::collections::{BTreeMap, HashMap};

/// The first two code points of what a pattern matches. It may say more than what the pattern matches, never less.
#[derive(Clone, Debug, Default)]
struct Start {
    /// The empty string is a match.
    is_nullable: bool,
    /// One code point is a match.
    has_one: bool,
    /// Tokens that match one code point, for the first one.
    first: Vec<Token>,
    /// For the second one.
    second: Vec<Token>,
    /// Anything may be first or second.
    is_unknown: bool,
}

/// More tokens in a set than this are taken for all code points.
const MOST_TOKENS: usize = 24;
/// Segments and quantifiers in each other are looked into up to here.
const DEEPEST: usize = 16;
/// Most classes; 0 is the class of code points in no set, and of the end of the text.
const MOST_CLASSES: usize = 256;

impl Start {
    fn unknown() -> Start {
        Start { is_unknown: true, ..Start::default() }
    }

    fn of_pattern(pattern: &[Token], objects: &[Object], depth: usize) -> Start {
        let mut start = Start { is_nullable: true, ..Start::default() };
        for &token in pattern {
            if !start.is_nullable && !start.has_one || start.is_unknown {
                break; // two code points are known
            }
            start.append(&Start::of_token(token, objects, depth));
        }
        start
    }

    fn of_token(token: Token, objects: &[Object], depth: usize) -> Start {
        let one = || Start { has_one: true, first: vec![token], ..Start::default() };
        let Some(index) = token.checked_sub(OBJECT) else { return one() };
        if depth > DEEPEST {
            return Start::unknown();
        }
        match objects.get(index as usize) {
            Some(Object::Set(set)) if set.is_plain() => one(),
            Some(Object::Segment { pattern, .. }) => Start::of_pattern(pattern, objects, depth + 1),
            Some(Object::Quantifier { pattern, least, most }) => {
                let mut start = Start::of_pattern(pattern, objects, depth + 1);
                if *most > 1 && start.has_one {
                    start.second.extend_from_slice(&start.first);
                }
                start.is_nullable |= *least == 0;
                start
            }
            _ => Start::unknown(),
        }
    }

    /// Goes on with what follows.
    fn append(&mut self, next: &Start) {
        if next.is_unknown || self.second.len() + next.first.len() + next.second.len() > MOST_TOKENS {
            *self = Start::unknown();
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

/// The tokens for the second code point of all matches of a rule, from the key on; `None` if a match may be shorter, or anything may
/// follow.
fn second_tokens(rule: &Rule, objects: &[Object]) -> Option<Vec<Token>> {
    let pattern = rule.pattern.get(rule.key_start..).unwrap_or(&[]);
    let start = Start::of_pattern(pattern, objects, 0);
    (!start.is_unknown && !start.is_nullable && !start.has_one).then_some(start.second)
}

/// Whether the second code point of a match is of one set, which is all that a match asks of it: the part of the pattern from the key
/// on is two code points.
pub(super) fn is_pair(rule: &Rule, objects: &[Object]) -> bool {
    matches!(rule.pattern.get(rule.key_start..), Some(&[one, two])
        if is_one_code_point(one, objects) && is_one_code_point(two, objects))
}

/// The tokens for the code point before the cursor; `None` if it may be any, or the text may start there.
fn tokens_before(rule: &Rule, objects: &[Object]) -> Option<Vec<Token>> {
    let last = rule.key_start.checked_sub(1).and_then(|last| rule.pattern.get(last).copied());
    last.filter(|&token| is_one_code_point(token, objects)).map(|token| vec![token])
}

/// Which code point the classes are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// The one after the first one of the match.
    Second,
    /// The one before the cursor.
    Before,
}

/// Code points by the rules whose neighbour they may be.
#[derive(Debug, Default)]
pub(super) struct NeighbourClasses {
    /// The class of each code point; 0 for code points in no set.
    table: TwoStage<u8>,
    count: usize,
    /// Per class, numbers of sets in order.
    members: Vec<Vec<u16>>,
    /// Per rule the numbers of its sets; `None`: any code point.
    sets: BTreeMap<u16, Vec<u16>>,
}

impl NeighbourClasses {
    /// The classes for some rules; `None` if no rule has a set, or the classes are too many.
    pub(super) fn new(
        neighbour: Neighbour,
        numbers: impl Iterator<Item = u16>,
        rules: &[Rule],
        objects: &[Object],
    ) -> Option<NeighbourClasses> {
        let tokens_of = match neighbour {
            Neighbour::Second => second_tokens,
            Neighbour::Before => tokens_before,
        };
        let mut classes = NeighbourClasses::default();
        let mut known: HashMap<Token, u16> = HashMap::new();
        let mut tokens: Vec<Token> = Vec::new();
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

    /// Numbers the classes: each is a list of the sets that hold its code points.
    fn number(&mut self, tokens: &[Token], objects: &[Object]) -> Option<()> {
        let mut owned = OwnedRanges::default();
        for (set, &token) in (0..).zip(tokens) {
            match token.checked_sub(OBJECT).map(|index| objects.get(index as usize)) {
                None => owned.add(token, token, set),
                Some(Some(Object::Set(pattern))) => {
                    pattern.set().ranges().for_each(|(low, high)| owned.add(low, high, set));
                }
                Some(_) => {}
            }
        }
        let members = &mut self.members;
        let mut known: HashMap<Vec<u16>, u8> = HashMap::new();
        self.table = owned.build(|sets| {
            if let Some(&class) = known.get(sets) {
                return Some(class);
            }
            let class = u8::try_from(known.len()).ok()?;
            known.insert(sets.to_vec(), class);
            members.push(sets.to_vec());
            Some(class)
        })?;
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

    /// The classes of a rule, a bit each; `None`: all.
    pub(super) fn of_rule(&self, rule: u16) -> Option<[u64; MOST_CLASSES / 64]> {
        let sets = self.sets.get(&rule)?;
        let mut bits = [0_u64; MOST_CLASSES / 64];
        for (class, members) in self.members.iter().enumerate() {
            if sets.iter().any(|set| members.binary_search(set).is_ok())
                && let Some(word) = bits.get_mut(class >> 6)
            {
                *word |= 1 << (class & 63);
            }
        }
        Some(bits)
    }

    /// Forgets what only the building of lists reads.
    pub(super) fn close(&mut self) {
        (self.sets, self.members) = (BTreeMap::new(), Vec::new());
    }
}
