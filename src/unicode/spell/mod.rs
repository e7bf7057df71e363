//! Rule-based number formats (LDML part 3, "Rule-Based Number Formatting"): numbers written as words, ordinals, durations
//! and in other numbering systems, and read back, for the locales of CLDR 49 and rules of the user's own. Results are those of
//! ICU 79.1's `RuleBasedNumberFormat`.
//!
//! `rules` reads a rule text into rule sets, `write` runs them forwards, `read` backwards; `lenient` is what lenient reading
//! makes of a text. `decimal`, `pattern` and `symbols` are decimal numbers as locales write them, `digits` reads them from
//! running text, `plural` chooses plural branches, `starts` tells which
//! terms can't be numbers, `locale` holds the shipped rules.

mod decimal;
mod digits;
mod format;
mod lenient;
mod locale;
mod pattern;
mod plural;
mod read;
mod rules;
mod starts;
mod symbols;
mod write;

pub use decimal::{Decimal, MAX_FRACTION_DIGITS, Number};
pub use format::{RuleBasedNumberFormat, RuleSetError};
pub use locale::{Group, Opened, locales};
pub use read::{Reading, Scratch};
pub use starts::Starts;
pub use write::WriteError;
