//! The options of the tokenizer `unic_tokenizer`.

use crate::analysis::normalization::range_names;
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options, RuleText, joined};
use crate::memory;
use crate::unicode::script::{Script, script_code, script_from_name};
use crate::unicode::segment::{BreakKind, SentenceExceptions};
use crate::unicode::set::UnicodeSet;

pub(super) static CJK_AS_WORDS: OptionSpec = OptionSpec::boolean(
    "cjk_as_words",
    true,
    "Chinese and Japanese words by dictionary, script `Jpan`; else every ideograph and hiragana letter is a token",
)
.with_aliases(&["cjkAsWords"]);
pub(super) static MYANMAR_AS_WORDS: OptionSpec =
    OptionSpec::boolean("myanmar_as_words", true, "Myanmar words by dictionary; else syllables")
        .with_aliases(&["myanmarAsWords"]);
pub(super) static KHMER_AS_WORDS: OptionSpec =
    OptionSpec::boolean("khmer_as_words", true, "Khmer words by dictionary; else syllables")
        .with_aliases(&["khmerAsWords"]);
pub(super) static RULEFILES: OptionSpec = OptionSpec::absent(
    "rulefiles",
    OptionKind::ScriptFiles(SHIPPED_FILES),
    "break rules by script; a later entry of the same script wins",
)
.with_aliases(&["rule_files"])
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let mut by_script: Vec<[&str; 2]> = Vec::new();
    for rules in options.scripts(&RULEFILES).iter().chain(options.scripts(&RULES)) {
        let script = script_from_name(&rules.script)?;
        if !is_in_japanese_run(script, options) {
            let code = script_code(script);
            by_script.retain(|[other, _]| *other != code);
            // Shipped files are identified by the component's version, other files by their content.
            memory::push(&mut by_script, [code, rules.text.as_deref().unwrap_or(&rules.file)]);
        }
    }
    by_script.sort_unstable();
    let entries = by_script.into_iter().flatten().map(str::to_owned);
    Some(memory::collect(entries)).filter(|entries| !entries.is_empty())
}));
pub(super) static RULES: OptionSpec =
    OptionSpec::absent("rules", OptionKind::ScriptTexts, "like `rulefiles`, with inline rules")
        .with_fingerprint(FingerprintPart::CoveredByOther);
pub(super) static MODE: OptionSpec = OptionSpec {
    name: "mode",
    aliases: &[],
    kind: OptionKind::Choice(&["word", "grapheme", "sentence", "line"]),
    default: OptionDefault::Text("word"),
    help: "the kind of segments; in the last three each segment is a token, without white space at its ends",
    fingerprint: FingerprintPart::Value,
};
pub(super) static LOCALE: OptionSpec = OptionSpec::text(
    "locale",
    "root",
    "BCP 47 tag or ICU id; used by the modes `sentence` and `line`, with the keys `ss`, `lb` and `lw`",
)
.with_fingerprint(FingerprintPart::Meaning(|options| rules_of_mode(options, options.text_with_default(&LOCALE))));
pub(super) static LINE_BREAK: OptionSpec = OptionSpec::absent(
    "line_break",
    OptionKind::Choice(&["strict", "normal", "loose"]),
    "strictness of the mode `line`, for instance before small kana; absent: that of the locale (`ja-u-lb-loose`)",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
pub(super) static WORD_BREAK: OptionSpec = OptionSpec::absent(
    "word_break",
    OptionKind::Choice(&["normal", "phrase"]),
    "where the mode `line` may break inside text without spaces; `phrase` for Japanese and Korean; absent: that of the locale (`ja-u-lw-phrase`)",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
pub(super) static MAX_TOKEN_LENGTH: OptionSpec = OptionSpec::integer(
    "max_token_length",
    1,
    1 << 20,
    4096,
    "maximum length of a token, in UTF-16 units; a longer token is split between grapheme clusters",
);
pub(super) static SCRIPT_RUN_ENDS_AT_SPACE: OptionSpec = OptionSpec::boolean(
    "script_run_ends_at_space",
    false,
    "white space ends a script run, so the text after it has its own script",
);
pub(super) static HIRAGANA_AS_RUNS: OptionSpec = OptionSpec::boolean(
    "hiragana_as_runs",
    false,
    "a run of hiragana is one token, without the dictionary, script `Hira`",
);
pub(super) static USER_DICTIONARY: OptionSpec = OptionSpec::absent(
    "user_dictionary",
    OptionKind::ListOrFiles,
    "additional dictionary words: Chinese, Japanese, Hangul, Thai, Lao, Khmer, Myanmar",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let listed = options.entries(&USER_DICTIONARY).iter().map(|word| word.trim());
    let in_files = options.rules(&USER_DICTIONARY).into_iter().flat_map(words_of_file).map(|(_, word)| word);
    let mut words = memory::collect(listed.chain(in_files).map(str::to_owned));
    words.sort_unstable();
    words.dedup();
    (!words.is_empty()).then_some(words)
}));
pub(super) static KEEP_SYMBOLS: OptionSpec = OptionSpec::absent(
    "keep_symbols",
    OptionKind::Text,
    "a UnicodeSet: these characters become tokens of type `<SYMBOL>` if they are not part of a word",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let set = UnicodeSet::parse(options.text(&KEEP_SYMBOLS)?).ok()?;
    let ranges = memory::collect(range_names(&set));
    Some(ranges).filter(|ranges| !ranges.is_empty())
}));

