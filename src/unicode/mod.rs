//! Algorithms and data of the Unicode standards. Nothing here knows JSON or tokens.

pub mod collate;
pub mod rule_text;
pub mod text;
