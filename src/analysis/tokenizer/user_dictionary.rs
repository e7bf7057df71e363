//! The user-defined words of the tokenizer `unic_tokenizer`.

use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::options::Options;
use crate::analysis::tokenizer::segment_tokenizer_config::WordLists;
use crate::analysis::tokenizer::unic_tokenizer_options::{
    CJK_AS_WORDS, HIRAGANA_AS_RUNS, KHMER_AS_WORDS, MYANMAR_AS_WORDS, USER_DICTIONARY, words_of_file,
};
use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::RuleError;
use crate::unicode::script::Script;
use crate::unicode::segment::{Dictionaries, UserWords, WordFault, WordScript};
use icu_properties::CodePointMapData;
use std::sync::Arc;

/// The dictionaries, with the words of `user_dictionary`.
pub(super) fn word_lists(options: &Options) -> Result<WordLists, BuildError> {
    if !options.is_given(&USER_DICTIONARY) {
        return Ok(WordLists::Shipped(Dictionaries::get()));
    }
    let mut words = UserWords::default();
    for (entry, word) in options.entries(&USER_DICTIONARY).iter().enumerate() {
        add_word(&mut words, word.trim(), options).map_err(|error| error.at_entry(entry))?;
    }
    if let Some(files) = options.rules(&USER_DICTIONARY) {
        for (offset, word) in words_of_file(files) {
            add_word(&mut words, word, options).map_err(|error| {
                let location = RuleError::at(&files.text, offset, error.found, error.allowed);
                BuildError::in_rule_text(&USER_DICTIONARY, files, &location).with_fault(error.fault)
            })?;
        }
    }
    Ok(WordLists::Built(Arc::new(Dictionaries::with_words(words))))
}

/// Adds a word, if the options have not disabled its dictionary.
fn add_word(words: &mut UserWords, word: &str, options: &Options) -> Result<(), BuildError> {
    const ALLOWED: &str = "words of one of: Chinese and Japanese, Hangul, Thai, Lao, Khmer, Myanmar";
    let wrong = |why: String| BuildError::wrong_value(&USER_DICTIONARY, why, ALLOWED);
    let too_long = |why: String, allowed: &'static str| {
        BuildError::wrong_value(&USER_DICTIONARY, why, allowed).with_fault(BuildFault::Limit)
    };
    let script = words.add(word).map_err(|fault| match fault {
        WordFault::Empty => wrong("a word is empty".to_owned()),
        WordFault::Character(c) => {
            wrong(format!("{} is not a word of one dictionary: it contains {c:?}", quoted(word)))
        }
        WordFault::Mark(c) => wrong(format!("{} starts with the mark U+{:04X}", quoted(word), u32::from(c))),
        WordFault::TooLong => {
            too_long(format!("{} has more than 64 characters", quoted(word)), "words of at most 64 characters")
        }
        WordFault::TooMany => {
            too_long("the words have more than 4194304 characters".to_owned(), "at most 4194304 characters in all")
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
        return Err(wrong(format!("{} needs a dictionary, but `{}` is false", quoted(word), option.name)));
    }
    let scripts = CodePointMapData::<Script>::new();
    if options.boolean(&HIRAGANA_AS_RUNS) && word.chars().any(|c| scripts.get(c) == Script::Hiragana) {
        return Err(wrong(format!("{} contains hiragana, but `hiragana_as_runs` is true", quoted(word))));
    }
    Ok(())
}
