//! Segments of text: break rules (UAX #29, UAX #14 and rules of the user's own) and, where the rules leave it to them,
//! dictionaries.

mod class_map;
mod machine;
mod rules;

pub use machine::{BreakRules, Segment, Segments};
