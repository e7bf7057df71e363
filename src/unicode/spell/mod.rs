//! Rule-based number formats (LDML part 3, "Rule-Based Number Formatting"): format numbers as words, ordinals, durations and in
//! algorithmic numbering systems, and parse them, for the locales of CLDR 49 and user-defined rules. Results equal those of ICU
//! 79.1's `RuleBasedNumberFormat`.
//!
//! Overview. Rules: `sections` splits a rule text, `parse` parses it to `rules`, `rule_sets` stores these by set; `locale`
//! finds the rules of a locale in the shipped ones (`packed`). Formatting: `program` runs compiled rules for integers, `write`
//! formats all other numbers and is the reference of `program`. Parsing: `whole` parses texts that are numbers as a whole, with
//! the filters of `index`; `read` parses all other texts and is the reference of `whole`; `matching` finds literals, `alphabet`
//! and `lenient` classify and fold a text. Decimal numbers: `decimal`, `pattern` and `symbols` in the format of a locale,
//! `digits` in running text. `plural` selects plural branches, `starts` and `pieces` are prefilters for terms.

mod alphabet;
mod decimal;
mod decimal_digit;
mod digits;
mod format;
mod index;
mod lenient;
mod locale;
mod matching;
mod packed;
mod parse;
mod part_cache;
mod pattern;
mod pieces;
mod plural;
mod program;
#[cfg(test)]
mod properties;
mod read;
mod reader;
mod rule_sets;
mod rules;
mod sections;
mod starts;
mod symbols;
mod whole;
mod write;

pub use decimal::{Decimal, MAX_FRACTION_DIGITS, Number};
pub use format::{RuleBasedNumberFormat, RuleSetError};
pub use locale::{Group, Opened, locales};
pub use program::SpellUnit;
pub use reader::{Reading, Scratch};
#[doc(hidden)]
pub use rule_sets::to_pack;
pub use starts::Starts;
pub use write::WriteError;
