//! Compiled rules as bytes, so that those that ship need no compiling. The layout is this module's own and follows the
//! order of the fields; it is bound to the version of the library.

use super::machine::{BreakRules, FLAGS, StateInfo};
use super::table::{Table, push_class_map, push_number, push_numbers};

const FLAG_BITS: u32 = 5;
const FLAG_MASK: u32 = (1 << FLAG_BITS) - 1;

impl BreakRules {
    /// The rules as bytes for [`BreakRules::unpack`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_class_map(&mut out, &self.classes);
        for number in [self.stride, self.slots, self.parts_have_status.into()] {
            push_number(&mut out, number as usize);
        }
        // Flags in front and numbers of states for rows, which are small numbers.
        let stride = self.stride.max(1);
        let small = |cell: &u32| {
            let flags = cell.rotate_left(FLAG_BITS) & FLAG_MASK;
            (((cell & !FLAGS) / stride) << FLAG_BITS) | flags
        };
        // The first cell of a row is made when it is read.
        let cells: Vec<u32> =
            self.table.chunks(stride as usize).flat_map(|row| row.iter().skip(1).map(small)).collect();
        push_numbers(&mut out, cells.iter().copied());
        push_numbers(&mut out, self.dictionary.iter().map(|&is_dictionary| u32::from(is_dictionary)));
        push_number(&mut out, self.states.len());
        for state in &self.states {
            let kind = u32::from(state.mark) | u32::from(state.accept) << 15 | u32::from(state.dictionary) << 31;
            for number in [state.status, state.at_end, kind] {
                push_number(&mut out, number as usize);
            }
        }
        out
    }

    /// Rules from a committed file.
    pub(super) fn unpack(file: &'static [u8]) -> BreakRules {
        let mut table = Table::open(file);
        let classes = table.class_map();
        let (stride, slots, parts_have_status) = (table.number(), table.number(), table.number() != 0);
        let mut cells = Vec::new();
        let columns = stride.saturating_sub(1).max(1) as usize;
        let small = table.numbers();
        for row in small.chunks(columns) {
            cells.push(0);
            let full = |cell: &u32| ((cell >> FLAG_BITS) * stride) | (cell & FLAG_MASK).rotate_right(FLAG_BITS);
            cells.extend(row.iter().map(full));
        }
        let dictionary = table.numbers().into_iter().map(|number| number != 0).collect();
        let count = table.number();
        let states = (0..count)
            .map(|_| {
                let (status, at_end, kind) = (table.number(), table.number(), table.number());
                let (mark, accept) = ((kind & 0x7FFF) as u16, (kind >> 15 & 0xFFFF) as u16);
                StateInfo { status, at_end, mark, accept, dictionary: kind >> 31 != 0 }
            })
            .collect();
        let rules = BreakRules {
            classes,
            stride,
            table: cells,
            states,
            dictionary,
            slots,
            parts_have_status,
            ..BreakRules::default()
        };
        rules.finished()
    }
}
