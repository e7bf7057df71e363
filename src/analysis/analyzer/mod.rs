//! Analyzer types: how the chain of each one is assembled. One file per type, named as in definitions.

pub mod custom;
pub mod hyphen;
pub mod keyword;
pub mod naturalsort;
pub mod simple;
pub mod standard;
pub mod stop;
pub mod unic_analyzer;
pub mod unic_collation;
pub mod whitespace;

use crate::analysis::chain::Chain;
use crate::analysis::component::ChainStep;
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, OptionValue, Options};
use crate::analysis::token_filter::stop::{IGNORE_CASE, SPEC as STOP, STOPWORDS, STOPWORDS_PATH};

/// The option `char_filter` of every analyzer that is a chain.
pub static CHAR_FILTER: OptionSpec =
    OptionSpec::absent("char_filter", OptionKind::References(ComponentKind::CharFilter), "char filters, first to last");

/// The option `filter` of every analyzer that is a chain.
pub static FILTER: OptionSpec =
    OptionSpec::absent("filter", OptionKind::References(ComponentKind::TokenFilter), "token filters, first to last");

/// The option `position_increment_gap` of every analyzer (ruling N9).
pub static POSITION_INCREMENT_GAP: OptionSpec = OptionSpec {
    name: "position_increment_gap",
    aliases: &["position_offset_gap", "offset_gap"],
    kind: OptionKind::Integer { min: -1, max: i32::MAX as i64 },
    default: OptionDefault::Absent,
    help: "used by engines that index several values per field; has no effect on a single text",
    fingerprint: FingerprintPart::Nothing,
};

impl Chain {
    /// The value of `position_increment_gap`; `None` if the definition has none.
    pub fn position_increment_gap(&self) -> Option<i64> {
        let mut options = self.options.iter();
        options.find_map(|(name, value)| match value {
            OptionValue::Integer(gap) if name == POSITION_INCREMENT_GAP.name => Some(*gap),
            _ => None,
        })
    }
}

/// The option `stopwords_case`: the name that analyzers of Elasticsearch use for `ignore_case` of `stop`.
pub static STOPWORDS_CASE: OptionSpec =
    OptionSpec::boolean("stopwords_case", false, "stop words match case-insensitively: `stopwords` are lower-cased");

/// The step `stop` of an analyzer that takes the filter's word list.
fn stop_filter(options: &Options) -> ChainStep {
    let mut words = options.only(&[&STOPWORDS, &STOPWORDS_PATH]);
    words.set(&IGNORE_CASE, OptionValue::Boolean(options.boolean(&STOPWORDS_CASE)));
    ChainStep::built_in(&STOP, &words)
}
