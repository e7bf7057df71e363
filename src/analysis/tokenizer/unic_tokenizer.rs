//! Tokenizer `unic_tokenizer`: splits text into words of every script.
//!
//! The whole text is split into script runs (mainline-behaviour.md 3.3), and each run into words by the rules of its script:
//! those of UAX #29 with dictionaries, syllables, or rule files (rulings U1 to U3). The other modes split into grapheme
//! clusters, sentences or lines instead (U4).
//!
//! Extensions of a locale other than `-u-va-posix` are ignored by design; `line_break` replaces `-u-lb`, `word_break` replaces
//! `-u-lw`.

use crate::analysis::component::{Build, ComponentSpec};
use crate::analysis::options::{
    BuildError, BuildFault, OptionDefault, OptionKind, OptionSpec, Options, ScriptText, Warnings, joined,
};
use crate::analysis::token::TokenType;
use crate::analysis::tokenizer::segment_tokenizer::SegmentTokenizer;
use crate::analysis::tokenizer::segment_tokenizer_config::{SegmentTokenizerConfig, SharedBreakRules, WordLists};
use crate::analysis::tokenizer::token_typing::TokenTyping;
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::script::{JAPANESE, RunOptions, Script, script_code, script_from_name};
use crate::unicode::segment::{
    BreakKind, BreakRules, Dictionaries, HAS_DICTIONARIES, UserWords, WordFault, WordScript, shipped_rules,
    shipped_source,
};
use crate::unicode::set::UnicodeSet;
use icu_properties::CodePointMapData;
use std::sync::Arc;

static CJK_AS_WORDS: OptionSpec = OptionSpec::boolean(
    "cjk_as_words",
    true,
    "Chinese and Japanese words by dictionary, script `Jpan`; else every ideograph and hiragana letter is a token",
)
.with_aliases(&["cjkAsWords"]);
static MYANMAR_AS_WORDS: OptionSpec =
    OptionSpec::boolean("myanmar_as_words", true, "Myanmar words by dictionary; else syllables")
        .with_aliases(&["myanmarAsWords"]);
static KHMER_AS_WORDS: OptionSpec =
    OptionSpec::boolean("khmer_as_words", true, "Khmer words by dictionary; else syllables")
        .with_aliases(&["khmerAsWords"]);
static RULEFILES: OptionSpec = OptionSpec::absent(
    "rulefiles",
    OptionKind::ScriptFiles(SHIPPED_FILES),
    "break rules by script; a later entry of the same script wins",
)
.with_aliases(&["rule_files"]);
static RULES: OptionSpec = OptionSpec::absent("rules", OptionKind::ScriptTexts, "like `rulefiles`, with inline rules");
pub(super) static MODE: OptionSpec = OptionSpec {
    name: "mode",
    aliases: &[],
    kind: OptionKind::Choice(&["word", "grapheme", "sentence", "line"]),
    default: OptionDefault::Text("word"),
    help: "the kind of segments; in the last three each segment is a token, without white space at its ends",
};
pub(super) static LOCALE: OptionSpec =
    OptionSpec::text("locale", "root", "BCP 47 tag or ICU id; used by the modes `sentence` and `line`");
static LINE_BREAK: OptionSpec = OptionSpec::absent(
    "line_break",
    OptionKind::Choice(&["strict", "normal", "loose"]),
    "strictness of the mode `line`, for instance before small kana; absent: that of the locale (`ja-u-lb-loose`)",
);
static WORD_BREAK: OptionSpec = OptionSpec::absent(
    "word_break",
    OptionKind::Choice(&["normal", "phrase"]),
    "where the mode `line` may break inside text without spaces; `phrase` for Japanese and Korean; absent: that of the locale (`ja-u-lw-phrase`)",
);
static MAX_TOKEN_LENGTH: OptionSpec = OptionSpec::integer(
    "max_token_length",
    1,
    1 << 20,
    4096,
    "maximum length of a token, in UTF-16 units; a longer token is split between grapheme clusters",
);
static SCRIPT_RUN_ENDS_AT_SPACE: OptionSpec = OptionSpec::boolean(
    "script_run_ends_at_space",
    false,
    "white space ends a script run, so the text after it has its own script",
);
static HIRAGANA_AS_RUNS: OptionSpec = OptionSpec::boolean(
    "hiragana_as_runs",
    false,
    "a run of hiragana is one token, without the dictionary, script `Hira`",
);
static USER_DICTIONARY: OptionSpec = OptionSpec::absent(
    "user_dictionary",
    OptionKind::ListOrFiles,
    "additional dictionary words: Chinese, Japanese, Hangul, Thai, Lao, Khmer, Myanmar",
);
static KEEP_SYMBOLS: OptionSpec = OptionSpec::absent(
    "keep_symbols",
    OptionKind::Text,
    "a UnicodeSet: these characters become tokens of type `<SYMBOL>` if they are not part of a word",
);

