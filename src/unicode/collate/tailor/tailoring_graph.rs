//! The collation order while rules are applied, as trees of nodes (ICU: the nodes of `CollationBuilder`): one tree per
//! root primary that rules use, followed by the primaries tailored after it. The children of a primary are its
//! secondaries, their children its tertiaries, then quaternaries (LDML part 5, "Tailoring": a relation differs from its
//! reset on one level).
//!
//! Every node implies a *common-weight node* on the next level; it is created when a sibling of it is inserted. A node
//! of the root carries its weight; tailored nodes are assigned weights at the end (`weight_assigner`).

use crate::memory;
use std::collections::BTreeMap;

use crate::unicode::collate::ce::COMMON;

/// The level on which two nodes differ, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RelationLevel {
    Primary,
    Secondary,
    Tertiary,
    Quaternary,
    Identical,
}

impl RelationLevel {
    fn below(self) -> RelationLevel {
        match self {
            RelationLevel::Primary => RelationLevel::Secondary,
            RelationLevel::Secondary => RelationLevel::Tertiary,
            RelationLevel::Tertiary => RelationLevel::Quaternary,
            _ => RelationLevel::Identical,
        }
    }
}

/// The index of a node; 0 is none.
pub(crate) type GraphNodeId = u32;

/// A position in the collation order, with its neighbours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TailoringNode {
    pub(crate) level: RelationLevel,
    /// The weight of a root node: 32 bits of a primary, 16 of others; `None` for tailored nodes.
    pub(crate) weight: Option<u32>,
    /// The node one level up; 0 for primaries.
    pub(crate) parent: GraphNodeId,
    /// The adjacent siblings.
    pub(crate) before: GraphNodeId,
    pub(crate) after: GraphNodeId,
    /// The first child.
    pub(crate) first: GraphNodeId,
    /// The index of its list of siblings in [`TailoringGraph::rows`]; 0 for a new list.
    row: usize,
}

/// All nodes of a rule set.
#[derive(Debug)]
pub(crate) struct TailoringGraph {
    all: Vec<TailoringNode>,
    /// The last node of each list of siblings: nodes with one parent, or a root primary and the primaries tailored
    /// after it.
    rows: Vec<GraphNodeId>,
    /// The nodes of root weights by parent, created on demand.
    of_weights: BTreeMap<(GraphNodeId, u32), GraphNodeId>,
}

const NO_NODE: TailoringNode =
    TailoringNode { level: RelationLevel::Primary, weight: None, parent: 0, before: 0, after: 0, first: 0, row: 0 };

impl TailoringGraph {
    pub(crate) fn new() -> TailoringGraph {
        TailoringGraph { all: vec![NO_NODE], rows: vec![0], of_weights: BTreeMap::new() }
    }

