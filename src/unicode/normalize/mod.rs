//! Normalization (UAX #15) and the forms built on it: NFC, NFD, NFKC, NFKD, NFKC_Casefold, NFKC_Simple_Casefold
//! (UAX #44, UTS #46) and the search folding of UTR #30.
//!
//! A single pass with tables from `tools/fold-data` (Unicode 18.0), generic over the encoding, linear in the length of
//! the text, without recursion; it does not allocate once output and [`Scratch`] have their capacity. Results equal
//! those of ICU 79.1's `Normalizer2`; each ill-formed sequence becomes U+FFFD.
//!
//! * Entry: `normalizer`, a `form` in a mode (`form_normalizers`, `form_rules`); `filter` limits it to a set, `shared`
//!   shares it between components.
//! * Texts: `pass` copies what is inert and edits blocks (`copy`; `copy_runs` in UTF-8; `hangul`,
//!   `supplementary_runs`); `span` is the slow path between two boundaries. `writer` is the output, `pieces` are the
//!   edits, `fcd` is FCD.
//! * Checks: `check`, by the `quick_check_scan`.
//! * Terms of a batch: `context_free_terms`, else `normalized_terms`. Other callers: `normalized_part`,
//!   `decomposition`.
//! * Inert code points: `scan_tables`, and ranges that are learned from texts (`inert_ranges`, `learned_ranges`).
//! * Data: `record`, `table`, `data`; `rebuilt_table` changes a table for user mappings (`mapped_table`,
//!   `mapped_normalizer`) and `code_point_mappings`, `limited_table` limits it to a set.
//!
//! Not supported by design: UTS #46 processing, `.nrm` files, stream-safe text (UAX #15, section 13).

mod check;
mod code_point_mappings;
mod context_free_terms;
mod copy;
mod copy_runs;
mod data;
mod decomposition;
mod fcd;
mod filter;
mod form;
mod form_normalizers;
mod form_rules;
mod hangul;
mod inert_ranges;
mod learned_ranges;
mod limited_table;
mod mapped_normalizer;
mod mapped_table;
mod normalized_part;
mod normalized_terms;
mod normalizer;
mod pass;
mod pieces;
mod quick_check_scan;
mod rebuilt_table;
mod record;
mod scan_tables;
mod shared;
mod span;
mod supplementary_runs;
mod table;
mod writer;

pub use check::QuickCheck;
pub use context_free_terms::{ContextFreeEdits, ContextFreeTerms};
pub use filter::{CharSet, FilteredNormalizer};
pub use form::{Form, Mode};
pub use form_normalizers::normalizer_of_form;
pub use mapped_normalizer::canonical_source;
pub use mapped_table::MappingError;
pub use normalized_terms::Shifts;
pub use normalizer::Normalizer;
pub use pieces::{Piece, Sink};
pub use shared::{shared_limited_to, shared_with_mappings};
pub use span::Scratch;
pub use table::TABLE_BYTES;

pub(crate) use decomposition::Decomposer;
pub(crate) use form_normalizers::normalized;
pub(crate) use normalized_part::NormalizedPart;
pub(crate) use table::{combining_class, composites_starting_with, composites_with};
