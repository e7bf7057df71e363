//! Compiled rules as bytes, so that shipped rules need no compilation. The layout follows the order of the fields and
//! is specific to the version of the library. Rows of a state table are similar, so a row is stored as differences from
//! an earlier one.

use super::break_rules::BreakRules;
use super::dfa::{Dfa, FLAGS, SELF_LOOP, STATUS_NONE, StateInfo};
use super::table_file::{TableCursor, push_class_map, push_series};
use crate::unicode::data_file::push_leb128;
use crate::unicode::part::SlicePart;

/// The flags that are stored: the topmost ones. `Dfa::complete` computes the others.
const FLAG_BITS: u32 = 5;
const FLAG_MASK: u32 = (1 << FLAG_BITS) - 1;
const _: () = assert!(FLAGS & !(SELF_LOOP | STATUS_NONE) == FLAG_MASK << (u32::BITS - FLAG_BITS));

impl BreakRules {
    /// Serializes the rules for [`BreakRules::from_bytes`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_class_map(&mut out, &self.dfa.classes);
        for number in [self.dfa.stride, self.dfa.lookahead_slots, self.dictionary_words_keep_status.into()] {
            push_leb128(&mut out, number);
        }
        // State numbers are stored above the flags, as small numbers.
        let stride = self.dfa.stride.max(1);
        let small = |cell: &u32| {
            let flags = cell.rotate_left(FLAG_BITS) & FLAG_MASK;
            (((cell & !FLAGS) / stride) << FLAG_BITS) | flags
        };
        // `Dfa::complete` computes the first cell of a row.
        let rows: Vec<Vec<u32>> =
            self.dfa.table.chunks(stride as usize).map(|row| row.iter().skip(1).map(small).collect()).collect();
        push_leb128(&mut out, rows.len() as u32);
        for (number, row) in rows.iter().enumerate() {
            push_row(&mut out, rows.part(..number), row);
        }
        push_series(
            &mut out,
            &self.dfa.dictionary.iter().map(|&is_dictionary| is_dictionary.into()).collect::<Vec<u32>>(),
        );
        for state in &self.dfa.states {
            let flags = u32::from(state.accept) << 1 | u32::from(state.dictionary);
            for number in [state.status, state.at_end / stride, state.mark.into(), flags] {
                push_leb128(&mut out, number);
            }
        }
        out
    }

    /// Reads rules from a committed file.
    pub(super) fn from_bytes(file: &[u8]) -> BreakRules {
        let mut table = TableCursor::open(file);
        let classes = table.class_map();
        let (stride, lookahead_slots, words_keep_status) = (table.leb128(), table.leb128(), table.leb128() != 0);
        let columns = stride.saturating_sub(1) as usize;
        let count = table.leb128() as usize;
        let mut small: Vec<u32> = Vec::new();
        for _ in 0..count {
            read_row(&mut table, &mut small, columns);
        }
        let full = |cell: &u32| ((cell >> FLAG_BITS) * stride) | (cell & FLAG_MASK).rotate_right(FLAG_BITS);
        let mut cells = Vec::with_capacity(small.len() + count);
        for row in small.chunks(columns.max(1)) {
            cells.push(0);
            cells.extend(row.iter().map(full));
        }
        let dictionary = table.series().iter().map(|&number| number != 0).collect();
        let states = (0..count)
            .map(|_| {
                let (status, at_end, mark, flags) = (table.leb128(), table.leb128(), table.leb128(), table.leb128());
                let (mark, accept) = (mark as u16, (flags >> 1) as u16);
                StateInfo { status, at_end: at_end * stride, mark, accept, dictionary: flags & 1 != 0 }
            })
            .collect();
        let dfa = Dfa { classes, stride, table: cells, states, dictionary, lookahead_slots };
        BreakRules::new(dfa, words_keep_status)
    }
}

/// Appends a row: the distance to the similar earlier row (0: a row of zeros), then groups of cells that are copied
/// from that row or stored here; the header of a group has its kind and length.
fn push_row(out: &mut Vec<u8>, before: &[Vec<u32>], row: &[u32]) {
    let zeros = vec![0; row.len()];
    let coded = |distance: u32, like: &[u32]| {
        let mut bytes = Vec::new();
        push_leb128(&mut bytes, distance);
        let pairs: Vec<(u32, bool)> = row.iter().zip(like).map(|(cell, other)| (*cell, cell == other)).collect();
        for piece in pairs.chunk_by(|one, two| one.1 == two.1) {
            let is_like = piece.first().is_some_and(|pair| pair.1);
            push_leb128(&mut bytes, (piece.len() as u32) << 1 | u32::from(is_like));
            piece.iter().filter(|_| !is_like).for_each(|(cell, _)| push_leb128(&mut bytes, *cell));
        }
        bytes
    };
    let others = before.iter().rev().zip(1..).map(|(like, distance)| coded(distance, like));
    out.extend(others.chain([coded(0, &zeros)]).min_by_key(Vec::len).unwrap_or_default());
}

/// Reads a row and appends it.
fn read_row(table: &mut TableCursor<'_>, cells: &mut Vec<u32>, columns: usize) {
    let (distance, end) = (table.leb128() as usize, cells.len() + columns);
    let like = (distance > 0).then_some(distance * columns);
    while cells.len() < end {
        let head = table.leb128();
        for _ in 0..(head >> 1).max(1) {
            let other = || like.and_then(|back| cells.get(cells.len().checked_sub(back)?)).copied().unwrap_or(0);
            let cell = if head & 1 != 0 { other() } else { table.leb128() };
            cells.push(cell);
        }
    }
}