static SPLIT_UNDERSCORE: OptionSpec =
    OptionSpec::boolean("split_underscore", false, "`_` separates words, also between letters and between digits");
static SPLIT_PERIOD: OptionSpec =
    OptionSpec::boolean("split_period", false, "`.` separates words, also between letters and between digits");
static SPLIT_COLON: OptionSpec = OptionSpec::boolean("split_colon", false, "`:` separates words, also between letters");

/// The options that make a character separate words, with the property value by which the rules join at it, and its variants of
/// all widths.
static SPLITS: [(&OptionSpec, &str, &str); 3] = [
    (&SPLIT_UNDERSCORE, "ExtendNumLet", "[_\\uFF3F]"),
    (&SPLIT_PERIOD, "MidNumLet", "[.\\uFE52\\uFF0E]"),
    (&SPLIT_COLON, "MidLetter", "[\\:\\uFE55\\uFF1A]"),
];

/// The names of the shipped rule files.
const SHIPPED_FILES: &[&str] = &[
    "Default.rbbi",
    "KeywordTokenizer.rbbi",
    "KhmerSyllable.rbbi",
    "Latin-break-only-on-whitespace.rbbi",
    "Latin-dont-break-on-hyphens.rbbi",
    "MyanmarSyllable.rbbi",
    "TechnicalTerms.rbbi",
];

/// The component type of the tokenizer `unic_tokenizer`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_tokenizer",
    help: "splits text of any script into words, or into grapheme clusters, sentences or lines",
    options: &OPTIONS,
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::Tokenizer(|options, warnings| Ok(Arc::new(SegmentTokenizer::new(config(options, warnings)?)))),
};

static OPTIONS: [&OptionSpec; SHARED_OPTIONS.len() + 2] = joined(&SHARED_OPTIONS, &[&RULES, &LOCALE]);

/// The options that `unic_collation_tokenizer` takes too: there `rules` and `locale` are those of collation.
pub(super) static SHARED_OPTIONS: [&OptionSpec; WORD_OPTIONS.len() + 4] =
    joined(&[&MODE, &LINE_BREAK, &WORD_BREAK, &MAX_TOKEN_LENGTH], &WORD_OPTIONS);

/// Options that, like `rules`, apply only to the mode `word`.
const WORD_OPTIONS: [&OptionSpec; 11] = [
    &CJK_AS_WORDS,
    &MYANMAR_AS_WORDS,
    &KHMER_AS_WORDS,
    &RULEFILES,
    &SCRIPT_RUN_ENDS_AT_SPACE,
    &HIRAGANA_AS_RUNS,
    &USER_DICTIONARY,
    &SPLIT_UNDERSCORE,
    &SPLIT_PERIOD,
    &SPLIT_COLON,
    &KEEP_SYMBOLS,
];

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
    Ok(SegmentTokenizerConfig {
        runs: None,
        by_script: Vec::new(),
        rules: SharedBreakRules::Shipped(kind_rules(kind, options.text(&LOCALE).unwrap_or_default())?),
        typing: TokenTyping::Trimmed(token_type),
        max_token_length: options.length(&MAX_TOKEN_LENGTH),
        dictionaries: WordLists::Shipped(Dictionaries::get()),
        clusters: kind_rules(BreakKind::Grapheme, "root")?,
        symbols: None,
    })
}

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
    let locale = options.text(&LOCALE).unwrap_or_default();
    if BreakKind::is_locale(locale) {
        return Ok(());
    }
    Err(BuildError::wrong_value(&LOCALE, format!("`locale` is {locale:?}"), "a BCP 47 or ICU locale ID"))
}

