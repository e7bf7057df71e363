//! Puts tailored characters between the root's (LDML part 5, "Tailoring"): resets find a place, relations insert after
//! it, and at the end every place gets weights.
//!
//! Places form one list per root primary: nodes of the primary's secondary weights, under them those of tertiary
//! weights, and among them the tailored nodes. A weaker node belongs to the stronger one before it. A node of a
//! primary or secondary stands for the common weight of the next level too, as long as nothing lower is inserted there;
//! then a node for the common weight is made. While rules are read, a tailored CE is a *temporary* CE that holds the
//! number of its node.

use std::collections::BTreeMap;

use super::super::ce::{self, BEFORE, CASE_MASK, COMMON, Ce, TERTIARY_MASK};
use super::super::decompose;
use super::super::elements::{Elements, Queue};
use super::super::options::MaxVariable;
use super::super::root::Root;
use super::mappings::Mappings;
use super::root_elements::RootElements;
use super::weights::{Bytes, Weights};

/// The difference between two places, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Primary,
    Secondary,
    Tertiary,
    Quaternary,
    Identical,
}

/// The positions that have names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Special {
    FirstTertiaryIgnorable,
    LastTertiaryIgnorable,
    FirstSecondaryIgnorable,
    LastSecondaryIgnorable,
    FirstPrimaryIgnorable,
    LastPrimaryIgnorable,
    FirstVariable,
    LastVariable,
    FirstRegular,
    LastRegular,
    FirstImplicit,
    LastImplicit,
    FirstTrailing,
    LastTrailing,
}

/// What a reset names.
#[derive(Clone, Debug)]
pub(crate) enum Position {
    Special(Special),
    Text(Vec<u32>),
}

/// The most CEs of one mapping.
const LONGEST: usize = 31;
const HAN: u32 = 17;

type Result<T> = std::result::Result<T, &'static str>;

#[derive(Clone, Copy, Debug)]
struct Node {
    previous: u32,
    /// 0 for none: node 0 is the first of its list.
    next: u32,
    /// A primary of 32 bits, or a weight of 16 bits.
    weight: u32,
    level: Level,
    tailored: bool,
    /// A secondary under the common one was inserted under this node; likewise a tertiary.
    before2: bool,
    before3: bool,
    /// The final CE of a tailored node.
    ce: Ce,
}

/// Reads relations, makes mappings.
pub(crate) struct Builder<'r> {
    root: &'r Root,
    elements: RootElements<'r>,
    pub(crate) mappings: Mappings<'r>,
    nodes: Vec<Node>,
    primaries: BTreeMap<u32, u32>,
    /// The CEs of the current place.
    ces: Vec<Ce>,
    /// Where `[last variable]` and `[first regular]` are: `[maxVariable]` does not move them.
    variable_limit: u32,
}

/// Upper half of temporary CEs: no CE of the root or of a tailoring has it.
const TEMPORARY: u64 = 0xFFFE;

fn temporary(node: u32, level: Level) -> Ce {
    TEMPORARY << 48 | u64::from(node) << 16 | (level as u64) << 8
}

fn is_temporary(ce: Ce) -> bool {
    ce >> 48 == TEMPORARY
}

fn temporary_node(ce: Ce) -> u32 {
    (ce >> 16) as u32
}

/// The level of the strongest weight of a CE.
fn level_of(ce: Ce) -> Level {
    if is_temporary(ce) {
        return match ce >> 8 & 3 {
            0 => Level::Primary,
            1 => Level::Secondary,
            2 => Level::Tertiary,
            _ => Level::Quaternary,
        };
    }
    match ce {
        0 => Level::Identical,
        _ if ce >> 56 != 0 => Level::Primary,
        _ if ce::lower(ce) >> 24 != 0 => Level::Secondary,
        _ => Level::Tertiary,
    }
}

fn is_leading_consonant(c: u32) -> bool {
    (0x1100..0x1113).contains(&c)
}

fn is_vowel(c: u32) -> bool {
    (0x1161..0x1176).contains(&c)
}

