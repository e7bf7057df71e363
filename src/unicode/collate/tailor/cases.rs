//! The case bits of tailored strings, derived from the root (LDML part 5, "Case parameters").

use super::builder::level_of;
use super::tailoring_graph::RelationLevel;
use crate::unicode::collate::ce::{self, CASE_MASK, Ce};
use crate::unicode::collate::ce_cache::is_single_ce;
use crate::unicode::collate::elements::{Elements, NfdBuffer};
use crate::unicode::collate::root::Root;

/// The case bits of mixed case.
const MIXED: u32 = 1;

/// Sets the case bits in the CEs of a tailored string.
pub(crate) fn set(root: &Root, text: &[u32], ces: &mut [Ce]) {
    let primaries = ces.iter().filter(|&&ce| level_of(ce) == RelationLevel::Primary).count();
    let mut cases = if primaries > 0 { of_root(root, text) } else { Vec::new() };
    if let Some(rest) = primaries.checked_sub(1).and_then(|last| cases.get(last..)) {
        // If the root has more CEs, the last one is mixed if the rest differ.
        let case =
            if rest.windows(2).all(|pair| pair.first() == pair.last()) { rest.first().copied() } else { Some(MIXED) };
        cases.truncate(primaries - 1);
        cases.extend(case);
    }
    let mut cases = cases.into_iter();
    for ce in ces {
        let bits = match level_of(*ce) {
            RelationLevel::Primary => u64::from(cases.next().unwrap_or(0)) << 14,
            // In a tertiary CE, the case bits keep it above other CEs.
            RelationLevel::Tertiary => 0x8000,
            _ => 0,
        };
        *ce = *ce & !u64::from(CASE_MASK) | bits;
    }
}

/// The case bits of the root's CEs with a primary.
fn of_root(root: &Root, text: &[u32]) -> Vec<u32> {
    let mut cases = Vec::new();
    let tables = root.tables();
    let mut emit = |ce| {
        if ce::primary(ce) != 0 {
            cases.push(ce::lower(ce) >> 14 & 3);
        }
    };
    if let [c] = text
        && let ce32 = tables.ce32(*c)
        && is_single_ce(ce32)
    {
        tables.each_ce(ce32, *c, &mut emit);
        return cases;
    }
    let text: String = text.iter().filter_map(|&c| char::from_u32(c)).collect();
    let mut nfd_buffer = NfdBuffer::default();
    let mut elements = Elements::new(&tables, None, None, text.as_bytes(), 0, &mut nfd_buffer);
    while elements.step(&mut emit) {}
    cases
}
