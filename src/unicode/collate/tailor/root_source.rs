//! The source of the root table. Used by `tools/collation-data` only.

use std::collections::BTreeMap;

use super::mappings::TailoringMappings;
use super::write::{TableSections, write};
use crate::unicode::collate::table::{Section, TableData};

/// The root collation as lists.
#[derive(Debug, Default)]
pub struct RootSource {
    /// Prefix, string and CEs of all mappings; all strings are NFD.
    pub mappings: Vec<(Vec<u32>, Vec<u32>, Vec<u64>)>,
    /// Digits and their values.
    pub digits: BTreeMap<u32, u8>,
    /// The index of the group start per script, then per special group.
    pub scripts: Vec<u32>,
    /// The number of scripts in `scripts`.
    pub script_count: u32,
    /// The first primaries of the groups, upper 16 bits.
    pub starts: Vec<u32>,
    /// The lead bytes that keys compress where they repeat.
    pub compressible: Vec<u8>,
    /// The root elements, as generated.
    pub elements: Vec<u32>,
    /// The lead byte of numbers, as a primary.
    pub numeric_primary: u32,
}

impl RootSource {
    /// Compiles the root table to bytes.
    ///
    /// # Errors
    /// More mappings than a table can address.
    pub fn compile(self) -> Result<Vec<u8>, &'static str> {
        let mut mappings = TailoringMappings::new(None);
        for (prefix, string, ces) in &self.mappings {
            mappings.add(prefix, string, ces);
        }
        let mut compressible = vec![0u32; 8];
        for lead in self.compressible {
            if let Some(bits) = compressible.get_mut(usize::from(lead) / 32) {
                *bits |= 1 << (lead % 32);
            }
        }
        let extra = TableSections {
            sparse: false,
            digits: self.digits,
            sections: vec![
                (Section::Scripts, self.scripts),
                (Section::Starts, self.starts),
                (Section::Compressible, compressible),
                (Section::Elements, self.elements),
                (Section::Values, vec![self.numeric_primary, self.script_count]),
            ],
        };
        write(&mut mappings, &extra).map(|words| bytes(&words))
    }
}

/// The bytes of a table.
pub(crate) fn bytes(words: &TableData) -> Vec<u8> {
    words.all().concat()
}

/// Whether a code point has a canonical decomposition.
pub fn decomposes(c: u32) -> bool {
    crate::unicode::collate::decompose::decomposes(c)
}

/// The primary `steps` steps after another one.
pub fn step(primary: u32, compressible: bool, steps: u32) -> u32 {
    crate::unicode::collate::ce::step_primary(primary, compressible, i64::from(steps))
}