impl<'r> Builder<'r> {
    pub(crate) fn new(root: &'r Root) -> Builder<'r> {
        let mut builder = Builder {
            root,
            elements: RootElements::new(root),
            mappings: Mappings::new(Some(root)),
            nodes: Vec::new(),
            primaries: BTreeMap::new(),
            ces: Vec::new(),
            variable_limit: root.variable_limit(MaxVariable::Punctuation),
        };
        // The list of primary 0 comes first, so that no other node has number 0.
        builder.node_for_primary(0);
        builder
    }

    /// `&position`, or `&[before n]position`.
    pub(crate) fn reset(&mut self, position: &Position, before: Option<Level>) -> Result<()> {
        match position {
            Position::Special(special) => {
                let ce = self.special_position(*special)?;
                self.ces = vec![ce];
            }
            Position::Text(text) => {
                let nfd = decompose::nfd(text.iter().copied());
                let mut ces = Vec::new();
                self.mappings.elements(&nfd, &mut ces);
                if ces.len() > LONGEST {
                    return Err("the reset position maps to more than 31 collation elements");
                }
                self.ces = ces;
            }
        }
        match before {
            None => Ok(()),
            Some(level) => self.reset_before(level),
        }
    }

    fn reset_before(&mut self, level: Level) -> Result<()> {
        let mut at = self.node_for_ces(level)?;
        while self.node(at).level > level {
            at = self.node(at).previous;
        }
        let node = self.node(at);
        let mut strength = level;
        if node.level == level && node.tailored {
            at = node.previous;
        } else if level == Level::Primary {
            at = self.before_primary(node.weight)?;
        } else {
            at = self.before_weight(at, level)?;
            strength = self.ces.last().map_or(level, |&ce| level_of(ce));
        }
        if let Some(last) = self.ces.last_mut() {
            *last = temporary(at, strength);
        }
        Ok(())
    }

    /// The last place before a root primary.
    fn before_primary(&mut self, primary: u32) -> Result<u32> {
        if primary == 0 {
            return Err("a primary reset before an ignorable character is not possible");
        }
        if primary <= self.elements.first_primary() {
            return Err("a primary reset before the first character with a primary weight is not possible");
        }
        if primary == ce::FIRST_TRAILING_PRIMARY {
            return Err("a primary reset before [first trailing] is not possible");
        }
        let before = self.elements.primary_before(primary);
        let mut at = self.node_for_primary(before);
        while self.node(at).next != 0 {
            at = self.node(at).next;
        }
        Ok(at)
    }

    /// The place before a secondary or tertiary weight of the root, or before the implied common one.
    fn before_weight(&mut self, at: u32, level: Level) -> Result<u32> {
        let mut at = self.common_node(at, Level::Secondary);
        if level >= Level::Tertiary {
            at = self.common_node(at, Level::Tertiary);
        }
        let node = self.node(at);
        if node.level != level {
            let weight = self.weight_before(at, level);
            return Ok(self.weak_node(at, weight, level));
        }
        if node.weight == 0 {
            return Err(match level {
                Level::Secondary => "a secondary reset before a secondary ignorable character is not possible",
                _ => "a tertiary reset before a completely ignorable character is not possible",
            });
        }
        let weight = self.weight_before(at, level);
        // The explicit weight of this level just before: a root node's, else the common one that a parent implies.
        let previous = node.previous;
        let mut before = previous;
        let known = loop {
            let node = self.node(before);
            if node.level < level {
                break COMMON;
            }
            if node.level == level && !node.tailored {
                break node.weight;
            }
            before = node.previous;
        };
        if known == weight {
            return Ok(previous);
        }
        Ok(self.insert(previous, at, Node { weight, level, ..ROOT_NODE }))
    }

    /// The root's weight of a level before that of a node; for a tailored CE the limit under all weights.
    fn weight_before(&self, at: u32, level: Level) -> u32 {
        let mut node = self.node(at);
        let tertiary = if node.level == Level::Tertiary { node.weight } else { COMMON };
        while node.level > Level::Secondary {
            node = self.node(node.previous);
        }
        if node.tailored {
            return BEFORE;
        }
        let secondary = if node.level == Level::Secondary { node.weight } else { COMMON };
        while node.level > Level::Primary {
            node = self.node(node.previous);
        }
        if node.tailored {
            return BEFORE;
        }
        match level {
            Level::Secondary => self.elements.secondary_before(node.weight, secondary),
            _ => self.elements.tertiary_before(node.weight, secondary, tertiary),
        }
    }

    fn special_position(&mut self, special: Special) -> Result<Ce> {
        use Special::*;
        let (mut ce, level, boundary) = match special {
            FirstTertiaryIgnorable | LastTertiaryIgnorable => return Ok(0),
            FirstSecondaryIgnorable => return Ok(self.first_secondary_ignorable()),
            LastSecondaryIgnorable => (self.elements.last_tertiary_ce(), Level::Tertiary, false),
            FirstPrimaryIgnorable => match self.first_primary_ignorable() {
                Some(ce) => return Ok(ce),
                None => (self.elements.first_secondary_ce(), Level::Secondary, false),
            },
            LastPrimaryIgnorable => (self.elements.last_secondary_ce(), Level::Secondary, false),
            FirstVariable => (ce::from_primary(self.elements.first_primary()), Level::Primary, true),
            LastVariable => (self.elements.last_ce_before(self.variable_limit), Level::Primary, false),
            FirstRegular => (self.elements.first_ce_at_least(self.variable_limit), Level::Primary, true),
            // The first primary of Han, not the last "regular" one before it, as it has always been.
            LastRegular => (self.elements.first_ce_at_least(self.root.first_primary(HAN)), Level::Primary, false),
            FirstImplicit => (self.first_ce_of(0x4E00), Level::Primary, false),
            LastImplicit => return Err("a reset to [last implicit] is not possible"),
            FirstTrailing => (ce::from_primary(ce::FIRST_TRAILING_PRIMARY), Level::Primary, true),
            LastTrailing => return Err("a reset to [last trailing] (U+FFFF) is not possible"),
        };
        let mut at = self.node_for_root_ce(ce, level);
        if special as u32 % 2 == 1 {
            // [last ..]: after everything tailored there at no stronger level.
            while self.node(at).next != 0 && self.node(self.node(at).next).level >= level {
                at = self.node(at).next;
            }
            return Ok(if self.node(at).tailored { temporary(at, level) } else { ce });
        }
        let has_before = |node: Node| node.before2 || node.before3;
        if !has_before(self.node(at)) && boundary {
            // The first primary of a group belongs to no character: what comes after it is the first.
            if self.node(at).next != 0 {
                at = self.node(at).next;
                ce = temporary(at, level);
            } else {
                ce = ce::from_primary(self.elements.primary_after(ce::primary(ce)));
                at = self.node_for_root_ce(ce, Level::Primary);
            }
        }
        let node = self.node(at);
        if has_before(node) {
            if node.before2 {
                at = self.node(node.next).next;
            }
            if self.node(at).before3 {
                at = self.node(self.node(at).next).next;
            }
            ce = temporary(at, level);
        }
        Ok(ce)
    }

    fn first_secondary_ignorable(&mut self) -> Ce {
        let at = self.node_for_root_ce(0, Level::Tertiary);
        let next = self.node(at).next;
        let node = self.node(next);
        if next != 0 && node.tailored && node.level == Level::Tertiary {
            return temporary(next, Level::Tertiary);
        }
        self.elements.first_tertiary_ce()
    }

    fn first_primary_ignorable(&mut self) -> Option<Ce> {
        let mut at = self.node_for_root_ce(0, Level::Secondary);
        loop {
            at = self.node(at).next;
            let node = self.node(at);
            if at == 0 || node.level < Level::Secondary || node.level == Level::Secondary && !node.tailored {
                return None;
            }
            if node.level == Level::Secondary {
                if node.before3 {
                    at = self.node(node.next).next;
                }
                return Some(temporary(at, Level::Secondary));
            }
        }
    }

    fn first_ce_of(&self, c: u32) -> Ce {
        let mut first = 0;
        let tables = self.root.tables();
        tables.each_ce(tables.entry(c), c, &mut |ce| first = ce);
        first
    }

    /// `< string`, with what stands before it and what it expands by.
    pub(crate) fn relation(&mut self, level: Level, prefix: &[u32], text: &[u32], extension: &[u32]) -> Result<()> {
        let prefix = decompose::nfd(prefix.iter().copied());
        let text = decompose::nfd(text.iter().copied());
        check_jamo(&text)?;
        if level != Level::Identical {
            let mut at = self.node_for_ces(level)?;
            let ce = self.ces.last().copied().unwrap_or(0);
            if level == Level::Primary && ce::primary(ce) == 0 {
                return Err("a primary difference after an ignorable character is not possible");
            }
            if level == Level::Quaternary && ce == 0 {
                return Err("a quaternary difference after a completely ignorable character is not possible");
            }
            at = self.insert_tailored(at, level);
            if let Some(last) = self.ces.last_mut() {
                *last = temporary(at, level_of(ce).min(level));
            }
        }
        self.set_case(&text);
        let length = self.ces.len();
        if !extension.is_empty() {
            let nfd = decompose::nfd(extension.iter().copied());
            let mut ces = std::mem::take(&mut self.ces);
            self.mappings.elements(&nfd, &mut ces);
            self.ces = ces;
            if self.ces.len() > LONGEST {
                return Err("with the extension there are more than 31 collation elements");
            }
        }
        self.mappings.add(&prefix, &text, &self.ces);
        self.ces.truncate(length);
        Ok(())
    }

    /// Gives the tailored CEs the case of the string, as the root sees it.
    fn set_case(&mut self, text: &[u32]) {
        let primaries = self.ces.iter().filter(|&&ce| level_of(ce) == Level::Primary).count();
        let mut cases = if primaries > 0 { self.base_cases(text) } else { Vec::new() };
        if cases.len() > primaries {
            // More in the root: the last one is mixed if the rest differs.
            let rest = cases.split_off(primaries - 1);
            let first = rest.first().copied().unwrap_or(0);
            cases.push(if rest.iter().all(|&case| case == first) { first } else { 1 });
        }
        let mut cases = cases.into_iter();
        for ce in &mut self.ces {
            let bits = match level_of(*ce) {
                Level::Primary => u64::from(cases.next().unwrap_or(0)) << 14,
                // Without primary and secondary, the case bits keep the CE above others (LDML "Case parameters").
                Level::Tertiary => 0x8000,
                _ => 0,
            };
            *ce = *ce & !u64::from(CASE_MASK) | bits;
        }
    }

    /// The case bits of the root's CEs with a primary.
    fn base_cases(&self, text: &[u32]) -> Vec<u32> {
        let mut cases = Vec::new();
        let tables = self.root.tables();
        let plain = text.first().map_or(0, |&c| tables.entry(c));
        let mut give = |ce| {
            if ce::primary(ce) != 0 {
                cases.push(ce::lower(ce) >> 14 & 3);
            }
        };
        if let ([c], true) = (text, plain & 0xFF < 0xC0 || plain & 0xFF == super::super::table::LONG_PRIMARY) {
            tables.each_ce(plain, *c, &mut give);
            return cases;
        }
        let text: String = text.iter().filter_map(|&c| char::from_u32(c)).collect();
        let mut queue = Queue::default();
        let mut elements = Elements::new(&tables, None, None, text.as_bytes(), 0, &mut queue);
        while elements.step(&mut give) {}
        cases
    }

    fn node(&self, at: u32) -> Node {
        self.nodes.get(at as usize).copied().unwrap_or(ROOT_NODE)
    }

    fn change(&mut self, at: u32, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.get_mut(at as usize) {
            change(node);
        }
    }

    fn insert(&mut self, previous: u32, next: u32, node: Node) -> u32 {
        let at = self.nodes.len() as u32;
        self.nodes.push(Node { previous, next, ..node });
        self.change(previous, |node| node.next = at);
        if next != 0 {
            self.change(next, |node| node.previous = at);
        }
        at
    }

    /// The node of the last CE that is at least as strong as the level; weaker CEs after it are dropped.
    fn node_for_ces(&mut self, level: Level) -> Result<u32> {
        while self.ces.last().is_some_and(|&ce| level_of(ce) > level) {
            self.ces.pop();
        }
        let Some(&ce) = self.ces.last() else {
            self.ces.push(0);
            return Ok(self.node_for_root_ce(0, level));
        };
        if is_temporary(ce) {
            return Ok(temporary_node(ce));
        }
        if ce >> 56 == u64::from(ce::UNASSIGNED_LEAD) {
            return Err("tailoring relative to an unassigned code point is not possible");
        }
        Ok(self.node_for_root_ce(ce, level))
    }

    fn node_for_root_ce(&mut self, ce: Ce, level: Level) -> u32 {
        let mut at = self.node_for_primary(ce::primary(ce));
        let lower = ce::lower(ce);
        if level >= Level::Secondary {
            at = self.weak_node(at, lower >> 16, Level::Secondary);
        }
        if level >= Level::Tertiary {
            at = self.weak_node(at, lower & TERTIARY_MASK, Level::Tertiary);
        }
        at
    }

    fn node_for_primary(&mut self, primary: u32) -> u32 {
        if let Some(&at) = self.primaries.get(&primary) {
            return at;
        }
        let at = self.nodes.len() as u32;
        self.nodes.push(Node { weight: primary, ..ROOT_NODE });
        self.primaries.insert(primary, at);
        at
    }

    /// The root's node of a secondary or tertiary weight under a stronger node.
    fn weak_node(&mut self, mut at: u32, weight: u32, level: Level) -> u32 {
        if weight == COMMON {
            return self.common_node(at, level);
        }
        let parent = self.node(at);
        let has_lower = if level == Level::Secondary { parent.before2 } else { parent.before3 };
        if weight != 0 && weight < COMMON && !has_lower {
            return self.first_lower_node(at, weight, level);
        }
        let mut next = parent.next;
        while next != 0 {
            let node = self.node(next);
            if node.level < level {
                break;
            }
            if node.level == level && !node.tailored {
                if node.weight == weight {
                    return next;
                }
                if node.weight > weight {
                    break;
                }
            }
            at = next;
            next = node.next;
        }
        self.insert(at, next, Node { weight, level, ..ROOT_NODE })
    }

    /// The first weight under the common one: the common one gets a node of its own.
    fn first_lower_node(&mut self, at: u32, weight: u32, level: Level) -> u32 {
        let parent = self.node(at);
        let mut common = Node { weight: COMMON, level, ..ROOT_NODE };
        if level == Level::Secondary {
            common.before3 = parent.before3;
            self.change(at, |node| (node.before2, node.before3) = (true, false));
        } else {
            self.change(at, |node| node.before3 = true);
        }
        let lower = self.insert(at, parent.next, Node { weight, level, ..ROOT_NODE });
        self.insert(lower, parent.next, common);
        lower
    }

    /// The node that stands for the common weight of a level under a node.
    fn common_node(&self, mut at: u32, level: Level) -> u32 {
        let node = self.node(at);
        let explicit = if level == Level::Secondary { node.before2 } else { node.before3 };
        if node.level >= level || !explicit {
            return at;
        }
        loop {
            at = self.node(at).next;
            let node = self.node(at);
            if at == 0 || (!node.tailored && node.level == level && node.weight >= COMMON) {
                return at;
            }
        }
    }

    fn insert_tailored(&mut self, mut at: u32, level: Level) -> u32 {
        if level >= Level::Secondary {
            at = self.common_node(at, Level::Secondary);
        }
        if level >= Level::Tertiary {
            at = self.common_node(at, Level::Tertiary);
        }
        let mut next = self.node(at).next;
        while next != 0 && self.node(next).level > level {
            at = next;
            next = self.node(at).next;
        }
        self.insert(at, next, Node { level, tailored: true, weight: 0, ..ROOT_NODE })
    }

    /// Gives every tailored node its weights, and every mapping its final CEs.
    pub(crate) fn finish(mut self) -> Result<Mappings<'r>> {
        let lists: Vec<(u32, u32)> = self.primaries.iter().map(|(&primary, &at)| (primary, at)).collect();
        for (primary, at) in lists {
            Allocation::new(primary).run(&mut self, at)?;
        }
        let mut mappings = std::mem::replace(&mut self.mappings, Mappings::new(None));
        for ce in mappings.arena.iter_mut().filter(|ce| is_temporary(**ce)) {
            *ce = self.node(temporary_node(*ce)).ce | *ce & u64::from(CASE_MASK);
        }
        Ok(mappings)
    }

