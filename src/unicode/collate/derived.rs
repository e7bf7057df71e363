//! What follows from tables and an order of groups, shared by all collators of both.

use crate::unicode::hangul::{self, JAMO_COUNT};
use std::sync::Arc;

use super::ce_cache::{CeCache, PrimaryEncoder};
use super::reorder::{ReorderCode, Reordering};
use super::root::root;
use super::table::{self, Tables, Word};

/// The reordering, and the packed CEs with reordered primaries.
#[derive(Clone, Debug)]
pub(crate) struct DerivedTables {
    pub(super) reordering: Arc<Reordering>,
    pub(super) reorder_codes: Arc<[ReorderCode]>,
    pub(super) jamo: Option<Arc<[u32; JAMO_COUNT]>>,
    pub(super) cache: Arc<CeCache>,
}

impl DerivedTables {
    /// `unsafe_ranges`: those of the tailoring. `root_cache`: equal parts are copied or shared.
    pub(super) fn new(
        tables: &Tables<'_>,
        unsafe_ranges: &[Word],
        reordering: Reordering,
        codes: &[ReorderCode],
        root_cache: Option<&CeCache>,
    ) -> DerivedTables {
        let codes: &[ReorderCode] = if reordering.is_none() { &[] } else { codes };
        let jamo = jamo(tables);
        let primaries = PrimaryEncoder { reordering: &reordering, compressible: &root().compressible };
        let unsafe_ranges = [root().unsafe_ranges(), unsafe_ranges];
        let base = root_cache.filter(|_| reordering.is_none());
        let mut cache = CeCache::new(tables, jamo.as_ref(), primaries, unsafe_ranges, base);
        root_cache.into_iter().for_each(|root| cache.share_pages(root));
        DerivedTables {
            reordering: Arc::new(reordering),
            reorder_codes: codes.into(),
            jamo: jamo.map(Arc::new),
            cache: Arc::new(cache),
        }
    }
}

/// The CE32s of the conjoining jamo, unless one of them depends on context.
fn jamo(tables: &Tables<'_>) -> Option<[u32; JAMO_COUNT]> {
    let mut ce32s = [0; JAMO_COUNT];
    for (slot, c) in ce32s.iter_mut().zip(hangul::all_jamo()) {
        *slot = tables.ce32(c);
        if matches!(table::tag(*slot), table::PREFIX_OR_CONTRACTION | table::MARK | table::DECOMPOSE) {
            return None;
        }
    }
    Some(ce32s)
}
