//! Tokenizer `unic_tokenizer`: splits text into words of every script.
//!
//! The whole text is split into script runs, and each run into words by the rules of its script: those of UAX #29 with
//! dictionaries, syllables, or rule files (rulings U1, U2, U3). The other modes split into grapheme clusters, sentences
//! or lines instead (U4).
//!
//! Of the extensions of a locale, lines use `lb` and `lw`, which `line_break` and `word_break` replace, and sentences
//! use `ss`.

use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::options::{OptionSpec, Options};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::script_rules::{kind_rules, no_dictionaries, word_rules};
use crate::analysis::tokenizer::segment_tokenizer::SegmentTokenizer;
use crate::analysis::tokenizer::segment_tokenizer_config::{SegmentTokenizerConfig, SharedBreakRules, WordLists};
use crate::analysis::tokenizer::token_typing::TokenTyping;
use crate::analysis::tokenizer::unic_tokenizer_options::{
    CJK_AS_WORDS, HIRAGANA_AS_RUNS, KEEP_SYMBOLS, LINE_BREAK, LOCALE, MAX_TOKEN_LENGTH, MODE, OPTIONS, RULES,
    SCRIPT_RUN_ENDS_AT_SPACE, WORD_BREAK, WORD_OPTIONS,
};
use crate::analysis::tokenizer::user_dictionary::word_lists;
use crate::unicode::locale::LocaleId;
use crate::unicode::quoted::quoted;
use crate::unicode::script::ScriptRunOptions;
use crate::unicode::segment::{BreakKind, Dictionaries, HAS_DICTIONARIES, SentenceExceptions};
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// The component type of the tokenizer `unic_tokenizer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_tokenizer",
    help: "splits text of any script into words, or into grapheme clusters, sentences or lines",
    options: &OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, warnings| {
        let tokenizer = SegmentTokenizer::new(config(options, warnings)?);
        if options.text_with_default(&LOCALE) != "root" && matches!(options.text(&MODE), Some("word" | "grapheme")) {
            let found = "`locale` has no effect in the modes `word` and `grapheme`";
            warnings.push(BuildError::wrong_value(&LOCALE, found, "a locale with `mode` `sentence` or `line`"));
        }
        Ok(Arc::new(tokenizer))
    }),
};

/// The configuration that the options describe.
pub(super) fn config(options: &Options, warnings: &mut Warnings) -> Result<SegmentTokenizerConfig, BuildError> {
    check_locale(options)?;
    let (kind, token_type) = match options.text(&MODE) {
        Some("grapheme") => (BreakKind::Grapheme, TokenType::Grapheme),
        Some("sentence") => (BreakKind::Sentence, TokenType::Sentence),
        Some("line") => (line_kind(options, warnings), TokenType::Line),
        _ => {
            only_in_mode(options, "line", &[&LINE_BREAK, &WORD_BREAK])?;
            return words(options, warnings);
        }
    };
    only_in_mode(options, "word", &WORD_OPTIONS)?;
    only_in_mode(options, "word", &[&RULES])?;
    if token_type != TokenType::Line {
        only_in_mode(options, "line", &[&LINE_BREAK, &WORD_BREAK])?;
    }
    warn_of_keywords(options, kind, warnings);
    let locale = options.text_with_default(&LOCALE);
    Ok(SegmentTokenizerConfig {
        runs: None,
        by_script: Vec::new(),
        rules: SharedBreakRules::Shipped(kind_rules(kind, locale)?),
        typing: TokenTyping::Trimmed(token_type),
        max_token_length: options.length(&MAX_TOKEN_LENGTH),
        dictionaries: WordLists::Shipped(Dictionaries::get()),
        clusters: kind_rules(BreakKind::Grapheme, "root")?,
        exceptions: if kind == BreakKind::Sentence { SentenceExceptions::of_locale(locale) } else { None },
        symbols: None,
    })
}

