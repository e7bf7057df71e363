//! Collation: sort keys and comparison (UTS #10, LDML part 5 "Collation").
pub mod archive;
pub(crate) mod ce;
pub(crate) mod collator;
pub(crate) mod decompose;
pub(crate) mod elements;
pub(crate) mod identical;
pub(crate) mod key;
pub(crate) mod locale;
pub(crate) mod numeric;
pub(crate) mod options;
pub(crate) mod reorder;
pub(crate) mod root;
pub(crate) mod script_names;
pub(crate) mod table;
pub mod tailor;
pub(crate) mod tailoring;

pub use collator::{Collator, State};
pub use locale::{LocaleError, LocaleWarning, Opened, shipped_rules};
pub use options::{Alternate, CaseFirst, MaxVariable, Settings, Strength};
pub use reorder::{ReorderCode, ReorderError};
