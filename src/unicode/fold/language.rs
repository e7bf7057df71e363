//! Folding by language: letters of the language's alphabet are kept, everything else is folded.
//!
//! The letters are derived from CLDR by `tools/fold-data/src/languages.rs`: main exemplar characters that have a
//! primary weight of their own in the language's collation. Three rules are added: Turkish and Azerbaijani case
//! (SpecialCasing.txt: I and ı, İ and i), Japanese kana with voiced and semi-voiced sound marks, and, on request, the
//! German spelling of umlauts with e.
//!
//! Only the language of a tag is used, and its script or region if the language has other letters there (`sr-Latn`,
//! `sr-ME`).

mod letters {
    include!("../../../data/fold/letters.rs");
}

use crate::unicode::normalize::composites_with;
use icu_normalizer::DecomposingNormalizerBorrowed;
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

/// Language subtags that BCP 47 replaced.
const REPLACED: [(&str, &str); 6] =
    [("in", "id"), ("iw", "he"), ("ji", "yi"), ("mo", "ro"), ("sh", "sr-Latn"), ("tl", "fil")];

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

/// The table row of a tag: that of its language with its script, with its region, or alone.
fn find(tag: &str) -> Option<(&'static str, &'static str)> {
    let mut subtags = tag.split(['-', '_']);
    let language = subtags.next()?;
    let replaced = REPLACED.iter().find(|(old, _)| old.eq_ignore_ascii_case(language));
    let mut replaced = replaced.map_or(language, |(_, new)| new).split('-');
    let language = replaced.next()?;
    // A singleton starts an extension. A script in the tag takes precedence over that of a replaced tag, and over the
    // usual script of the region.
    let others: Vec<&str> = subtags.take_while(|subtag| subtag.len() > 1).chain(replaced).collect();
    let script = others.iter().copied().find(|subtag| is_script(subtag));
    let counts = |subtag: &&str| script.is_none() || script == Some(*subtag);
    let wanted = others.into_iter().filter(counts).map(|subtag| format!("{language}-{subtag}"));
    let wanted: Vec<String> = wanted.chain([language.to_owned()]).collect();
    let row = |wanted: &String| letters::LETTERS.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(wanted)).copied();
    wanted.iter().find_map(row)
}

/// Whether a subtag has the form of a script (BCP 47, section 2.2.3).
fn is_script(subtag: &str) -> bool {
    subtag.len() == 4 && subtag.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The mappings of composites whose base is a kept letter with more marks, where the letter's own marks are not the
/// first ones (`ệ` is `ẹ` with a circumflex): they map to the letter, and among several to the one with the most marks.
fn with_more_marks(letters: &str) -> Vec<(char, String)> {
    let parts = |c: char| -> Vec<char> {
        DecomposingNormalizerBorrowed::new_nfd().normalize_iter(std::iter::once(c)).collect()
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
