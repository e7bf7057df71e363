//! Applies resets and relations one by one (LDML part 5, "Tailoring"): a reset finds a node, relations insert new ones
//! after it (`tailoring_graph`); at the end they are assigned weights (`weight_assigner`). Until then a tailored CE is
//! a *temporary CE* that holds the index of its node (ICU: `tempCE`).

use super::cases;
pub(crate) use super::logical_position::LogicalPosition;
use super::mappings::{MAX_CES, TailoringMappings};
use super::root_elements::RootElements;
pub(crate) use super::tailoring_graph::RelationLevel;
use super::tailoring_graph::{GraphNodeId, TailoringGraph};
use super::weight_assigner;
use crate::unicode::collate::ce::{self, BEFORE, CASE_MASK, Ce, TERTIARY_MASK};
use crate::unicode::collate::decompose;
use crate::unicode::collate::options::MaxVariable;
use crate::unicode::collate::root::Root;
use crate::unicode::hangul;
use crate::unicode::part::SlicePart;

/// The position of a reset.
#[derive(Clone, Debug)]
pub(crate) enum ResetPosition {
    Logical(LogicalPosition),
    Text(Vec<u32>),
}

pub(super) type Result<T> = std::result::Result<T, &'static str>;

/// Converts relations to mappings.
pub(crate) struct TailoringBuilder<'r> {
    pub(super) root: &'r Root,
    pub(super) elements: RootElements<'r>,
    pub(crate) mappings: TailoringMappings<'r>,
    pub(super) graph: TailoringGraph,
    /// The CEs of the current node.
    ces: Vec<Ce>,
    /// The boundary between `[last variable]` and `[first regular]`, which `[maxVariable]` does not move.
    pub(super) variable_limit: u32,
}

/// The upper 16 bits of temporary CEs, which no CE of the root or of a tailoring has. They are followed by the node and
/// the level of its strongest weight.
const TEMPORARY_CE: u64 = 0xFFFE;

pub(super) fn temporary_ce(node: GraphNodeId, level: RelationLevel) -> Ce {
    TEMPORARY_CE << 48 | u64::from(node) << 16 | (level as u64) << 8
}

/// The node of a temporary CE.
fn node_of(ce: Ce) -> Option<GraphNodeId> {
    (ce >> 48 == TEMPORARY_CE).then_some((ce >> 16) as GraphNodeId)
}

/// The level of the strongest weight of a CE.
pub(super) fn level_of(ce: Ce) -> RelationLevel {
    const LEVELS: [RelationLevel; 4] =
        [RelationLevel::Primary, RelationLevel::Secondary, RelationLevel::Tertiary, RelationLevel::Quaternary];
    if node_of(ce).is_some() {
        return LEVELS.get((ce >> 8 & 3) as usize).copied().unwrap_or(RelationLevel::Quaternary);
    }
    match (ce::primary(ce), ce::secondary(ce::lower(ce)), ce) {
        (_, _, 0) => RelationLevel::Identical,
        (0, 0, _) => RelationLevel::Tertiary,
        (0, ..) => RelationLevel::Secondary,
        _ => RelationLevel::Primary,
    }
}

