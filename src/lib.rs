//! Text analysis for search engines: compiles an index definition (JSON) to analyzers, which turn text into tokens and
//! sort keys equal to those of ICU 79.1 and of the ICU analysis plugins of Elasticsearch, OpenSearch and Lucene.
//!
//! ```
//! use unic_analysis::{CompileOptions, compile};
//!
//! let definition = br#"{"analysis": {"analyzer": {"text": {"type": "unic_analyzer"}}}}"#;
//! let analyzer = compile(definition, Some("text"), &CompileOptions::default())?.analyzer;
//! let mut stream = analyzer.stream();
//! let mut terms = Vec::new();
//! stream.analyze("Straße nach Köln".as_bytes())?.for_each(|token| {
//!     terms.push((String::from_utf8_lossy(token.term).into_owned(), token.start, token.end));
//! })?;
//! assert_eq!(terms[0], ("strasse".to_owned(), 0, 7));
//! assert_eq!(terms[2], ("koln".to_owned(), 13, 18));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`compile`] compiles one analyzer of a definition, [`ParsedDefinition`] all of them. An [`Analyzer`] is immutable
//! and shared; a [`Stream`] is its working state, one per thread. Texts are UTF-8 (`&[u8]`) or UTF-16 (`&[u16]`), may
//! be ill-formed, and have equal tokens and keys in both encodings.
//!
//! The algorithms are also available without JSON and tokens: [`segment`], [`normalize`], [`collate`], [`set`],
//! [`transform`], [`spell`].
//!
//! The internal modules are layers, each of which depends only on those below it: `capi` (the C ABI), `config`
//! (compiles definitions), `analysis` (components, the token pipeline), `unicode` (algorithms and data).

// The layers have more items for the programs and tests of this repository than the library needs.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unused_imports))]
// Input must never end the process, so code outside of tests has no construct that can panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::unimplemented,
        clippy::unreachable,
        clippy::indexing_slicing
    )
)]

// The layers are public for the programs, benchmarks and tests of this repository only (feature `internals`); they are
// not covered by semantic versioning.
#[cfg(not(feature = "internals"))]
mod analysis;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod analysis;
// The examples in the comments are C; `c-tests` compiles similar code.
#[cfg(all(feature = "capi", not(feature = "internals"), not(doctest)))]
mod capi;
#[cfg(all(feature = "capi", feature = "internals", not(doctest)))]
#[doc(hidden)]
pub mod capi;
#[cfg(not(feature = "internals"))]
mod config;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod config;
mod lazy;
mod memory;
mod threads;
#[cfg(not(feature = "internals"))]
mod unicode;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod unicode;

pub use analysis::chain::TextLimits;
pub use analysis::stream::{OwnedToken, StreamUnit};
pub use analysis::{
    Analyzer, End, InputToken, KeyError, OffsetUnit, OwnedStream, Stream, TextError, Token, TokenFilterStream,
    TokenType, Tokens,
};
pub use config::option_files::FileSource;
pub use config::{
    CompileOptions, Compiled, ConfigError, ConfigErrors, DefinedAnalyzer, ErrorCategory, ParsedDefinition, Warning,
    compile,
};

/// Segmentation: grapheme clusters, words, sentences, lines (UAX #29, UAX #14, with CLDR's tailorings and
/// dictionaries), and custom break rules.
///
/// ```
/// use unic_analysis::segment::BreakKind;
///
/// let rules = BreakKind::Word.rules("th").ok_or("a build without dictionaries")?;
/// let text = "สวัสดีชาวโลก";
/// let words: Vec<&str> = rules.segments(text.as_bytes()).map(|word| &text[word.start..word.end]).collect();
/// assert_eq!(words, ["สวัสดี", "ชาว", "โลก"]);
/// # Ok::<(), &str>(())
/// ```
pub mod segment {
    pub use crate::unicode::segment::{BreakKind, BreakRules, LineStrictness, Segment, Segments, SentenceExceptions};
}

/// Normalization: NFC, NFD, NFKC, NFKD, FCD, NFKC_Casefold and UTR #30 folding, with custom mappings (UAX #15).
///
/// ```
/// use unic_analysis::normalize::{Form, Normalizer, Scratch};
///
/// let mut out = Vec::new();
/// Normalizer::new(Form::NfkcCf).normalize("Ｓtraße ﬁn".as_bytes(), &mut out, &mut Scratch::default());
/// assert_eq!(out, b"strasse fin");
/// ```
pub mod normalize {
    pub use crate::unicode::fold::{Expansion, LanguageError, language_mappings, languages, with_mappings};
    pub use crate::unicode::normalize::{Form, MappingError, Mode, Normalizer, QuickCheck, Scratch};
}

/// Collation: sort keys and comparison by CLDR's root order, its locales, and custom rules (UTS #10, UTS #35 part 5).
///
/// ```
/// use unic_analysis::collate::{Collator, CollatorScratch};
///
/// let collator = Collator::open("sv")?.collator;
/// let mut scratch = CollatorScratch::default();
/// let mut names = ["Öberg", "Zorn", "Åkesson", "Olsson"];
/// names.sort_by_cached_key(|name| collator.key(name.as_bytes(), &mut scratch).to_vec());
/// assert_eq!(names, ["Olsson", "Zorn", "Åkesson", "Öberg"]);
/// # Ok::<(), unic_analysis::collate::LocaleError>(())
/// ```
pub mod collate {
    pub use crate::unicode::collate::{
        Alternate, Bound, CaseFirst, Collator, CollatorScratch, KeyRange, LocaleError, LocaleWarning, MaxVariable,
        NaturalSort, Opened, ReorderCode, ReorderError, Settings, Strength, TextFormError, bound, from_base_32768,
        from_hex, to_base_32768, to_hex,
    };
}

/// Sets of characters and strings in the pattern language of ICU (UTS #18, UTS #35).
///
/// ```
/// use unic_analysis::set::UnicodeSet;
///
/// let set = UnicodeSet::parse("[[:Greek:]&[:Lu:]]")?;
/// assert!(set.contains('Ω' as u32) && !set.contains('ω' as u32));
/// # Ok::<(), unic_analysis::set::RuleError>(())
/// ```
pub mod set {
    pub use crate::unicode::rule_text::{Limits, RuleError};
    pub use crate::unicode::set::{Matcher, UnicodeSet};
}

/// Transforms of CLDR and ICU by id, and custom rules (UTS #35 part 2).
///
/// ```
/// use unic_analysis::transform::{Direction, Transform, transform};
///
/// let latin = Transform::new("Any-Latin; Latin-ASCII", Direction::Forward)?;
/// assert_eq!(transform(&latin, "Москва")?, "Moskva");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod transform {
    pub use crate::unicode::transform::{Direction, LimitReached, Runner, Transform, TransformError, transform};
}

/// Numbers spelled out and parsed: rule-based number formats (UTS #35 part 3).
///
/// ```
/// use unic_analysis::spell::{RuleSetGroup, Number, RuleBasedNumberFormat};
///
/// let german = RuleBasedNumberFormat::open("de", RuleSetGroup::Spellout).format;
/// let mut words = String::new();
/// german.write(&Number::Integer(123), &mut words)?;
/// assert_eq!(words, "ein\u{ad}hundert\u{ad}drei\u{ad}und\u{ad}zwanzig");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub mod spell {
    pub use crate::unicode::spell::{
        Decimal, Number, Opened, ParsedNumber, RuleBasedNumberFormat, RuleSetError, RuleSetGroup, Scratch, WriteError,
        locales,
    };
}
