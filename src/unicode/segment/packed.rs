//! Compiled rules as bytes, so that those that ship need no compiling. The layout is this module's own and follows the
//! order of the fields; it is bound to the version of the library.

use super::machine::{BreakRules, StateInfo};
use super::table::{Table, push_class_map, push_number, push_words};

impl BreakRules {
    /// The rules as bytes for [`BreakRules::unpack`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        push_class_map(&mut out, &self.classes);
        for number in [self.stride, self.slots, self.parts_have_status.into()] {
            push_number(&mut out, number as usize);
        }
        push_words(&mut out, self.table.iter().copied());
        push_words(&mut out, self.dictionary.iter().map(|&is_dictionary| is_dictionary.into()));
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
        let cells = table.words().to_vec();
        let dictionary = table.words().to_vec().into_iter().map(|word| word != 0).collect();
        let count = table.number();
        let states = (0..count)
            .map(|_| {
                let (status, at_end, kind) = (table.number(), table.number(), table.number());
                let (mark, accept) = ((kind & 0x7FFF) as u16, (kind >> 15 & 0xFFFF) as u16);
                StateInfo { status, at_end, mark, accept, dictionary: kind >> 31 != 0 }
            })
            .collect();
        BreakRules { classes, stride, table: cells, states, dictionary, slots, parts_have_status }
    }
}
