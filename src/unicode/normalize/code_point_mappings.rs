//! Normalizers of mappings of single code points, without a form: all other code points are inert, and nothing is
//! decomposed, reordered or composed. So the pass over a text ([`super::pass`]) replaces each code point independently,
//! at the speed of a normalization.

use super::form::{Form, Mode};
use super::limited_table;
use super::normalizer::Normalizer;
use super::rebuilt_table::RebuiltTable;
use super::record::{self, BOUNDARY_AFTER, BOUNDARY_BEFORE, COMPOSE_NO, MAX_STRING, RecordWithString, Relations};
use super::table::{FormTable, TablePart};
use std::collections::BTreeMap;

/// All code points are starters that compose with none.
struct Unrelated;

impl Relations for Unrelated {
    fn ccc(&self, _: char) -> u8 {
        0
    }

    fn compose(&self, _: char, _: char) -> Option<char> {
        None
    }

    fn combines_back(&self, _: char) -> bool {
        false
    }

    fn combines_forward(&self, _: char, _: &dyn Fn(u8) -> bool) -> bool {
        false
    }
}

impl Normalizer {
    /// Creates a normalizer that replaces code points by strings (empty: removes them) in any context, and does not map
    /// the results. `None` if there are too many different results for the tables, or one is too long.
    pub fn of_code_point_mappings(mappings: &BTreeMap<char, String>) -> Option<Normalizer> {
        let mut records = BTreeMap::new();
        for (c, target) in mappings {
            records.insert(*c, record_of(*c, target)?);
        }
        let inert = limited_table::build(&Form::Nfc.table(), std::iter::once((0, char::MAX.into())))?;
        // No inert code point has a string.
        let inert = FormTable { strings: TablePart::Built(Box::default()), ..inert };
        let mut normalizer = Normalizer::from_table(RebuiltTable::new(&inert).apply(&records).ok()?, Mode::Compose);
        normalizer.has_hangul_runs = false;
        Some(normalizer)
    }
}

fn record_of(c: char, target: &str) -> Option<RecordWithString> {
    if target.is_empty() {
        // Nothing depends on the neighbours that a removal brings together.
        let meta = u32::from(record::REMOVED) << 24 | BOUNDARY_BEFORE | BOUNDARY_AFTER | COMPOSE_NO;
        return Some(RecordWithString { meta, delta: 0, string: Vec::new() });
    }
    let target: Vec<char> = target.chars().collect();
    let length: usize = target.iter().map(|c| c.len_utf16()).sum();
    let mapping = (target != [c]).then_some(target.as_slice());
    (length <= MAX_STRING).then(|| record::classify(c, mapping, &Unrelated))
}

#[cfg(test)]
mod tests {
    use super::super::Scratch;
    use super::*;
    use crate::unicode::text::{CodeUnit, from_str, to_string};
    use proptest::prelude::*;

    fn check<U: CodeUnit>(normalizer: &Normalizer, text: &str, expected: &str) {
        let mut out = Vec::new();
        normalizer.normalize(&from_str::<U>(text), &mut out, &mut Scratch::default());
        assert_eq!(to_string(&out), expected, "{text}");
    }

    proptest! {
        #[test]
        fn each_code_point_is_mapped_alone(
            mappings in prop::collection::btree_map("[a-eA-Cä가각\u{1100}-\u{1103}\u{301}-\u{303}一-丅😀\u{10400}]", "[a-eä\u{301}가丁😀]{0,3}", 0..20),
            parts in prop::collection::vec("[a-eA-C ]{0,70}|[ä\u{301}\u{302}a]{0,9}|[가각\u{1100}\u{1161}]{0,70}|[一-丅]{0,90}|[\u{10400}😀]{0,20}", 0..6),
        ) {
            let text = parts.concat();
            let mapped = |c: char| mappings.get(&c.to_string()).cloned().unwrap_or(c.to_string());
            let expected: String = text.chars().map(mapped).collect();
            let of = |(source, target): (&String, &String)| (source.chars().next().unwrap(), target.clone());
            let normalizer = Normalizer::of_code_point_mappings(&mappings.iter().map(of).collect()).unwrap();
            check::<u8>(&normalizer, &text, &expected);
            check::<u16>(&normalizer, &text, &expected);
        }
    }
}
