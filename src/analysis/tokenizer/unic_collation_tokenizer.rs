//! Tokenizer `unic_collation_tokenizer`: the tokens of `unic_tokenizer`, with their sort keys as terms, in base
//! 32768 with a final zero byte (rulings U10, U10a).
//!
//! It takes the options of `unic_tokenizer` and of collation. `rules` and `locale`, which exist in both, are those of
//! collation; the locale also selects the rules of sentences and lines.

use crate::analysis::batch::Batch;
use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component::{Build, ComponentSpec, Tokenizer};
use crate::analysis::options::{FingerprintPart, OptionSpec, OptionValue, Options, joined};
use crate::analysis::sort_key::unic_collation::{self as collation, key_maker};
use crate::analysis::sort_key::{SortKeyComponent, TermContent};
use crate::analysis::tokenizer::segment_tokenizer::SegmentTokenizer;
use crate::analysis::tokenizer::unic_tokenizer as words;
use crate::analysis::tokenizer::unic_tokenizer_options::{self as word_options, SHARED_OPTIONS, rules_of_mode};
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// The component type of the tokenizer `unic_collation_tokenizer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_collation_tokenizer",
    help: "splits text like `unic_tokenizer`, and emits the sort key of each token as text",
    options: &OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, warnings| Ok(Arc::new(build(options, warnings)?))),
};

/// The option `mode` of `unic_tokenizer`, with the rules of the locale in its fingerprint: that of `locale` covers the
/// collation only.
static MODE: OptionSpec = OptionSpec {
    fingerprint: FingerprintPart::Meaning(|options| {
        let rules = break_locale(options).and_then(|locale| rules_of_mode(options, locale)).unwrap_or_default();
        Some([options.text_with_default(&MODE).to_owned()].into_iter().chain(rules).collect())
    }),
    ..word_options::MODE
};

static WORD_OPTIONS: [&OptionSpec; SHARED_OPTIONS.len() + 1] = joined(&[&MODE], &SHARED_OPTIONS);

static OPTIONS: [&OptionSpec; WORD_OPTIONS.len() + collation::OPTIONS.len()] =
    joined(&WORD_OPTIONS, &collation::OPTIONS);

/// The locale of the boundaries; `None` in the modes that use no locale.
fn break_locale(options: &Options) -> Option<&str> {
    let locale = options.text(&collation::LOCALE).or(options.text(&collation::LANGUAGE)).unwrap_or("root");
    matches!(options.text(&MODE), Some("sentence" | "line")).then_some(locale)
}

fn build(options: &Options, warnings: &mut Warnings) -> Result<CollationTokenizer, BuildError> {
    let (mut of_words, mut of_keys) = (options.only(&WORD_OPTIONS), options.only(&collation::OPTIONS));
    if let Some(locale) = break_locale(options) {
        of_words.set(&word_options::LOCALE, OptionValue::Text(locale.to_owned()));
        if options.has(&collation::RULES) {
            // Otherwise it is reported as an option without effect.
            of_keys.remove(&collation::LANGUAGE);
        }
    }
    of_words.fill_defaults(words::SPEC.options);
    Ok(CollationTokenizer {
        words: SegmentTokenizer::new(words::config(&of_words, warnings)?),
        keys: SortKeyComponent::build(key_maker, TermContent::Base32768KeyWithZero, &of_keys, warnings)?,
    })
}

/// The tokenizer `unic_collation_tokenizer`.
#[derive(Clone, Debug)]
struct CollationTokenizer {
    words: SegmentTokenizer,
    keys: SortKeyComponent,
}

impl<U: CodeUnit> Tokenizer<U> for CollationTokenizer {
    fn reset(&mut self) {
        Tokenizer::<U>::reset(&mut self.words);
    }

    fn fill(&mut self, text: &[U], batch: &mut Batch<U>) {
        let first = batch.tokens.len();
        self.words.fill(text, batch);
        self.keys.replace(text, batch, first);
    }
}
