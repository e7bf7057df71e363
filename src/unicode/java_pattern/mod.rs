//! Translates regular expressions in the syntax of `java.util.regex.Pattern` to that of `regex-automata`, with the
//! meaning that Java gives them: classes such as `\w` and `(?i)` are ASCII, `.` excludes all line terminators.
//!
//! What an automaton has no equivalent for is an error: look-around, back references, atomic groups and possessive
//! quantifiers, `\B`, `\G`, `\R`, `\X`, `(?m)`; and blocks (`\p{InGreek}`), Java's own properties
//! (`\p{javaLowerCase}`), and case beyond ASCII (`(?iu)`), which Java folds by rules of its own.
//!
//! Two meanings differ from Java's: `$` and `\Z` do not match before a final line terminator, and for `\b` a nonspacing
//! mark after a letter is no word character.

mod class;
mod error;
mod escape;
mod flags;
mod property;
mod quotation;
mod translator;

pub(crate) use error::PatternError;
pub(crate) use translator::translated;
