//! Collation: sort keys and comparison (UTS #10; LDML part 5, "Collation"), for the root, the locales of CLDR 49 and
//! user-defined rules. Keys equal those of ICU 79.1 without their final zero byte.
//!
//! Overview: `fast` looks up collation elements and writes their weights in one pass; if they depend on context,
//! `elements` reads the text as NFD and looks them up in a `table`. `key` writes the levels after the first. `compare`
//! compares without writing keys. `reference`, for tests, writes one element at a time. `tailor` compiles rules, also
//! those of the shipped tailorings (`tools/collation-data`).
//!
//! * Opening: `locale` finds the `tailoring` of a locale in the `archive`; `collator` is the entry. `options`,
//!   `reorder` (`script_names`), and `key_plan`, which compiles them for the fast path; `key_context` and `derived` are
//!   shared data.
//! * Elements: `ce`, `root`, `ce_cache` (collation elements by character, for `fast`), `decompose`.
//! * Further keys: `identical` (a level), `natural` and `numeric` (numbers by value), `bound` (ranges of keys),
//!   `text_form` (keys as text), `primaries` (for the parser of numbers).
//!
//! Not supported: `decomposition: no` (text is always read as NFD; ruling U8), keys of unpaired surrogates (they are
//! U+FFFD; ruling T1), ICU's deviations from canonical equivalence (ruling U10). Limit: discontiguous contractions are
//! searched within the next 128 marks.

pub mod archive;
mod bound;
pub(crate) mod ce;
pub(crate) mod ce_cache;
pub(crate) mod collator;
mod compare;
pub(crate) mod decompose;
mod derived;
pub(crate) mod elements;
pub(crate) mod fast;
pub(crate) mod identical;
pub(crate) mod key;
pub(crate) mod key_context;
mod key_plan;
pub(crate) mod locale;
mod natural;
pub(crate) mod numeric;
pub(crate) mod options;
mod primaries;
#[cfg(test)]
mod reference;
pub(crate) mod reorder;
pub(crate) mod root;
pub(crate) mod script_names;
pub(crate) mod table;
pub mod tailor;
pub(crate) mod tailoring;
mod text_form;

pub use bound::{Bound, KeyRange, bound, key_after};
pub use ce::LEVEL_SEPARATOR;
pub use collator::{Collator, CollatorScratch, Key};
pub(crate) use fast::SHORT_KEY_CAPACITY;
pub(crate) use locale::rules_of_locale;
pub use locale::{LocaleError, LocaleWarning, Opened, compile_to_bytes, shipped_rules};
pub use natural::NaturalSort;
pub use options::{Alternate, CaseFirst, MaxVariable, Settings, Strength};
pub(crate) use primaries::Primaries;
pub use reorder::{ReorderCode, ReorderError};
pub use text_form::{TextFormError, from_base_32768, from_hex, to_base_32768, to_hex};
