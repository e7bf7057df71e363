//! Resets to logical positions (LDML part 5, "Logical reset positions").

use super::builder::{Result, TailoringBuilder, temporary_ce};
use super::tailoring_graph::{GraphNodeId, RelationLevel};
use crate::unicode::collate::ce::{self, Ce};

/// The logical reset positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogicalPosition {
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

const HAN: u32 = 17;

impl TailoringBuilder<'_> {
    /// The CE of a logical position, given the rules applied so far.
    pub(super) fn logical_position(&mut self, position: LogicalPosition) -> Result<Ce> {
        use LogicalPosition::*;
        let elements = self.elements;
        Ok(match position {
            FirstTertiaryIgnorable | LastTertiaryIgnorable => 0,
            FirstSecondaryIgnorable => self.first_secondary_ignorable(),
            LastSecondaryIgnorable => self.last_position(elements.last_tertiary_ce(), RelationLevel::Tertiary),
            FirstPrimaryIgnorable => self.first_primary_ignorable(),
            LastPrimaryIgnorable => self.last_position(elements.last_secondary_ce(), RelationLevel::Secondary),
            FirstVariable => self.first_of_group(elements.first_primary()),
            LastVariable => self.last_position(elements.last_ce_before(self.variable_limit), RelationLevel::Primary),
            FirstRegular => self.first_of_group(ce::primary(elements.first_ce_at_least(self.variable_limit))),
            // As in ICU, the first primary of Han, not the last "regular" one before it.
            LastRegular => {
                let han = elements.first_ce_at_least(self.root.first_primary(HAN));
                self.last_position(han, RelationLevel::Primary)
            }
            FirstImplicit => {
                let ce = self.first_ideograph();
                let id = self.root_node(ce, RelationLevel::Primary);
                self.first_inserted_before(id, RelationLevel::Primary).unwrap_or(ce)
            }
            LastImplicit => return Err("a reset to [last implicit] is not possible"),
            FirstTrailing => self.first_of_group(ce::FIRST_TRAILING_PRIMARY),
            LastTrailing => return Err("a reset to [last trailing] (U+FFFF) is not possible"),
        })
    }

    /// The CE after all nodes that were tailored there at the given or a weaker level.
    fn last_position(&mut self, ce: Ce, level: RelationLevel) -> Ce {
        let id = self.root_node(ce, level);
        let last = self.graph.last_of_siblings(id);
        if self.graph.get(last).weight.is_none() { temporary_ce(last, level) } else { ce }
    }

    /// The first primary of a group belongs to no character: the result is the first node tailored there, or the next
    /// primary of the root.
    fn first_of_group(&mut self, primary: u32) -> Ce {
        let id = self.graph.primary(primary);
        if let Some(ce) = self.first_inserted_before(id, RelationLevel::Primary) {
            return ce;
        }
        let tailored = self.graph.next(id);
        if tailored != 0 {
            return self
                .first_inserted_before(tailored, RelationLevel::Primary)
                .unwrap_or(temporary_ce(tailored, RelationLevel::Primary));
        }
        let next = self.elements.primary_after(primary);
        let id = self.graph.primary(next);
        self.first_inserted_before(id, RelationLevel::Primary).unwrap_or(ce::from_primary(next))
    }

    /// The first node that `[before 2]` or `[before 3]` inserted before a node.
    fn first_inserted_before(&self, id: GraphNodeId, level: RelationLevel) -> Option<Ce> {
        let mut first = id;
        for weaker in [RelationLevel::Secondary, RelationLevel::Tertiary] {
            if self.graph.has_before(first, weaker) {
                // The weight below the common one comes first, then the inserted nodes.
                first = self.graph.next(self.graph.next(first));
            }
        }
        (first != id).then(|| temporary_ce(first, level))
    }

    fn first_secondary_ignorable(&mut self) -> Ce {
        let ignored = self.root_node(0, RelationLevel::Tertiary);
        let next = self.graph.next(ignored);
        let node = self.graph.get(next);
        if next != 0 && node.weight.is_none() && node.level == RelationLevel::Tertiary {
            return temporary_ce(next, RelationLevel::Tertiary);
        }
        self.elements.first_tertiary_ce()
    }

    fn first_primary_ignorable(&mut self) -> Ce {
        let ignored = self.root_node(0, RelationLevel::Secondary);
        let next = self.graph.get(ignored).after;
        if next != 0 && self.graph.get(next).weight.is_none() {
            return self
                .first_inserted_before(next, RelationLevel::Secondary)
                .unwrap_or(temporary_ce(next, RelationLevel::Secondary));
        }
        let ce = self.elements.first_secondary_ce();
        let id = self.root_node(ce, RelationLevel::Secondary);
        self.first_inserted_before(id, RelationLevel::Secondary).unwrap_or(ce)
    }

    fn first_ideograph(&self) -> Ce {
        let mut first = 0;
        let tables = self.root.tables();
        tables.each_ce(tables.ce32(0x4E00), 0x4E00, &mut |ce| first = ce);
        first
    }
}