pub(super) static SPLIT_UNDERSCORE: OptionSpec =
    OptionSpec::boolean("split_underscore", false, "`_` separates words, also between letters and between digits");
pub(super) static SPLIT_PERIOD: OptionSpec =
    OptionSpec::boolean("split_period", false, "`.` separates words, also between letters and between digits");
pub(super) static SPLIT_COLON: OptionSpec =
    OptionSpec::boolean("split_colon", false, "`:` separates words, also between letters");

/// The names of the rules and of the list of abbreviations that the modes `sentence` and `line` use for a locale: what
/// `locale`, `line_break` and `word_break` mean. `None` in the other modes.
pub(super) fn rules_of_mode(options: &Options, locale: &str) -> Option<Vec<String>> {
    let (kind, exceptions) = match options.text(&MODE) {
        Some("sentence") => (BreakKind::Sentence, SentenceExceptions::language_of(locale)),
        Some("line") => (BreakKind::line_of(locale, options.text(&LINE_BREAK), options.text(&WORD_BREAK)), None),
        _ => return None,
    };
    Some([kind.rules_name(locale), exceptions].map(|name| name.unwrap_or_default().to_owned()).into())
}

/// Whether a script has no runs, since its characters are in those of Japanese.
pub(super) fn is_in_japanese_run(script: Script, options: &Options) -> bool {
    let is_joined = match script {
        Script::Han | Script::Katakana => true,
        Script::Hiragana => !options.boolean(&HIRAGANA_AS_RUNS),
        _ => false,
    };
    is_joined && options.boolean(&CJK_AS_WORDS)
}

/// The words of `user_dictionary` files with the offsets of their lines, without comments.
pub(super) fn words_of_file(files: &RuleText) -> impl Iterator<Item = (usize, &str)> {
    let lines = files.text.split_inclusive(['\n', '\r']).scan(0, |end, line| {
        let start = *end;
        *end += line.len();
        Some((start, line.trim()))
    });
    lines.filter(|(_, word)| !word.is_empty() && !word.starts_with('#'))
}

/// The names of the shipped rule files.
pub(super) const SHIPPED_FILES: &[&str] = &[
    "Default.rbbi",
    "KeywordTokenizer.rbbi",
    "KhmerSyllable.rbbi",
    "Latin-break-only-on-whitespace.rbbi",
    "Latin-dont-break-on-hyphens.rbbi",
    "MyanmarSyllable.rbbi",
    "TechnicalTerms.rbbi",
];

/// All options.
pub(super) static OPTIONS: [&OptionSpec; SHARED_OPTIONS.len() + 3] = joined(&[&MODE, &LOCALE, &RULES], &SHARED_OPTIONS);

/// The options that `unic_collation_tokenizer` has too; its `mode` is another one, `rules` and `locale` are those of
/// collation.
pub(super) static SHARED_OPTIONS: [&OptionSpec; WORD_OPTIONS.len() + 3] =
    joined(&[&LINE_BREAK, &WORD_BREAK, &MAX_TOKEN_LENGTH], &WORD_OPTIONS);

/// Options that, like `rules`, apply only to the mode `word`.
pub(super) const WORD_OPTIONS: [&OptionSpec; 11] = [
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