impl<'r> TailoringBuilder<'r> {
    pub(crate) fn new(root: &'r Root) -> TailoringBuilder<'r> {
        TailoringBuilder {
            root,
            elements: RootElements::new(root),
            mappings: TailoringMappings::new(Some(root)),
            graph: TailoringGraph::new(),
            ces: Vec::new(),
            variable_limit: root.variable_limit(MaxVariable::Punctuation),
        }
    }

    /// Applies `&position`, or `&[before n]position`.
    pub(crate) fn reset(&mut self, position: &ResetPosition, before: Option<RelationLevel>) -> Result<()> {
        match position {
            ResetPosition::Logical(position) => self.ces = vec![self.logical_position(*position)?],
            ResetPosition::Text(text) => {
                self.ces.clear();
                self.append_elements(text, "the reset position maps to more than 31 collation elements")?;
            }
        }
        match before {
            None => Ok(()),
            Some(level) => self.reset_before(level),
        }
    }

    /// Appends the CEs of a text to those of the current node.
    fn append_elements(&mut self, text: &[u32], too_many: &'static str) -> Result<()> {
        let nfd = decompose::nfd(text.iter().copied());
        let mut ces = std::mem::take(&mut self.ces);
        self.mappings.elements(&nfd, 0, &mut ces);
        self.ces = ces;
        if self.ces.len() > MAX_CES { Err(too_many) } else { Ok(()) }
    }

    /// Moves the current node directly before itself on the given level (`[before 1]` to `[before 3]`).
    fn reset_before(&mut self, level: RelationLevel) -> Result<()> {
        let found = self.current_node(level)?;
        let at = self.graph.on_level(found, level);
        let node = self.graph.get(at);
        let (before, strongest) = match (node.weight, level) {
            (None, _) => (self.graph.last_descendant(node.before), level),
            (Some(primary), RelationLevel::Primary) => (self.before_primary(primary)?, level),
            (Some(weight), _) => {
                let before = self.before_weight(at, weight, level)?;
                (before, self.ces.last().map_or(level, |&ce| level_of(ce)))
            }
        };
        if let Some(last) = self.ces.last_mut() {
            *last = temporary_ce(before, strongest);
        }
        Ok(())
    }

    /// The last node before a root primary.
    fn before_primary(&mut self, primary: u32) -> Result<GraphNodeId> {
        if primary == 0 {
            return Err("a primary reset before an ignorable character is not possible");
        }
        if primary <= self.elements.first_primary() {
            return Err("a primary reset before the first character with a primary weight is not possible");
        }
        if primary == ce::FIRST_TRAILING_PRIMARY {
            return Err("a primary reset before [first trailing] is not possible");
        }
        let before = self.graph.primary(self.elements.primary_before(primary));
        Ok(self.graph.last_of_siblings(before))
    }

    /// The last node before a secondary or tertiary weight of the root; inserts the node of the next lower root weight
    /// if needed.
    fn before_weight(&mut self, at: GraphNodeId, weight: u32, level: RelationLevel) -> Result<GraphNodeId> {
        if weight == 0 {
            return Err(match level {
                RelationLevel::Secondary => "a secondary reset before a secondary ignorable character is not possible",
                _ => "a tertiary reset before a completely ignorable character is not possible",
            });
        }
        let lower = self.lower_weight(at, weight);
        if self.graph.known_before(at) == Some(lower) {
            return Ok(self.graph.last_descendant(self.graph.get(at).before));
        }
        Ok(self.graph.insert_root_before(at, lower))
    }

    /// The next lower weight of the root; for a tailored node, the lower limit of all weights.
    fn lower_weight(&self, at: GraphNodeId, weight: u32) -> u32 {
        let parent = self.graph.get(self.graph.get(at).parent);
        match (parent.weight, self.graph.get(parent.parent).weight) {
            (Some(primary), _) if parent.level == RelationLevel::Primary => {
                self.elements.secondary_before(primary, weight)
            }
            (Some(secondary), Some(primary)) => self.elements.tertiary_before(primary, secondary, weight),
            _ => BEFORE,
        }
    }

    /// Applies a relation: `< prefix | string / extension`.
    pub(crate) fn relation(
        &mut self,
        level: RelationLevel,
        prefix: &[u32],
        text: &[u32],
        extension: &[u32],
    ) -> Result<()> {
        let prefix = decompose::nfd(prefix.iter().copied());
        let text = decompose::nfd(text.iter().copied());
        check_jamo(&text)?;
        if level != RelationLevel::Identical {
            self.insert_node(level)?;
        }
        cases::set(self.root, &text, &mut self.ces);
        let length = self.ces.len();
        if !extension.is_empty() {
            self.append_elements(extension, "with the extension there are more than 31 collation elements")?;
        }
        // A relation with a level ends with the CE of a new node.
        if level != RelationLevel::Identical || !self.mappings.has(&prefix, &text, &self.ces) {
            self.mappings.add(&prefix, &text, &self.ces);
        }
        self.ces.truncate(length);
        Ok(())
    }

    /// The number of collation elements of all relations so far.
    pub(crate) fn ce_count(&self) -> usize {
        self.mappings.ce_count()
    }

    /// Inserts a node after the current one and makes it the current one.
    fn insert_node(&mut self, level: RelationLevel) -> Result<()> {
        let current = self.current_node(level)?;
        let ce = self.ces.last().copied().unwrap_or(0);
        if level == RelationLevel::Primary && ce::primary(ce) == 0 {
            return Err("a primary difference after an ignorable character is not possible");
        }
        if level == RelationLevel::Quaternary && ce == 0 {
            return Err("a quaternary difference after a completely ignorable character is not possible");
        }
        let node = self.graph.insert_tailored(current, level);
        if let Some(last) = self.ces.last_mut() {
            *last = temporary_ce(node, level_of(ce).min(level));
        }
        Ok(())
    }

    /// The node of the last CE that is at least as strong as the level; weaker CEs after it are removed.
    fn current_node(&mut self, level: RelationLevel) -> Result<GraphNodeId> {
        let kept = self.ces.iter().rposition(|&ce| level_of(ce) <= level).map_or(0, |last| last + 1);
        self.ces.truncate(kept);
        let Some(&ce) = self.ces.last() else {
            self.ces.push(0);
            return Ok(self.root_node(0, level));
        };
        match node_of(ce) {
            Some(node) => Ok(node),
            None if ce >> 56 == u64::from(ce::UNASSIGNED_LEAD) => {
                Err("tailoring relative to an unassigned code point is not possible")
            }
            None => Ok(self.root_node(ce, level)),
        }
    }

    /// The node of a root CE on a level.
    pub(super) fn root_node(&mut self, ce: Ce, level: RelationLevel) -> GraphNodeId {
        let mut id = self.graph.primary(ce::primary(ce));
        if level >= RelationLevel::Secondary {
            id = self.graph.root_weight(id, ce::secondary(ce::lower(ce)));
        }
        if level >= RelationLevel::Tertiary {
            id = self.graph.root_weight(id, ce::lower(ce) & TERTIARY_MASK);
        }
        id
    }

    /// Assigns weights to all tailored nodes, and the final CEs to all mappings.
    pub(crate) fn finish(mut self) -> Result<TailoringMappings<'r>> {
        let ces = weight_assigner::assign_weights(&self.graph, self.root)?;
        for ce in &mut self.mappings.arena {
            if let Some(node) = node_of(*ce) {
                *ce = ces.item(node as usize) | *ce & u64::from(CASE_MASK);
            }
        }
        Ok(self.mappings)
    }
}

/// Checks that a string does not start or end inside a Hangul syllable: its jamo are looked up separately.
fn check_jamo(text: &[u32]) -> Result<()> {
    let is_leading = |c: u32| hangul::LEADING.contains(&c);
    let is_vowel = |c: u32| hangul::VOWELS.contains(&c);
    let [first, .., last] = *text else { return Ok(()) };
    if is_leading(first) || is_vowel(first) {
        return Err("a contraction that starts with a conjoining jamo L or V is not possible");
    }
    let after_leading = text.iter().nth_back(1).is_some_and(|&c| is_leading(c));
    if is_leading(last) || is_vowel(last) && after_leading {
        return Err("a contraction that ends with a conjoining jamo L or L and V is not possible");
    }
    Ok(())
}
