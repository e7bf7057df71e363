//! The break rules of the tokenizer `unic_tokenizer`: shipped ones with the changes that options make, and those of
//! `rulefiles` and `rules`.

use crate::analysis::build_error::{BuildError, BuildFault, Warnings};
use crate::analysis::options::{OptionSpec, Options, ScriptText};
use crate::analysis::tokenizer::segment_tokenizer_config::SharedBreakRules;
use crate::analysis::tokenizer::unic_tokenizer_options::{
    CJK_AS_WORDS, HIRAGANA_AS_RUNS, KHMER_AS_WORDS, LOCALE, MODE, MYANMAR_AS_WORDS, RULEFILES, RULES, SHIPPED_FILES,
    SPLIT_COLON, SPLIT_PERIOD, SPLIT_UNDERSCORE, is_in_japanese_run,
};
use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::{Limits, lines};
use crate::unicode::script::{JAPANESE, Script, script_code, script_from_name};
use crate::unicode::segment::{BreakKind, BreakRules, HAS_DICTIONARIES, shipped_rules, shipped_source};
use icu_properties::CodePointMapData;
use std::sync::Arc;

/// The break rules of a kind, for a locale.
pub(super) fn kind_rules(kind: BreakKind, locale: &str) -> Result<&'static BreakRules, BuildError> {
    kind.rules(locale).ok_or_else(|| match HAS_DICTIONARIES {
        true => BuildError::wrong_value(&LOCALE, format!("{} has no break rules", quoted(locale)), "another locale"),
        false => no_dictionaries(),
    })
}

/// The error of options that need dictionaries, in a build without them.
pub(super) fn no_dictionaries() -> BuildError {
    let found = "this build has no dictionaries (Cargo feature `dictionaries`)";
    BuildError::wrong_value(&MODE, found, "`mode` `grapheme` or `sentence`, or the tokenizer `standard`")
}

/// The shipped rules with this name.
pub(super) fn shipped(name: &str) -> Result<SharedBreakRules, BuildError> {
    shipped_rules(name).map(SharedBreakRules::Shipped).ok_or_else(|| {
        BuildError::wrong_value(&RULEFILES, format!("unknown rule file {}", quoted(name)), SHIPPED_FILES.join(", "))
    })
}

/// The options that make a character separate words, with the property value by which the rules join at it, and its
/// variants of all widths.
static SPLITS: [(&OptionSpec, &str, &str); 3] = [
    (&SPLIT_UNDERSCORE, "ExtendNumLet", "[_\\uFF3F]"),
    (&SPLIT_PERIOD, "MidNumLet", "[.\\uFE52\\uFF0E]"),
    (&SPLIT_COLON, "MidLetter", "[\\:\\uFE55\\uFF1A]"),
];

/// Replacements in `Default.rbbi` that make hiragana join like katakana, and exclude both from the dictionaries.
const HIRAGANA_RUNS: [(&str, &str); 2] = [
    ("$Kana       = [\\p{WB=Katakana}];", "$Kana = [\\p{WB=Katakana} [:Hiragana:]];"),
    ("$dictionary = [$SouthEast $EastAsian];", "$dictionary = [$SouthEast $Syllable];"),
];

/// The rules of mode `word`: those of scripts that have rules of their own, and those of all other scripts.
pub(super) fn word_rules(
    options: &Options,
    warnings: &mut Warnings,
) -> Result<(Vec<(Script, SharedBreakRules)>, SharedBreakRules), BuildError> {
    let mut by_script = given_rules(options, warnings)?;
    let mut add = |script: Script, rules: SharedBreakRules| {
        if by_script.iter().all(|(given, _)| *given != script) {
            by_script.push((script, rules));
        }
    };
    if options.boolean(&HIRAGANA_AS_RUNS) {
        add(Script::Hiragana, adapted("Default", options, &HIRAGANA_RUNS)?);
    }
    if options.boolean(&CJK_AS_WORDS) {
        add(JAPANESE, adapted("word", options, &[])?);
    }
    if !options.boolean(&MYANMAR_AS_WORDS) {
        add(Script::Myanmar, shipped("MyanmarSyllable")?);
    }
    if !options.boolean(&KHMER_AS_WORDS) {
        add(Script::Khmer, shipped("KhmerSyllable")?);
    }
    Ok((by_script, adapted("Default", options, &[])?))
}