    /// The number of nodes, including index 0.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The root primaries that rules use.
    pub(crate) fn root_primaries(&self) -> impl Iterator<Item = (u32, GraphNodeId)> + '_ {
        self.of_weights.range((0, 0)..(1, 0)).map(|(&(_, primary), &id)| (primary, id))
    }

    pub(crate) fn get(&self, id: GraphNodeId) -> TailoringNode {
        self.all.get(id as usize).copied().unwrap_or(NO_NODE)
    }

    fn change(&mut self, id: GraphNodeId, change: impl FnOnce(&mut TailoringNode)) {
        if id != 0
            && let Some(node) = self.all.get_mut(id as usize)
        {
            change(node);
        }
    }

    /// Inserts a node between `before` and `after`, each of which may be 0.
    fn insert(&mut self, mut node: TailoringNode) -> GraphNodeId {
        let id = self.all.len() as GraphNodeId;
        if node.row == 0 {
            node.row = self.rows.len();
            memory::push(&mut self.rows, id);
        }
        if node.after == 0
            && let Some(last) = self.rows.get_mut(node.row)
        {
            *last = id;
        }
        if let Some(weight) = node.weight {
            self.of_weights.insert((node.parent, weight), id);
        }
        memory::push(&mut self.all, node);
        if node.before == 0 {
            self.change(node.parent, |parent| parent.first = id);
        }
        self.change(node.before, |before| before.after = id);
        self.change(node.after, |after| after.before = id);
        id
    }

    /// The node of a root primary.
    pub(crate) fn primary(&mut self, primary: u32) -> GraphNodeId {
        let known = self.of_weight(0, primary);
        known.unwrap_or_else(|| self.insert(TailoringNode { weight: Some(primary), ..NO_NODE }))
    }

    /// The node of a root weight under `parent` (0 for primaries), if it exists.
    fn of_weight(&self, parent: GraphNodeId, weight: u32) -> Option<GraphNodeId> {
        self.of_weights.get(&(parent, weight)).copied()
    }

    /// The next lower root weight among the existing siblings.
    pub(crate) fn known_before(&self, id: GraphNodeId) -> Option<u32> {
        let node = self.get(id);
        let mut lower = self.of_weights.range((node.parent, 0)..(node.parent, node.weight?));
        lower.next_back().map(|(&(_, weight), _)| weight)
    }

    /// The weight of the common-weight node under `parent`: the common weight, or 0 under a weight that the root
    /// ignores.
    pub(crate) fn common_weight(&self, parent: GraphNodeId) -> u32 {
        let node = self.get(parent);
        if node.weight == Some(0) || node.level == RelationLevel::Tertiary { 0 } else { COMMON }
    }

    /// The common-weight node under `parent`, if it exists.
    pub(crate) fn existing_common_node(&self, parent: GraphNodeId) -> Option<GraphNodeId> {
        self.of_weight(parent, self.common_weight(parent))
    }

    fn common_node(&mut self, parent: GraphNodeId) -> GraphNodeId {
        if let Some(id) = self.existing_common_node(parent) {
            return id;
        }
        let (weight, level) = (self.common_weight(parent), self.get(parent).level.below());
        self.insert(TailoringNode { level, weight: Some(weight), parent, ..NO_NODE })
    }

    /// The ancestor of a node on a level, or the common-weight node that it implies there.
    pub(crate) fn on_level(&mut self, id: GraphNodeId, level: RelationLevel) -> GraphNodeId {
        let mut id = id;
        while self.get(id).level > level {
            id = self.get(id).parent;
        }
        while self.get(id).level < level {
            id = self.common_node(id);
        }
        id
    }

    /// The node of a root weight under `parent`.
    pub(crate) fn root_weight(&mut self, parent: GraphNodeId, weight: u32) -> GraphNodeId {
        let common = self.common_node(parent);
        let reached = self.of_weights.range((parent, weight)..(parent + 1, 0)).next();
        match reached.map(|(&(_, known), &at)| (known, at)) {
            Some((known, at)) if known == weight => at,
            Some((_, at)) => self.insert_root_before(at, weight),
            None => {
                let last = self.last_sibling(common);
                self.insert(TailoringNode { before: last, first: 0, weight: Some(weight), ..self.get(last) })
            }
        }
    }

    /// Inserts the node of a root weight directly before a node.
    pub(crate) fn insert_root_before(&mut self, id: GraphNodeId, weight: u32) -> GraphNodeId {
        self.insert(TailoringNode { after: id, first: 0, weight: Some(weight), ..self.get(id) })
    }

    /// Inserts a tailored node directly after a node, from which it differs on `level`.
    pub(crate) fn insert_tailored(&mut self, id: GraphNodeId, level: RelationLevel) -> GraphNodeId {
        let before = self.on_level(id, level);
        self.insert(TailoringNode { before, first: 0, weight: None, ..self.get(before) })
    }

    /// A node and its following siblings.
    pub(crate) fn row(&self, first: GraphNodeId) -> impl Iterator<Item = GraphNodeId> + '_ {
        let there = |id: GraphNodeId| (id != 0).then_some(id);
        std::iter::successors(there(first), move |&id| there(self.get(id).after))
    }

    /// The last descendant of a node, or the node.
    pub(crate) fn last_descendant(&self, id: GraphNodeId) -> GraphNodeId {
        let mut id = id;
        while self.get(id).first != 0 {
            id = self.last_sibling(self.get(id).first);
        }
        self.canonical_node(id)
    }

    /// The last descendant of a node and its following siblings.
    pub(crate) fn last_of_siblings(&self, id: GraphNodeId) -> GraphNodeId {
        self.last_descendant(self.last_sibling(id))
    }

    /// The last sibling of a node.
    fn last_sibling(&self, id: GraphNodeId) -> GraphNodeId {
        self.rows.get(self.get(id).row).copied().unwrap_or(id)
    }

    /// Whether a node is a common-weight node without a preceding sibling, which its parent implies.
    fn is_implied(&self, id: GraphNodeId) -> bool {
        let node = self.get(id);
        node.parent != 0 && node.before == 0 && node.weight == Some(self.common_weight(node.parent))
    }

    fn canonical_node(&self, id: GraphNodeId) -> GraphNodeId {
        let mut id = id;
        while self.is_implied(id) {
            id = self.get(id).parent;
        }
        id
    }

    /// The next node in collation order within the tree of one root primary, implied ones skipped; 0 at the end.
    pub(crate) fn next(&self, id: GraphNodeId) -> GraphNodeId {
        let mut at = id;
        loop {
            let node = self.get(at);
            at = if node.first != 0 { node.first } else { self.next_outside(at) };
            if !self.is_implied(at) {
                return at;
            }
        }
    }

    fn next_outside(&self, id: GraphNodeId) -> GraphNodeId {
        let mut id = id;
        while id != 0 && self.get(id).after == 0 {
            id = self.get(id).parent;
        }
        self.get(id).after
    }

    /// Whether a node was inserted before the common-weight node that a stronger node implies on `level`.
    pub(crate) fn has_before(&self, id: GraphNodeId, level: RelationLevel) -> bool {
        let mut at = id;
        while self.get(at).level < level {
            match self.existing_common_node(at) {
                None => return false,
                Some(common) if self.get(common).before != 0 => return self.get(common).level == level,
                Some(common) => at = common,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of one root primary in collation order: level, and the root weight or -1.
    fn order(graph: &TailoringGraph, first: GraphNodeId) -> Vec<(RelationLevel, i64)> {
        let all = std::iter::successors(Some(first), |&id| Some(graph.next(id)).filter(|&id| id != 0));
        all.map(|id| graph.get(id)).map(|node| (node.level, node.weight.map_or(-1, i64::from))).collect()
    }

    #[test]
    fn tailored_nodes_follow_the_nodes_they_differ_from() {
        use RelationLevel::*;
        let mut graph = TailoringGraph::new();
        let root = graph.primary(0x2A00_0000);
        let first = graph.insert_tailored(root, Primary);
        graph.insert_tailored(first, Tertiary);
        graph.insert_tailored(root, Secondary);
        graph.insert_tailored(first, Secondary);
        let expected = [(Primary, 0x2A00_0000), (Secondary, -1), (Primary, -1), (Tertiary, -1), (Secondary, -1)];
        assert_eq!(order(&graph, root), expected);
    }

    #[test]
    fn weights_below_the_common_one_precede_it() {
        use RelationLevel::*;
        let mut graph = TailoringGraph::new();
        let root = graph.primary(0x2A00_0000);
        let low = graph.root_weight(root, 0x100);
        assert_eq!(graph.root_weight(root, 0x100), low);
        let high = graph.root_weight(root, 0x8000);
        assert_eq!(order(&graph, root)[1..], [(Secondary, 0x100), (Secondary, 0x500), (Secondary, 0x8000)]);
        assert_eq!(graph.last_of_siblings(low), high);
        assert!(graph.has_before(root, Secondary) && !graph.has_before(root, Tertiary));
    }
}
