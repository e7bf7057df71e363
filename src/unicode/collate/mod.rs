//! Collation: sort keys and comparison (UTS #10, LDML part 5 "Collation").
pub mod archive;
mod bound;
pub(crate) mod ce;
pub(crate) mod collator;
mod compare;
pub(crate) mod decompose;
pub(crate) mod elements;
pub(crate) mod identical;
pub(crate) mod key;
pub(crate) mod locale;
mod natural;
pub(crate) mod numeric;
pub(crate) mod options;
pub(crate) mod reorder;
pub(crate) mod root;
pub(crate) mod script_names;
pub(crate) mod table;
pub mod tailor;
pub(crate) mod tailoring;
mod text_form;

pub use bound::{Bound, KeyRange, bound};
pub use collator::{Collator, State};
pub use locale::{LocaleError, LocaleWarning, Opened, shipped_rules};
pub use natural::NaturalSort;
pub use options::{Alternate, CaseFirst, MaxVariable, Settings, Strength};
pub use reorder::{ReorderCode, ReorderError};
pub use text_form::{TextFormError, from_base_32768, from_hex, to_base_32768, to_hex};