/// Rejects options that do not apply to the mode.
fn only_in_mode(options: &Options, mode: &str, list: &[&'static OptionSpec]) -> Result<(), BuildError> {
    match list.iter().find(|option| options.is_given(option)) {
        Some(option) => {
            let found = format!("`{}` is given, and `mode` is not `{mode}`", option.name);
            Err(BuildError::wrong_value(option, found, format!("this option with `mode` `{mode}` only")))
        }
        None => Ok(()),
    }
}

/// Checks that the locale is well-formed; for locales that CLDR does not list, the fallback rules of CLDR apply.
fn check_locale(options: &Options) -> Result<(), BuildError> {
    let locale = options.text_with_default(&LOCALE);
    if LocaleId::may_be_id(locale) {
        return Ok(());
    }
    Err(BuildError::wrong_value(&LOCALE, format!("`locale` is {}", quoted(locale)), "a BCP 47 or ICU locale ID"))
}

/// The kind of line breaks. A locale without phrase rules uses those for words, as in CLDR, with a warning.
fn line_kind(options: &Options, warnings: &mut Warnings) -> BreakKind {
    let locale = options.text_with_default(&LOCALE);
    let kind = BreakKind::line_of(locale, options.text(&LINE_BREAK), options.text(&WORD_BREAK));
    if matches!(kind, BreakKind::PhraseLine(_)) && !kind.has_rules(locale) {
        let found = format!("the locale {} has no phrases", quoted(locale));
        let option = if options.has(&WORD_BREAK) { &WORD_BREAK } else { &LOCALE };
        warnings.push(BuildError::wrong_value(option, found, "`phrase` with a `locale` of `ja` or `ko`"));
    }
    kind
}

/// Warns of keywords of the locale that the mode uses and whose value has no effect.
fn warn_of_keywords(options: &Options, kind: BreakKind, warnings: &mut Warnings) {
    let locale = options.text_with_default(&LOCALE);
    let id = LocaleId::parse(locale);
    let mut check = |key: &str, values: &[&str]| {
        if let Some(value) = id.keyword_value(key, key).filter(|value| !values.contains(value)) {
            let found =
                format!("in the locale {} the value {} of `{key}` has no effect", quoted(locale), quoted(value));
            warnings.push(BuildError::wrong_value(&LOCALE, found, values.join(", ")));
        }
    };
    match kind {
        BreakKind::Sentence => {
            // Most languages have no abbreviations.
            let is_standard = id.keyword_value("ss", "ss") == Some("standard");
            let has_none = is_standard && SentenceExceptions::of_locale(locale).is_none();
            check("ss", if has_none { &["none"] } else { &["none", "standard"] });
        }
        BreakKind::Line(_) | BreakKind::PhraseLine(_) => {
            if !options.has(&LINE_BREAK) {
                check("lb", &["loose", "normal", "strict"]);
            }
            if !options.has(&WORD_BREAK) {
                check("lw", &["normal", "phrase"]);
            }
        }
        _ => {}
    }
}

/// The configuration of mode `word`.
fn words(options: &Options, warnings: &mut Warnings) -> Result<SegmentTokenizerConfig, BuildError> {
    if !HAS_DICTIONARIES {
        return Err(no_dictionaries());
    }
    let (by_script, rules) = word_rules(options, warnings)?;
    let symbols = options.text(&KEEP_SYMBOLS).map(|pattern| {
        let error = |error| BuildError::in_rules(&KEEP_SYMBOLS, &format!("the set {}", quoted(pattern)), &error);
        UnicodeSet::parse(pattern).map_err(error)
    });
    let symbols = symbols.transpose()?;
    if let Some(string) = symbols.as_ref().and_then(|set| set.strings().next()) {
        let found = format!("`keep_symbols` has the string {}, which is no symbol", quoted(string));
        warnings.push(BuildError::wrong_value(&KEEP_SYMBOLS, found, "a set of characters"));
    }
    Ok(SegmentTokenizerConfig {
        runs: Some(ScriptRunOptions {
            join_japanese: options.boolean(&CJK_AS_WORDS),
            exclude_hiragana: options.boolean(&HIRAGANA_AS_RUNS),
            end_at_space: options.boolean(&SCRIPT_RUN_ENDS_AT_SPACE),
        }),
        by_script,
        rules,
        typing: TokenTyping::Word,
        max_token_length: options.length(&MAX_TOKEN_LENGTH),
        dictionaries: word_lists(options)?,
        clusters: kind_rules(BreakKind::Grapheme, "root")?,
        exceptions: None,
        symbols: symbols.map(|set| set.matcher()),
    })
}
