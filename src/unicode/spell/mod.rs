//! Rule-based number formats (LDML part 3, "Rule-Based Number Formatting"): format numbers as words, ordinals,
//! durations and in algorithmic numbering systems, and parse them, for the locales of CLDR 49 and user-defined rules.
//! Results equal those of ICU 79.1's `RuleBasedNumberFormat`. As in the C API, *write* is ICU's `format` and *read* its
//! `parse`; to *parse* without more is to parse rules or a part of a text.
//!
//! * Entry: `format`.
//! * Rules: `sections` splits a rule text, `rule_parser` parses it to `rules`, `plural_branches` (in the syntax of
//!   `message_pattern`) and `decimal_pattern`; `rule_sets` stores these by set; `locale` finds the rules of a locale in
//!   the shipped ones (`shipped_rules`).
//! * Writing: `integer_writer` writes integers by `compiled_rules` and `literal_arena`; `write` writes all other
//!   numbers, and is the reference of `integer_writer`; `plural_rules` selects plural branches.
//! * Reading: `read` is the entry. `full_match` parses texts that are numbers as a whole, with the filters of
//!   `part_filter` and `pair_bounds`; `longest_match` parses all other texts, and is the reference of `full_match`.
//!   `literal_search` finds literals, each once per text (`occurrences`); `index` has the rules (`indexed_rules`) and
//!   their `alphabet`; `lenient` folds texts; `long_text` cuts prose; `read_cache` keeps results. `reader` is the
//!   state, `unit_signature` a set of units.
//! * Terms: `number_prefilter` rejects terms that are no numbers in words, with `end_tables`, `end_literals`,
//!   `literal_trie`, `foreign_characters`, `character_units` and `term_units`; `digit_term` parses numbers in digits.
//! * Decimal numbers: `decimal`, `decimal_parser`, `symbols`.

mod alphabet;
mod character_units;
mod compiled_rules;
mod decimal;
mod decimal_parser;
mod decimal_pattern;
mod digit_term;
mod end_literals;
mod end_tables;
mod foreign_characters;
mod format;
mod full_match;
mod index;
mod indexed_rules;
mod integer_writer;
mod lenient;
mod literal_arena;
mod literal_search;
mod literal_trie;
mod locale;
mod long_text;
mod longest_match;
mod message_pattern;
mod number_prefilter;
mod occurrences;
mod pair_bounds;
mod part_filter;
mod plural_branches;
mod plural_rules;
#[cfg(test)]
mod properties;
mod read;
mod read_cache;
mod reader;
mod rule_parser;
mod rule_sets;
mod rules;
mod sections;
mod shipped_rules;
mod symbols;
mod term_units;
mod unit_signature;
mod write;

pub use decimal::{Decimal, MAX_FRACTION_DIGITS, Number};
pub use format::{RuleBasedNumberFormat, RuleSetError};
pub use literal_arena::SpellUnit;
pub use locale::{Opened, RuleSetGroup, locales};
pub use number_prefilter::NumberPrefilter;
pub use reader::{ParsedNumber, Scratch};
#[doc(hidden)]
pub use rule_sets::to_pack;
pub use write::WriteError;
