//! Normalization (UAX #15) and the forms built on it: NFC, NFD, NFKC, NFKD, NFKC_Casefold, NFKC_Simple_Casefold
//! (UAX #44, UTS #46) and the search folding of UTR #30.
//!
//! A single pass with tables from `tools/fold-data` (Unicode 18.0), generic over the encoding, linear in the length of
//! the text, without recursion; it does not allocate once output and [`Scratch`] have their capacity. Results equal
//! those of ICU 79.1's `Normalizer2`; each ill-formed sequence becomes U+FFFD.
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