    /// How many tailored nodes of a level follow each other from here, weaker ones passed over.
    fn count_tailored(&self, mut at: u32, level: Level) -> u64 {
        let mut count = 0;
        while at != 0 {
            let node = self.node(at);
            if node.level < level || node.level == level && !node.tailored {
                break;
            }
            count += u64::from(node.level == level);
            at = node.next;
        }
        count
    }
}

const ROOT_NODE: Node = Node {
    previous: 0,
    next: 0,
    weight: 0,
    level: Level::Primary,
    tailored: false,
    before2: false,
    before3: false,
    ce: 0,
};

/// Jamo of a syllable are looked up one by one, so strings can't begin or end inside one.
fn check_jamo(text: &[u32]) -> Result<()> {
    if let [first, .., last] = text {
        if is_leading_consonant(*first) || is_vowel(*first) {
            return Err("a contraction that starts with a conjoining jamo L or V is not possible");
        }
        let before_last = text.get(text.len() - 2).is_some_and(|&c| is_leading_consonant(c));
        if is_leading_consonant(*last) || is_vowel(*last) && before_last {
            return Err("a contraction that ends with a conjoining jamo L or L and V is not possible");
        }
    }
    Ok(())
}

/// The walk over one list of nodes that gives out weights.
struct Allocation {
    root_primary: u32,
    weights: [u32; 3],
    quaternary: u32,
    /// The weights that are given out on a level, while its weight is a tailored one.
    given: [Option<Weights>; 3],
}

