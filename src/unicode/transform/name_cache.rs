//! A cache of character names.

use crate::unicode::character_name;

/// The results of recent code points, since a text has few distinct ones and a name takes a search and its
/// decompression: one per value of the low ten bits of the code point.
#[derive(Debug, Default)]
pub(super) struct NameCache {
    /// The code point and its result, which is empty in slots that are not in use.
    slots: Vec<(u32, Vec<u32>)>,
}

const SLOTS: usize = 1024;

impl NameCache {
    /// `\N{name}`.
    pub(super) fn get(&mut self, c: u32) -> &[u32] {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, (0, Vec::new()));
        }
        let Some((known, result)) = self.slots.get_mut(c as usize % SLOTS) else { return &[] };
        if *known != c || result.is_empty() {
            *known = c;
            result.clear();
            let name = character_name::extended_name(c);
            result.extend("\\N{".chars().chain(name.chars()).chain(['}']).map(u32::from));
        }
        result
    }
}