/// The kind of line breaks. A locale without phrase rules uses those for words, as in CLDR, with a warning.
fn line_kind(options: &Options, warnings: &mut Warnings) -> BreakKind {
    let locale = options.text(&LOCALE).unwrap_or_default();
    let kind = BreakKind::line_of(locale, options.text(&LINE_BREAK), options.text(&WORD_BREAK));
    if options.text(&WORD_BREAK) == Some("phrase") && !kind.has_rules(locale) {
        let found = format!("the locale {locale:?} has no phrases");
        warnings.push(BuildError::wrong_value(&WORD_BREAK, found, "`phrase` with a `locale` of `ja` or `ko`"));
    }
    kind
}

/// The break rules of a kind, for a locale.
pub(super) fn kind_rules(kind: BreakKind, locale: &str) -> Result<&'static BreakRules, BuildError> {
    kind.rules(locale).ok_or_else(|| match HAS_DICTIONARIES {
        true => BuildError::wrong_value(&LOCALE, format!("{locale:?} has no break rules"), "another locale"),
        false => no_dictionaries(),
    })
}

fn no_dictionaries() -> BuildError {
    let found = "this build has no dictionaries (Cargo feature `dictionaries`)";
    BuildError::wrong_value(&MODE, found, "`mode` `grapheme` or `sentence`, or the tokenizer `standard`")
}

/// The shipped rules with this name.
pub(super) fn shipped(name: &str) -> Result<SharedBreakRules, BuildError> {
    shipped_rules(name).map(SharedBreakRules::Shipped).ok_or_else(|| {
        BuildError::wrong_value(&RULEFILES, format!("unknown rule file {name:?}"), SHIPPED_FILES.join(", "))
    })
}

/// The configuration of mode `word`.
fn words(options: &Options, warnings: &mut Warnings) -> Result<SegmentTokenizerConfig, BuildError> {
    if !HAS_DICTIONARIES {
        return Err(no_dictionaries());
    }
    let mut by_script = own_rules(options, warnings)?;
    let mut add = |script: Script, rules: SharedBreakRules| {
        if by_script.iter().all(|(own, _)| *own != script) {
            by_script.push((script, rules));
        }
    };
    let join_japanese = options.boolean(&CJK_AS_WORDS);
    let exclude_hiragana = options.boolean(&HIRAGANA_AS_RUNS);
    if exclude_hiragana {
        add(Script::Hiragana, splitting("Default", options, &HIRAGANA_RUNS)?);
    }
    if join_japanese {
        add(JAPANESE, splitting("word", options, &[])?);
    }
    if !options.boolean(&MYANMAR_AS_WORDS) {
        add(Script::Myanmar, shipped("MyanmarSyllable")?);
    }
    if !options.boolean(&KHMER_AS_WORDS) {
        add(Script::Khmer, shipped("KhmerSyllable")?);
    }
    Ok(SegmentTokenizerConfig {
        runs: Some(RunOptions {
            join_japanese,
            exclude_hiragana,
            end_at_space: options.boolean(&SCRIPT_RUN_ENDS_AT_SPACE),
        }),
        by_script,
        rules: splitting("Default", options, &[])?,
        typing: TokenTyping::Word,
        max_token_length: options.length(&MAX_TOKEN_LENGTH),
        dictionaries: word_lists(options)?,
        clusters: kind_rules(BreakKind::Grapheme, "root")?,
        symbols: match options.text(&KEEP_SYMBOLS) {
            Some(pattern) => {
                let set = UnicodeSet::parse(pattern)
                    .map_err(|error| BuildError::in_rules(&KEEP_SYMBOLS, &format!("the set {pattern:?}"), &error))?;
                Some(set.matcher())
            }
            None => None,
        },
    })
}