/// Shipped rules with the given replacements, in which the characters of the `split_` options do not join words.
fn adapted(name: &str, options: &Options, replacements: &[(&str, &str)]) -> Result<SharedBreakRules, BuildError> {
    let Some(mut source) = shipped_source(name) else { return shipped(name) };
    let mut last = None;
    for (from, to) in replacements {
        debug_assert!(source.contains(from), "{name} has no {from}");
        source = source.replace(from, to);
        last = Some(&HIRAGANA_AS_RUNS);
    }
    for (option, class, characters) in SPLITS.iter().filter(|(option, ..)| options.boolean(option)) {
        // The shipped rules write the property in one of the two ways.
        let properties = [format!("\\p{{WB={class}}}"), format!("\\p{{Word_Break={class}}}")];
        debug_assert!(properties.iter().any(|property| source.contains(property)), "{name} has no {class}");
        for property in properties {
            source = source.replace(&property, &format!("[{property} - {characters}]"));
        }
        last = Some(*option);
    }
    let Some(option) = last else { return shipped(name) };
    let rules = BreakRules::compile(&source, &Limits::default());
    rules
        .map(|rules| SharedBreakRules::Built(Arc::new(rules)))
        .map_err(|error| BuildError::in_rules(option, name, &error))
}

/// The rules of `rulefiles` and `rules`, by script.
fn given_rules(options: &Options, warnings: &mut Warnings) -> Result<Vec<(Script, SharedBreakRules)>, BuildError> {
    let mut by_script: Vec<(Script, SharedBreakRules)> = Vec::new();
    let files = options.scripts(&RULEFILES);
    for (entry, source) in files.iter().enumerate() {
        if files.iter().take(entry).any(|other| other == source) {
            let found = format!("`rulefiles` has {}:{} twice", source.script, source.file);
            return Err(BuildError::wrong_value(&RULEFILES, found, "each entry once").at_entry(entry));
        }
        let (script, rules) = read_rules(&RULEFILES, entry, source, options, warnings)?;
        by_script.retain(|(given, _)| *given != script);
        by_script.push((script, rules));
    }
    for (entry, source) in options.scripts(&RULES).iter().enumerate() {
        let (script, rules) = read_rules(&RULES, entry, source, options, warnings)?;
        if by_script.iter().any(|(given, _)| *given == script) {
            let found = format!("the script {} has rules already", quoted(&source.script));
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
        let found = format!("unknown script {}", quoted(&source.script));
        return Err(
            BuildError::wrong_value(option, found, "a script code such as Latn, or its long name").at_entry(entry)
        );
    };
    if is_in_japanese_run(script, options) {
        let found = format!("the rules for {} are not used while `cjk_as_words` is true", script_code(script));
        warnings.push(BuildError::wrong_value(option, found, "`Jpan`, or `cjk_as_words` false").at_entry(entry));
    }
    let names_a_run = match script {
        JAPANESE => options.boolean(&CJK_AS_WORDS),
        // These characters belong to the run around them.
        Script::Inherited => false,
        _ => CodePointMapData::<Script>::new().iter_ranges_for_value(script).next().is_some(),
    };
    if !names_a_run {
        let found = format!("no run of a text has the script {}, so its rules are not used", script_code(script));
        warnings.push(BuildError::wrong_value(option, found, "the script of characters").at_entry(entry));
    }
    let Some(text) = &source.text else {
        return Ok((script, shipped(source.file.trim_end_matches(".rbbi"))?));
    };
    // Lines that start with `#` are comments everywhere, also inside a set. They become empty lines, so that errors
    // have the right line number.
    let lines: Vec<&str> = lines(text).map(|line| if line.starts_with('#') { "" } else { line }).collect();
    let what = if source.file.is_empty() {
        format!("the rules of {}", source.script)
    } else {
        format!("the file {}", quoted(&source.file))
    };
    if lines.iter().all(|line| line.trim().is_empty()) {
        let found = format!("{what}: no rules found");
        return Err(BuildError::wrong_value(option, found, "break rules")
            .with_fault(BuildFault::Syntax)
            .at_entry(entry));
    }
    let rules = BreakRules::compile(&lines.join("\n"), &Limits::default())
        .map_err(|error| BuildError::in_rules(option, &what, &error).at_entry(entry))?;
    Ok((script, SharedBreakRules::Built(Arc::new(rules))))
}
