//! Algorithms and data of the Unicode standards. Nothing here knows JSON or tokens.

pub mod fold;
pub mod normalize;
pub mod rule_text;
pub mod text;