/// Replacements in `Default.rbbi` that make hiragana join like katakana, and exclude both from the dictionaries.
const HIRAGANA_RUNS: [(&str, &str); 2] = [
    ("$Kana       = [\\p{WB=Katakana}];", "$Kana = [\\p{WB=Katakana} [:Hiragana:]];"),
    ("$dictionary = [$SouthEast $EastAsian];", "$dictionary = [$SouthEast $Syllable];"),
];

/// Shipped rules with the given replacements, in which the characters of the `split_` options do not join words.
fn splitting(name: &str, options: &Options, replacements: &[(&str, &str)]) -> Result<SharedBreakRules, BuildError> {
    let mut source = shipped_source(name).unwrap_or_default();
    let mut last = None;
    for (from, to) in replacements {
        source = source.replace(from, to);
        last = Some(&HIRAGANA_AS_RUNS);
    }
    for (option, class, characters) in SPLITS.iter().filter(|(option, ..)| options.boolean(option)) {
        for property in [format!("\\p{{WB={class}}}"), format!("\\p{{Word_Break={class}}}")] {
            source = source.replace(&property, &format!("[{property} - {characters}]"));
        }
        last = Some(*option);
    }
    match last {
        None => shipped(name),
        Some(option) => match BreakRules::compile(&source, &Limits::default()) {
            Ok(rules) => Ok(SharedBreakRules::Own(Arc::new(rules))),
            Err(error) => Err(BuildError::in_rules(option, name, &error)),
        },
    }
}

/// The dictionaries, with the words of `user_dictionary`.
fn word_lists(options: &Options) -> Result<WordLists, BuildError> {
    if !options.is_given(&USER_DICTIONARY) {
        return Ok(WordLists::Shipped(Dictionaries::get()));
    }
    let mut words = UserWords::default();
    for (entry, word) in options.list(&USER_DICTIONARY).unwrap_or(&[]).iter().enumerate() {
        add_word(&mut words, word.trim(), options).map_err(|error| error.at_entry(entry))?;
    }
    if let Some(files) = options.rules(&USER_DICTIONARY) {
        let mut offset = 0;
        for line in files.text.split_inclusive('\n') {
            let word = line.trim();
            if !word.is_empty() && !word.starts_with('#') {
                add_word(&mut words, word, options).map_err(|error| {
                    let place = RuleError::at(&files.text, offset, error.found, error.allowed);
                    files.problem(&USER_DICTIONARY, &place).with_fault(error.fault)
                })?;
            }
            offset += line.len();
        }
    }
    Ok(WordLists::Own(Arc::new(Dictionaries::with_words(words))))
}

fn add_word(words: &mut UserWords, word: &str, options: &Options) -> Result<(), BuildError> {
    const ALLOWED: &str = "words of one of: Chinese and Japanese, Hangul, Thai, Lao, Khmer, Myanmar";
    let wrong = |why: String| BuildError::wrong_value(&USER_DICTIONARY, why, ALLOWED);
    let script = words.add(word).map_err(|fault| match fault {
        WordFault::Empty => wrong("a word is empty".to_owned()),
        WordFault::Character(c) => wrong(format!("{word:?} is not a word of one dictionary: it contains {c:?}")),
        WordFault::Mark(c) => wrong(format!("{word:?} starts with the mark U+{:04X}", u32::from(c))),
        WordFault::TooLong => wrong(format!("{word:?} has more than 64 characters")).with_fault(BuildFault::Limit),
        WordFault::TooMany => {
            wrong("the words have more than 4194304 characters".to_owned()).with_fault(BuildFault::Limit)
        }
    })?;
    // The word needs a dictionary that the options have disabled.
    let needed = match script {
        WordScript::ChineseJapanese => Some(&CJK_AS_WORDS),
        WordScript::Khmer => Some(&KHMER_AS_WORDS),
        WordScript::Myanmar => Some(&MYANMAR_AS_WORDS),
        WordScript::Hangul | WordScript::Thai | WordScript::Lao => None,
    };
    if let Some(option) = needed.filter(|option| !options.boolean(option)) {
        return Err(wrong(format!("{word:?} needs a dictionary, but `{}` is false", option.name)));
    }
    let scripts = CodePointMapData::<Script>::new();
    if options.boolean(&HIRAGANA_AS_RUNS) && word.chars().any(|c| scripts.get(c) == Script::Hiragana) {
        return Err(wrong(format!("{word:?} contains hiragana, but `hiragana_as_runs` is true")));
    }
    Ok(())
}

