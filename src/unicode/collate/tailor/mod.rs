//! From rules to a table (LDML part 5, "Collation tailoring").

pub(crate) mod mappings;
pub mod root_source;
pub(crate) mod write;
