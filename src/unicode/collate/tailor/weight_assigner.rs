//! Assigns weights to tailored nodes: a run of tailored nodes between two root nodes gets weights from the gap between
//! these (LDML part 5, "Collation element weights").

use super::root_elements::RootElements;
use super::tailoring_graph::{GraphNodeId, RelationLevel, TailoringGraph};
use super::weights::{AllocatedWeights, QUATERNARIES, WeightByteLimits};
use crate::memory;
use crate::unicode::collate::ce::{self, BEFORE, COMMON, Ce, TERTIARY_MASK};
use crate::unicode::collate::root::Root;

/// Assigns the final CE of every tailored node, by index; 0 for root nodes.
pub(crate) fn assign_weights(graph: &TailoringGraph, root: &Root) -> Result<Vec<Ce>, &'static str> {
    let mut ces = Vec::new();
    memory::reserve(&mut ces, graph.len());
    ces.resize(graph.len(), 0);
    let mut assigner = WeightAssigner { graph, root, elements: RootElements::new(root), ces };
    for (primary, id) in graph.root_primaries() {
        let start = WeightPath { root_primary: primary, weights: [0; 4], is_tailored: false };
        assigner.row(id, start)?;
    }
    Ok(assigner.ces)
}

struct WeightAssigner<'p, 'r> {
    graph: &'p TailoringGraph,
    root: &'r Root,
    elements: RootElements<'r>,
    ces: Vec<Ce>,
}

/// The weights of a node and its ancestors by level, and whether one of them is tailored.
#[derive(Clone, Copy)]
struct WeightPath {
    root_primary: u32,
    weights: [u32; 4],
    is_tailored: bool,
}

impl WeightPath {
    fn with(mut self, level: RelationLevel, weight: u32) -> WeightPath {
        if let Some(slot) = self.weights.get_mut(level as usize) {
            *slot = weight;
        }
        self
    }

    fn ce(&self) -> Ce {
        let [primary, secondary, tertiary, quaternary] = self.weights;
        ce::make(primary, secondary, tertiary | quaternary << 6)
    }
}

impl WeightAssigner<'_, '_> {
    /// Assigns the weights of a list of siblings and their descendants.
    fn row(&mut self, first: GraphNodeId, path: WeightPath) -> Result<(), &'static str> {
        let graph = self.graph;
        let (mut last, mut gap) = (0, None);
        for id in graph.row(first) {
            let node = graph.get(id);
            let mut here = path;
            last = match node.weight {
                Some(weight) => {
                    gap = None;
                    weight
                }
                None => {
                    here.is_tailored = true;
                    let gap = match &mut gap {
                        Some(gap) => gap,
                        None => gap.insert(self.gap(id, last, &path)?),
                    };
                    gap.next().unwrap_or(0)
                }
            };
            here = here.with(node.level, last);
            self.descend(id, here, node.weight.is_none())?;
        }
        Ok(())
    }

    fn descend(&mut self, id: GraphNodeId, path: WeightPath, is_tailored: bool) -> Result<(), &'static str> {
        let node = self.graph.get(id);
        let common = self.graph.common_weight(id);
        let path = match node.level {
            // An ignorable secondary has an ignorable tertiary.
            RelationLevel::Primary => path
                .with(RelationLevel::Secondary, common)
                .with(RelationLevel::Tertiary, common)
                .with(RelationLevel::Quaternary, 0),
            RelationLevel::Secondary => path.with(RelationLevel::Tertiary, common).with(RelationLevel::Quaternary, 0),
            RelationLevel::Tertiary => path.with(RelationLevel::Quaternary, 0),
            _ => path,
        };
        if is_tailored && let Some(slot) = self.ces.get_mut(id as usize) {
            *slot = path.ce();
        }
        if node.first == 0 { Ok(()) } else { self.row(node.first, path) }
    }

    /// The weights for the run of tailored nodes that starts with `id`, after a weight on their level.
    fn gap(&self, id: GraphNodeId, after: u32, path: &WeightPath) -> Result<AllocatedWeights, &'static str> {
        let graph = self.graph;
        let count = graph.row(id).take_while(|&id| graph.get(id).weight.is_none()).count() as u64;
        match graph.get(id).level {
            RelationLevel::Primary => {
                let bytes = WeightByteLimits::primary(self.root.is_compressible(after));
                let limit = self.elements.primary_after(after);
                AllocatedWeights::between(bytes, after, limit, count).ok_or("the primary gap is too small")
            }
            RelationLevel::Secondary => {
                let (from, limit) = self.secondary_gap(after, path);
                AllocatedWeights::between(WeightByteLimits::secondary(), from, limit, count)
                    .ok_or("the secondary gap is too small")
            }
            RelationLevel::Tertiary => {
                let (from, limit) = self.tertiary_gap(after, path);
                AllocatedWeights::between(WeightByteLimits::tertiary(), from, limit, count)
                    .ok_or("the tertiary gap is too small")
            }
            _ if count > QUATERNARIES => Err("the quaternary gap is too small: only three differences fit"),
            _ => Ok(AllocatedWeights::quaternaries()),
        }
    }

    fn secondary_gap(&self, after: u32, path: &WeightPath) -> (u32, u32) {
        let elements = &self.elements;
        let limit = match (after, path.is_tailored) {
            (0, _) => return (elements.secondary_boundary() - 0x100, (elements.first_secondary_ce() >> 16) as u32),
            (_, false) => elements.secondary_after(path.root_primary, after),
            (BEFORE, _) => COMMON,
            _ => elements.secondary_boundary(),
        };
        // Keys reserve the weights above the common one for runs of it.
        (if after == COMMON { elements.last_common_secondary() } else { after }, limit)
    }

    fn tertiary_gap(&self, after: u32, path: &WeightPath) -> (u32, u32) {
        let elements = &self.elements;
        let [_, secondary, ..] = path.weights;
        match (after, path.is_tailored) {
            (0, _) => (elements.tertiary_boundary() - 0x100, elements.first_tertiary_ce() as u32 & TERTIARY_MASK),
            (_, false) => (after, elements.tertiary_after(path.root_primary, secondary, after)),
            (BEFORE, _) => (after, COMMON),
            _ => (after, elements.tertiary_boundary()),
        }
    }
}
