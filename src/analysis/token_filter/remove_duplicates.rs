//! Token filter `remove_duplicates`: removes a token if a preceding token at its position has an equal term.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::unicode::text::{Buffer, CodeUnit};
use std::collections::{HashMap, TryReserveError};
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// The component type of the token filter `remove_duplicates`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "remove_duplicates",
    help: "removes tokens with the same term at the same position",
    options: &[],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|_, _| Ok(Arc::new(RemoveDuplicatesFilter::default()))),
};

/// The token filter `remove_duplicates`. It keeps the terms of the current position, which may continue in the next
/// batch.
#[derive(Clone, Debug, Default)]
pub struct RemoveDuplicatesFilter {
    units: Buffer,
    terms: PositionTerms,
}

impl<U: CodeUnit> TokenFilter<U> for RemoveDuplicatesFilter {
    fn reset(&mut self) {
        self.terms.clear(self.units.of::<U>());
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let RemoveDuplicatesFilter { units, terms } = self;
        let units = units.of::<U>();
        let mut kept = 0;
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at).copied() else { break };
            let term = batch.units(text, token.term);
            if token.position_increment > 0 {
                terms.clear(units);
            } else if terms.contain(units, term) {
                continue;
            }
            if terms.add(units, term).is_err() {
                return batch.record_out_of_memory();
            }
            if let Some(slot) = batch.tokens.get_mut(kept) {
                *slot = token;
            }
            kept += 1;
        }
        batch.tokens.truncate(kept);
    }
}

/// The number of terms that are compared one by one; more are found by their hashes.
const MAX_COMPARED: usize = 16;

/// The different terms of a position, by their ranges in a buffer of units. A position may have any number of them: the
/// host of a filter gives its tokens.
#[derive(Clone, Debug, Default)]
struct PositionTerms {
    ranges: Vec<Range<usize>>,
    /// With more than [`MAX_COMPARED`] terms, the index of each term by its hash. The hash function is a random one,
    /// for which nobody can choose terms that collide; should it happen, a duplicate remains.
    by_hash: HashMap<u64, usize>,
}

impl PositionTerms {
    /// Starts another position.
    fn clear<U>(&mut self, units: &mut Vec<U>) {
        units.clear();
        self.ranges.clear();
        self.by_hash.clear();
    }

    fn contain<U: CodeUnit>(&self, units: &[U], term: &[U]) -> bool {
        let is_equal = |range: &Range<usize>| units.get(range.clone()) == Some(term);
        if self.by_hash.is_empty() {
            return self.ranges.iter().any(is_equal);
        }
        self.by_hash.get(&self.hash(term)).and_then(|&at| self.ranges.get(at)).is_some_and(is_equal)
    }

    /// Adds a term that is not there yet.
    fn add<U: CodeUnit>(&mut self, units: &mut Vec<U>, term: &[U]) -> Result<(), TryReserveError> {
        units.try_reserve(term.len())?;
        self.ranges.try_reserve(1)?;
        self.ranges.push(units.len()..units.len() + term.len());
        units.extend_from_slice(term);
        if self.ranges.len() > MAX_COMPARED {
            let without_hash = self.by_hash.len()..self.ranges.len();
            self.by_hash.try_reserve(without_hash.len())?;
            for at in without_hash {
                let term = self.ranges.get(at).and_then(|range| units.get(range.clone())).unwrap_or(&[]);
                self.by_hash.entry(self.hash(term)).or_insert(at);
            }
        }
        Ok(())
    }

    fn hash<U: CodeUnit>(&self, term: &[U]) -> u64 {
        let mut hasher = self.by_hash.hasher().build_hasher();
        term.iter().for_each(|&unit| hasher.write_u16(Into::<u32>::into(unit) as u16));
        hasher.finish()
    }
}
