//! Analyzer types: how each one's chain is put together. One file per type, named as in definitions.

pub mod custom;
pub mod hyphen;
pub mod naturalsort;
pub mod unic_analyzer;
pub mod unic_collation;

use crate::analysis::options::{Kind, OptionDefault, OptionKind, OptionSpec};

/// `char_filter`: every analyzer that is a chain takes it.
pub static CHAR_FILTER: OptionSpec =
    OptionSpec::absent("char_filter", OptionKind::References(Kind::CharFilter), "char filters, first to last");

/// `filter`: every analyzer that is a chain takes it.
pub static FILTER: OptionSpec =
    OptionSpec::absent("filter", OptionKind::References(Kind::TokenFilter), "token filters, first to last");

/// `position_increment_gap` (ruling N9): every analyzer takes it.
pub static POSITION_INCREMENT_GAP: OptionSpec = OptionSpec {
    name: "position_increment_gap",
    aliases: &["position_offset_gap", "offset_gap"],
    kind: OptionKind::Integer { min: -1, max: i32::MAX as i64 },
    default: OptionDefault::Absent,
    help: "for engines that join several texts in one field; no effect on one text",
};