impl Allocation {
    fn new(root_primary: u32) -> Allocation {
        let common = if root_primary == 0 { 0 } else { COMMON };
        Allocation { root_primary, weights: [root_primary, common, common], quaternary: 0, given: [None, None, None] }
    }

    fn run(mut self, builder: &mut Builder, start: u32) -> Result<()> {
        let mut at = builder.node(start).next;
        while at != 0 {
            let node = builder.node(at);
            if node.level == Level::Quaternary {
                if self.quaternary == 3 {
                    return Err("there is room for three quaternary differences only");
                }
                self.quaternary += 1;
            } else {
                self.weight(builder, at, node)?;
                self.quaternary = 0;
            }
            if node.tailored {
                let [primary, secondary, tertiary] = self.weights;
                let ce = ce::make(primary, secondary, tertiary | self.quaternary << 6);
                builder.change(at, |node| node.ce = ce);
            }
            at = node.next;
        }
        Ok(())
    }

    /// Takes over the weight of a node, or gives it one; the levels under it become common.
    fn weight(&mut self, builder: &Builder, at: u32, node: Node) -> Result<()> {
        let level = node.level as usize;
        let weight = if node.tailored {
            let given = match self.given.get_mut(level).and_then(Option::take) {
                Some(given) => given,
                None => self.allocate(builder, node, builder.count_tailored(at, node.level))?,
            };
            self.given.get_mut(level).map(|slot| slot.insert(given)).and_then(Weights::next).unwrap_or(0)
        } else {
            self.given.iter_mut().skip(level).for_each(|slot| *slot = None);
            node.weight
        };
        if let Some(slot) = self.weights.get_mut(level) {
            *slot = weight;
        }
        let [_, secondary, _] = self.weights;
        match node.level {
            Level::Primary => {
                self.weights = [weight, COMMON, COMMON];
                (self.given[1], self.given[2]) = (None, None);
            }
            Level::Secondary => {
                self.weights[2] = if secondary == 0 { 0 } else { COMMON };
                self.given[2] = None;
            }
            _ => {}
        }
        Ok(())
    }

