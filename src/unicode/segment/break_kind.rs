//! Kinds of boundaries, and the rules of each locale for them (CLDR: `data/break/locales.tsv`).

use super::break_rules::BreakRules;
use super::dictionary::HAS_DICTIONARIES;
use super::shipped_rules::shipped_rules;
use crate::unicode::locale::{Fallback, Inheritance, LocaleId};

static INHERITANCE: Inheritance = Inheritance::new(include_str!("../../../data/break/locales.tsv"), Fallback::Subtags);

/// The kind of segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BreakKind {
    /// Grapheme clusters (UAX #29).
    Grapheme,
    /// Words, and the segments between them (UAX #29 as tailored by CLDR).
    Word,
    /// Sentences (UAX #29).
    Sentence,
    /// Line break opportunities (UAX #14).
    Line(LineStrictness),
    /// Like [`BreakKind::Line`], but not inside phrases (LDML `lw=phrase`). Only Japanese and Korean have rules for
    /// phrases; other locales use those of [`BreakKind::Line`].
    PhraseLine(LineStrictness),
    /// Words for title casing.
    Title,
}

/// The strictness of line breaking before small kana and similar characters (CSS `line-break`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineStrictness {
    /// The default of the locale.
    #[default]
    Default,
    /// `lb=strict`
    Strict,
    /// `lb=normal`
    Normal,
    /// `lb=loose`
    Loose,
}

impl BreakKind {
    fn key(self) -> &'static str {
        match self {
            BreakKind::Grapheme => "grapheme",
            BreakKind::Word => "word",
            BreakKind::Sentence => "sentence",
            BreakKind::Title => "title",
            BreakKind::Line(LineStrictness::Default) => "line",
            BreakKind::Line(LineStrictness::Strict) => "line_strict",
            BreakKind::Line(LineStrictness::Normal) => "line_normal",
            BreakKind::Line(LineStrictness::Loose) => "line_loose",
            BreakKind::PhraseLine(LineStrictness::Default) => "line_phrase",
            BreakKind::PhraseLine(LineStrictness::Strict) => "line_strict_phrase",
            BreakKind::PhraseLine(LineStrictness::Normal) => "line_normal_phrase",
            BreakKind::PhraseLine(LineStrictness::Loose) => "line_loose_phrase",
        }
    }

    /// The kind of line breaks that the values of LDML's `lb` and `lw` select; absent values are taken from the locale
    /// (`ja-u-lb-loose-lw-phrase`, `ja@lb=loose;lw=phrase`).
    pub fn line_of(locale: &str, line_break: Option<&str>, word_break: Option<&str>) -> BreakKind {
        let id = LocaleId::parse(locale);
        let value = |key| id.keyword_value(key, key);
        let strictness = match line_break.or(value("lb")) {
            Some("strict") => LineStrictness::Strict,
            Some("normal") => LineStrictness::Normal,
            Some("loose") => LineStrictness::Loose,
            _ => LineStrictness::Default,
        };
        let is_phrase = word_break.or(value("lw")) == Some("phrase");
        if is_phrase { BreakKind::PhraseLine(strictness) } else { BreakKind::Line(strictness) }
    }

    /// Whether a locale or one of its parents has rules for this kind. The root has rules for all kinds except phrases.
    pub fn has_rules(self, locale: &str) -> bool {
        self.name(locale).is_some()
    }

    /// The name of the rules that [`BreakKind::rules`] returns: two locales with equal names have equal boundaries.
    pub fn rules_name(self, locale: &str) -> Option<&'static str> {
        match (self.name(locale), self) {
            (None, BreakKind::PhraseLine(strictness)) => BreakKind::Line(strictness).name(locale),
            (name, _) => name,
        }
    }

    /// The name of the rules of a locale, or of its nearest parent that has some.
    fn name(self, locale: &str) -> Option<&'static str> {
        INHERITANCE
            .chain(&LocaleId::parse(locale))
            .into_iter()
            .find_map(|id| INHERITANCE.get(id, "boundaries", self.key()))
    }

    /// The rules of a locale (BCP 47 or ICU id; the only extension used is `-u-va-posix`). A locale without rules
    /// inherits those of its parents, ultimately the root's. `None` for words, lines and titles in a
    /// build without dictionaries.
    pub fn rules(self, locale: &str) -> Option<&'static BreakRules> {
        if !HAS_DICTIONARIES && !matches!(self, BreakKind::Grapheme | BreakKind::Sentence) {
            return None;
        }
        shipped_rules(self.rules_name(locale)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_have_their_rules_or_those_of_a_parent() {
        let name = |kind: BreakKind, locale: &str| {
            let rules = kind.rules(locale).unwrap();
            [
                "line",
                "line_cj",
                "line_loose_cj",
                "line_normal",
                "line_phrase_cj",
                "sent_el",
                "sent",
                "word_POSIX",
                "word",
            ]
            .into_iter()
            .find(|name| std::ptr::eq(shipped_rules(name).unwrap(), rules))
            .unwrap()
        };
        assert_eq!(name(BreakKind::Line(LineStrictness::Loose), "ja-JP"), "line_loose_cj");
        assert_eq!(name(BreakKind::Line(LineStrictness::Default), "ja"), "line_normal");
        assert_eq!(name(BreakKind::Line(LineStrictness::Default), "zh_Hant_TW"), "line_cj");
        assert_eq!(name(BreakKind::Line(LineStrictness::Default), "de-AT-u-co-phonebk"), "line");
        assert_eq!(name(BreakKind::Sentence, "el_GR"), "sent_el");
        assert_eq!(name(BreakKind::Sentence, "ell-GRC"), "sent_el");
        assert_eq!(name(BreakKind::Word, "en-US-u-va-posix"), "word_POSIX");
        assert_eq!(name(BreakKind::Word, "xx"), "word");
        assert_eq!(name(BreakKind::PhraseLine(LineStrictness::Strict), "ko-KR"), "line_phrase_cj");
        assert_eq!(name(BreakKind::PhraseLine(LineStrictness::Strict), "de"), "line");
    }
}
