//! Folding by language: letters of the language's alphabet are kept, everything else is folded.
//!
//! The letters are derived from CLDR by `tools/fold-data/src/languages.rs`: main exemplar characters that have a
//! primary weight of their own in the language's collation. Three rules are added: Turkish and Azerbaijani case
//! (SpecialCasing.txt: I and ı, İ and i), Japanese kana with voiced and semi-voiced sound marks, and, on request, the
//! German spelling of umlauts with e.
//!
//! A tag inherits letters as CLDR's main tree does: `sr-ME` has those of `sr-Latn`. A tag without letters has those of
//! its language.

mod letters {
    include!("../../../data/fold/letters.rs");
}

use crate::unicode::locale::{LocaleId, MAIN};
use crate::unicode::normalize::{Form, Mode, composites_with, normalizer_of_form};
use std::collections::BTreeMap;
use std::fmt;

/// The folding of umlauts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expansion {
    /// To the base letter: `ä` becomes `a`.
    #[default]
    Base,
    /// German only: `ä` becomes `ae`, `ö` becomes `oe`, `ü` becomes `ue`.
    Ae,
}

/// The reason why there is no folding for a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LanguageError {
    /// CLDR has no exemplar characters for this language, or it is not a language tag.
    Unknown(String),
    /// Another language than German, which is the only one with this expansion.
    NoExpansion(String),
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LanguageError::Unknown(tag) => write!(f, "no letters are known for the language \"{tag}\""),
            LanguageError::NoExpansion(tag) => write!(f, "the expansion \"ae\" is for German, not for \"{tag}\""),
        }
    }
}

impl std::error::Error for LanguageError {}

/// All languages (some with a script or a region) with the letters that they keep, in lower case; for the
/// documentation.
pub fn languages() -> &'static [(&'static str, &'static str)] {
    &letters::LETTERS
}

/// The mappings for a BCP 47 language tag in addition to [`crate::unicode::normalize::Form::Utr30`]. Pass them to
/// [`crate::unicode::normalize::Normalizer::with_mappings`], alone or before user mappings.
///
/// # Errors
/// An unknown language, or an expansion that does not exist for the language.
pub fn language_mappings(tag: &str, expansion: Expansion) -> Result<Vec<(char, String)>, LanguageError> {
    let (language, letters) = find(tag).ok_or_else(|| LanguageError::Unknown(tag.to_owned()))?;
    let mut mappings: Vec<(char, String)> = letters.chars().map(to_itself).chain(with_more_marks(letters)).collect();
    match language {
        "tr" | "az" => mappings.extend([('I', "ı".to_owned()), ('İ', "i".to_owned())]),
        "ja" => mappings.extend(['\u{3099}', '\u{309A}'].into_iter().flat_map(composites_with).map(to_itself)),
        _ => {}
    }
    match (expansion, language) {
        (Expansion::Base, _) => {}
        (Expansion::Ae, "de") => {
            mappings.extend([('ä', "ae"), ('ö', "oe"), ('ü', "ue")].map(|(c, text)| (c, text.to_owned())));
        }
        (Expansion::Ae, _) => return Err(LanguageError::NoExpansion(tag.to_owned())),
    }
    Ok(mappings)
}

/// The table row of a tag: that of the first locale of its lookup chain that has one, or that of its language.
fn find(tag: &str) -> Option<(&'static str, &'static str)> {
    let id = LocaleId::parse(tag);
    // `sh` is an alias of `sr_Latn`, whose language is `sr`.
    let language = match id.language.as_str() {
        "ji" => "yi",
        language => MAIN.alias(language).unwrap_or(language).split('_').next()?,
    };
    let row = |wanted: &str| letters::LETTERS.iter().find(|(tag, _)| *tag == wanted).copied();
    MAIN.chain(&id).iter().find_map(|locale| row(&locale.replace('_', "-"))).or_else(|| row(language))
}

/// The mappings of composites whose base is a kept letter with more marks, where the letter's own marks are not the
/// first ones (`ệ` is `ẹ` with a circumflex): they map to the letter, and among several to the one with the most marks.
fn with_more_marks(letters: &str) -> Vec<(char, String)> {
    let decomposer = normalizer_of_form(Form::Nfd, Mode::Decompose).decomposer();
    let parts = |c: char| {
        let mut parts = Vec::new();
        decomposer.decompose(c.into()).parts.for_each(|part| parts.extend(char::from_u32(part)));
        parts
    };
    let mut found: BTreeMap<char, (usize, char)> = BTreeMap::new();
    for letter in letters.chars() {
        let letter_parts = parts(letter);
        let Some((base, marks)) = letter_parts.split_first() else { continue };
        for composite in marks.iter().flat_map(|mark| composites_with(*mark)).filter(|c| !letters.contains(*c)) {
            let all = parts(composite);
            let mut rest = all.iter().skip(1);
            if all.first() == Some(base) && marks.iter().all(|mark| rest.any(|other| other == mark)) {
                let best = found.entry(composite).or_default();
                *best = (marks.len(), letter).max(*best);
            }
        }
    }
    found.into_iter().map(|(composite, (_, letter))| (composite, letter.to_string())).collect()
}

fn to_itself(c: char) -> (char, String) {
    (c, c.to_string())
}