    fn allocate(&self, builder: &Builder, node: Node, count: u64) -> Result<Weights> {
        let elements = &builder.elements;
        let [_, secondary, tertiary] = self.weights;
        let primary_given = self.given[0].is_some();
        match node.level {
            Level::Primary => {
                let bytes = Bytes::primary(builder.root.is_compressible(self.root_primary));
                let limit = elements.primary_after(self.root_primary);
                Weights::between(bytes, self.root_primary, limit, count).ok_or("the primary gap is too small")
            }
            Level::Secondary => {
                let (mut from, limit) = if secondary == 0 {
                    (elements.secondary_boundary() - 0x100, (elements.first_secondary_ce() >> 16) as u32)
                } else if !primary_given {
                    (secondary, elements.secondary_after(self.root_primary, secondary))
                } else if secondary == BEFORE {
                    (secondary, COMMON)
                } else {
                    (secondary, elements.secondary_boundary())
                };
                if from == COMMON {
                    // Keys need the values above for runs of common weights.
                    from = elements.last_common_secondary();
                }
                Weights::between(Bytes::secondary(), from, limit, count).ok_or("the secondary gap is too small")
            }
            _ => {
                let (from, limit) = if tertiary == 0 {
                    (elements.tertiary_boundary() - 0x100, elements.first_tertiary_ce() as u32 & TERTIARY_MASK)
                } else if !primary_given && self.given[1].is_none() {
                    (tertiary, elements.tertiary_after(self.root_primary, secondary, tertiary))
                } else if tertiary == BEFORE {
                    (tertiary, COMMON)
                } else {
                    (tertiary, elements.tertiary_boundary())
                };
                Weights::between(Bytes::tertiary(), from, limit, count).ok_or("the tertiary gap is too small")
            }
        }
    }
}