/// The rules of `rulefiles` and `rules`, by script.
fn own_rules(options: &Options, warnings: &mut Warnings) -> Result<Vec<(Script, SharedBreakRules)>, BuildError> {
    let mut by_script: Vec<(Script, SharedBreakRules)> = Vec::new();
    let files = options.scripts(&RULEFILES);
    for (entry, source) in files.iter().enumerate() {
        if files.iter().take(entry).any(|other| other == source) {
            let found = format!("`rulefiles` has {}:{} twice", source.script, source.file);
            return Err(BuildError::wrong_value(&RULEFILES, found, "each entry once").at_entry(entry));
        }
        let (script, rules) = read_rules(&RULEFILES, entry, source, options, warnings)?;
        by_script.retain(|(own, _)| *own != script);
        by_script.push((script, rules));
    }
    for (entry, source) in options.scripts(&RULES).iter().enumerate() {
        let (script, rules) = read_rules(&RULES, entry, source, options, warnings)?;
        if by_script.iter().any(|(own, _)| *own == script) {
            let found = format!("the script {:?} has rules already", source.script);
            return Err(BuildError::wrong_value(&RULES, found, "rules for each script once").at_entry(entry));
        }
        by_script.push((script, rules));
    }
    Ok(by_script)
}

/// Reads the rules of one entry.
fn read_rules(
    option: &'static OptionSpec,
    entry: usize,
    source: &ScriptText,
    options: &Options,
    warnings: &mut Warnings,
) -> Result<(Script, SharedBreakRules), BuildError> {
    let Some(script) = script_from_name(&source.script) else {
        let found = format!("unknown script {:?}", source.script);
        return Err(
            BuildError::wrong_value(option, found, "a script code such as Latn, or its long name").at_entry(entry)
        );
    };
    let is_joined = match script {
        Script::Han | Script::Katakana => true,
        Script::Hiragana => !options.boolean(&HIRAGANA_AS_RUNS),
        _ => false,
    };
    if options.boolean(&CJK_AS_WORDS) && is_joined {
        let found = format!("the rules for {} are not used while `cjk_as_words` is true", script_code(script));
        warnings.push(BuildError::wrong_value(option, found, "`Jpan`, or `cjk_as_words` false").at_entry(entry));
    }
    let names_a_run = match script {
        JAPANESE => options.boolean(&CJK_AS_WORDS),
        _ => CodePointMapData::<Script>::new().iter_ranges_for_value(script).next().is_some(),
    };
    if !names_a_run {
        let found = format!("no run of a text has the script {}, so its rules are not used", script_code(script));
        warnings.push(BuildError::wrong_value(option, found, "the script of characters").at_entry(entry));
    }
    let Some(text) = &source.text else {
        return Ok((script, shipped(source.file.trim_end_matches(".rbbi"))?));
    };
    // Lines that start with `#` are comments everywhere, also inside a set. They become empty lines, so that errors have the
    // right line number.
    let lines: Vec<&str> = text.lines().map(|line| if line.starts_with('#') { "" } else { line }).collect();
    let what = if source.file.is_empty() {
        format!("the rules of {}", source.script)
    } else {
        format!("the file {:?}", source.file)
    };
    if lines.iter().all(|line| line.trim().is_empty()) {
        let found = format!("{what}: no rules found");
        return Err(BuildError::wrong_value(option, found, "break rules")
            .with_fault(BuildFault::Syntax)
            .at_entry(entry));
    }
    let rules = BreakRules::compile(&lines.join("\n"), &Limits::default())
        .map_err(|error| BuildError::in_rules(option, &what, &error).at_entry(entry))?;
    Ok((script, SharedBreakRules::Own(Arc::new(rules))))
}
