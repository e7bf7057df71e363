//! Rule-based number formats (LDML part 3, "Rule-Based Number Formatting"): numbers written as words, ordinals, durations
//! and in other numbering systems, and read back, for the locales of CLDR 49 and rules of the user's own. Results are those of
//! ICU 79.1's `RuleBasedNumberFormat`.
//!
//! `parse` makes rules (`rules`) of the sections of a rule text (`sections`), `rule_sets` has them by set. Forwards, `program` runs them for whole numbers,
//! `write` for all others and as its reference. Backwards, `whole` reads texts that are numbers as a whole, by what `index` knows of
//! the rules, and `read` all others and as its reference; `matching` finds literals, `alphabet` and `lenient` are what reading makes
//! of a text. `decimal`, `pattern` and `symbols` are decimal numbers as locales write them, `digits` reads them from running text,
//! `plural` chooses plural branches, `starts` and `pieces` tell which terms can't be numbers, `locale` finds the rules of a locale in
//! those that are shipped (`packed`).

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
