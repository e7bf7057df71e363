//! Parses the rule syntax (LDML part 5, "Tailoring rules") and drives the builder.
//!
//! `&` reset, `<` to `<<<<` and `=` relations (`;` and `,` are older forms of `<<` and `<<<`), `*` lists with ranges,
//! `prefix|string/extension`, `[settings]`, `#` comments, `'quoted'` text, `\` before one character. `[optimize]`,
//! `[normalization]` and `!` are accepted and ignored.

use super::builder::{LogicalPosition, RelationLevel, ResetPosition, TailoringBuilder};
use crate::memory;
use crate::unicode::collate::decompose;
use crate::unicode::collate::elements::MAX_PREFIX;
use crate::unicode::collate::options::{Alternate, CaseFirst, MaxVariable, Settings, Strength};
use crate::unicode::collate::reorder::{ReorderCode, Reordering};
use crate::unicode::collate::root::Root;
use crate::unicode::part::StrPart;
use crate::unicode::rule_text::{Cursor, Limits, RuleError, is_pattern_white_space};
use crate::unicode::set::UnicodeSet;

/// Returns the rule text for `[import tag]`: a BCP 47 tag with an optional `-u-co-`.
pub(crate) type Importer<'t> = &'t dyn Fn(&str) -> Option<&'t str>;

/// Maximum depth of nested imports.
const MAX_IMPORT_DEPTH: usize = 8;

/// The maximum number of characters of a relation's string in NFD, which bounds the depth of the context tries.
const MAX_STRING: usize = 255;

/// Maximum number of relations, including those of lists with ranges and of imports.
const MAX_RELATIONS: usize = 4 << 20;
/// Maximum number of collation elements of all relations: 64 MiB.
const MAX_CES: usize = 8 << 20;
/// The minimum number of relations that a set or an import counts as.
const RELATIONS_OF_SETTING: usize = 1000;

type Result<T> = std::result::Result<T, RuleError>;

/// The settings of a rule text.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParsedRules {
    pub(crate) settings: Settings,
    pub(crate) reorder: Vec<ReorderCode>,
}

/// Parses rules and drives a builder.
pub(crate) struct TailoringParser<'a, 'r, 't> {
    root: &'r Root,
    importer: Importer<'t>,
    builder: &'a mut TailoringBuilder<'r>,
    parsed: ParsedRules,
    depth: usize,
    /// The number of relations, counted against [`MAX_RELATIONS`].
    relations: usize,
    limits: Limits,
}

impl<'a, 'r, 't> TailoringParser<'a, 'r, 't> {
    pub(crate) fn new(
        root: &'r Root,
        importer: Importer<'t>,
        builder: &'a mut TailoringBuilder<'r>,
        limits: Limits,
    ) -> Self {
        TailoringParser { root, importer, builder, parsed: ParsedRules::default(), depth: 0, relations: 0, limits }
    }

    /// Parses a whole rule text.
    pub(crate) fn run(mut self, rules: &str) -> Result<ParsedRules> {
        if rules.len() > self.limits.length {
            return Err(RuleError::limit(
                rules,
                self.limits.length,
                format!("the rules are longer than {} bytes", self.limits.length),
            ));
        }
        self.rules(rules)?;
        Ok(self.parsed)
    }

    fn count_relations(&mut self, cursor: &Cursor, at: usize, relations: usize) -> Result<()> {
        memory::checkpoint();
        self.relations += relations;
        if self.relations <= MAX_RELATIONS {
            return Ok(());
        }
        Err(RuleError::limit(
            cursor.text(),
            at,
            format!("the rules, with lists, sets and imports, have more than {MAX_RELATIONS} relations"),
        ))
    }

    fn rules(&mut self, rules: &str) -> Result<()> {
        let mut cursor = Cursor::new(rules);
        loop {
            cursor.skip_white_space();
            match cursor.peek() {
                None => return Ok(()),
                Some('&') => self.reset_and_relations(&mut cursor)?,
                Some('[') => self.setting(&mut cursor)?,
                Some('#') => skip_comment(&mut cursor),
                Some('@') => {
                    cursor.bump();
                    self.parsed.settings.backwards = true;
                }
                Some('!') => {
                    cursor.bump();
                }
                Some(_) => return Err(cursor.error("a reset (`&`), a setting (`[`) or a comment (`#`)")),
            }
        }
    }

    /// Parses a reset and the relations after it.
    fn reset_and_relations(&mut self, cursor: &mut Cursor) -> Result<()> {
        let before = self.reset(cursor)?;
        let mut first = true;
        loop {
            cursor.skip_white_space();
            let at = cursor.offset();
            let Some((level, starred)) = operator(cursor) else {
                if cursor.peek() == Some('#') {
                    skip_comment(cursor);
                    continue;
                }
                return if first {
                    Err(cursor.error("a relation (`<`, `<<`, `<<<`, `<<<<` or `=`) after the reset"))
                } else {
                    Ok(())
                };
            };
            match before {
                Some(before) if first && level != before => {
                    return Err(cursor.error_at(
                        at,
                        "the first relation is not that of `[before n]`",
                        "`<` for 1, `<<` for 2, `<<<` for 3",
                    ));
                }
                Some(before) if level < before => {
                    return Err(cursor.error_at(at, "the relation is stronger than that of `[before n]`", ""));
                }
                _ => {}
            }
            if starred {
                self.list(cursor, level)?;
            } else {
                self.relation(cursor, level)?;
            }
            first = false;
        }
    }

    fn reset(&mut self, cursor: &mut Cursor) -> Result<Option<RelationLevel>> {
        let start = cursor.offset();
        cursor.bump();
        cursor.skip_white_space();
        let before = before(cursor);
        let position =
            if cursor.peek() == Some('[') { logical_position(cursor)? } else { ResetPosition::Text(string(cursor)?) };
        let at = |message: &str| cursor.error_at(start, message, "");
        self.builder.reset(&position, before).map_err(at)?;
        cursor.skip_white_space();
        Ok(before)
    }

    /// Parses `prefix | string / extension`.
    fn relation(&mut self, cursor: &mut Cursor, level: RelationLevel) -> Result<()> {
        let start = cursor.offset();
        let (mut prefix, mut extension) = (Vec::new(), Vec::new());
        let mut text = string(cursor)?;
        if cursor.eat("|") {
            prefix = std::mem::replace(&mut text, string(cursor)?);
        }
        if cursor.eat("/") {
            extension = string(cursor)?;
        }
        if let (Some(&first), Some(&c)) = (prefix.first(), text.first())
            && !(decompose::begins_nfc(first) && decompose::begins_nfc(c))
        {
            return Err(cursor.error_at(
                start,
                "the prefix, or the string after `|`, starts with a character that combines with the one before it",
                "",
            ));
        }
        for (string, what, max_length) in [(&prefix, "prefix", MAX_PREFIX), (&text, "string", MAX_STRING)] {
            if decompose::nfd(string.iter().copied()).len() > max_length {
                let found = format!("the {what} has more than {max_length} characters in NFD");
                return Err(RuleError::limit(cursor.text(), start, found));
            }
        }
        self.count_relations(cursor, start, 1)?;
        self.builder
            .relation(level, &prefix, &text, &extension)
            .map_err(|message| cursor.error_at(start, message, ""))?;
        if self.builder.ce_count() > MAX_CES {
            return Err(RuleError::limit(
                cursor.text(),
                start,
                format!("the relations have more than {MAX_CES} collation elements"),
            ));
        }
        Ok(())
    }

    /// Parses a list of single characters and ranges after a starred relation.
    fn list(&mut self, cursor: &mut Cursor, level: RelationLevel) -> Result<()> {
        let mut range_from: Option<u32> = None;
        loop {
            let start = cursor.offset();
            let text = raw_string(cursor, range_from.is_none())?;
            if text.is_empty() {
                return Err(cursor.error("the characters of the list"));
            }
            let is_end_alone = range_from.is_some() && text.len() == 1;
            for &c in &text {
                let from = range_from.take();
                if from.is_some_and(|from| c < from) {
                    return Err(cursor.error_at(start, "the range ends before its start", ""));
                }
                for c in from.map_or(c, |from| from + 1)..=c {
                    self.list_member(cursor, start, level, c)?;
                }
            }
            if cursor.peek() != Some('-') {
                break;
            }
            if is_end_alone {
                return Err(cursor.error_at(start, "the end of a range starts another one", ""));
            }
            cursor.bump();
            range_from = text.last().copied();
        }
        cursor.skip_white_space();
        Ok(())
    }

    fn list_member(&mut self, cursor: &Cursor, start: usize, level: RelationLevel, c: u32) -> Result<()> {
        let wrong = |message: &str| Err(cursor.error_at(start, message, ""));
        if char::from_u32(c).is_none() {
            return wrong("the range contains a surrogate");
        }
        if (0xFFFD..=0xFFFF).contains(&c) {
            return wrong("the range contains U+FFFD, U+FFFE or U+FFFF");
        }
        if decompose::class(c) != 0 || decompose::decomposes(c) {
            return wrong("the list contains a character that is a mark or decomposes");
        }
        self.count_relations(cursor, start, 1)?;
        self.builder.relation(level, &[], &[c], &[]).map_err(|message| cursor.error_at(start, message, ""))
    }

    fn setting(&mut self, cursor: &mut Cursor) -> Result<()> {
        let start = cursor.offset();
        cursor.bump();
        let words = words(cursor);
        let unknown = |cursor: &Cursor| {
            Err(cursor.error_at(start, "unknown setting", "`[reorder …]`, `[strength n]`, `[alternate …]`, `[maxVariable …]`, `[caseFirst …]`, `[caseLevel on]`, `[numericOrdering on]`, `[backwards 2]`, `[import …]` or `[suppressContractions […]]`"))
        };
        if words.is_empty() {
            return Err(cursor.error("a setting"));
        }
        if cursor.peek() == Some('[') {
            let pattern = set_pattern(cursor)?;
            let known = ["optimize", "suppressContractions"].contains(&words.as_str());
            if !known {
                return unknown(cursor);
            }
            self.count_relations(cursor, start, RELATIONS_OF_SETTING)?;
            let set = UnicodeSet::parse(pattern)
                .map_err(|error| cursor.error_at(start, format!("invalid set: {error}"), ""))?;
            if words == "suppressContractions" {
                let characters = || set.ranges().flat_map(|(first, last)| first..=last);
                self.count_relations(cursor, start, characters().count())?;
                characters().for_each(|c| self.builder.mappings.suppress(c));
            }
            return Ok(());
        }
        if !cursor.eat("]") {
            return Err(cursor.error("`]` at the end of the setting"));
        }
        if words == "reorder" || words.starts_with("reorder ") {
            return self.reorder(cursor, start, words.part(7..));
        }
        let (name, value) = words.rsplit_once(' ').unwrap_or((&words, ""));
        if name == "import" {
            return self.import(cursor, start, value);
        }
        self.option(name, value).map_or_else(|| unknown(cursor), Ok)
    }

    /// Applies an option; `None` if its name or value is unknown.
    fn option(&mut self, name: &str, value: &str) -> Option<()> {
        let settings = &mut self.parsed.settings;
        let is_on = || match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match name {
            "strength" => {
                settings.strength = match value {
                    "1" => Strength::Primary,
                    "2" => Strength::Secondary,
                    "3" => Strength::Tertiary,
                    "4" => Strength::Quaternary,
                    "I" => Strength::Identical,
                    _ => return None,
                };
            }
            "alternate" => settings.alternate = Alternate::from_name(value)?,
            "maxVariable" => settings.max_variable = MaxVariable::from_name(value)?,
            "caseFirst" => settings.case_first = CaseFirst::from_name(value)?,
            "caseLevel" => settings.case_level = is_on()?,
            "numericOrdering" => settings.numeric = is_on()?,
            "backwards" if value == "2" => settings.backwards = true,
            "normalization" => _ = is_on()?,
            "hiraganaQ" if value == "off" => {}
            _ => return None,
        }
        Some(())
    }

    fn reorder(&mut self, cursor: &Cursor, start: usize, names: &str) -> Result<()> {
        let mut codes = Vec::new();
        for name in names.split(' ').filter(|name| !name.is_empty()) {
            let Some(code) = ReorderCode::from_name(name).filter(|_| !matches!(name, "first" | "punctuation")) else {
                return Err(cursor.error_at(start, format!("unknown script or reorder code `{name}`"), ""));
            };
            codes.push(code);
        }
        Reordering::new(self.root, &codes).map_err(|error| cursor.error_at(start, error.to_string(), ""))?;
        self.parsed.reorder = codes;
        Ok(())
    }

    fn import(&mut self, cursor: &Cursor, start: usize, tag: &str) -> Result<()> {
        if self.depth == MAX_IMPORT_DEPTH {
            return Err(RuleError::limit(
                cursor.text(),
                start,
                format!("imports are nested deeper than {MAX_IMPORT_DEPTH}"),
            ));
        }
        self.count_relations(cursor, start, RELATIONS_OF_SETTING)?;
        let Some(rules) = (self.importer)(tag) else {
            return Err(cursor.error_at(start, format!("there are no rules of `{tag}`"), ""));
        };
        self.depth += 1;
        let result = self.rules(rules);
        self.depth -= 1;
        result.map_err(|error| RuleError {
            limit: error.limit,
            ..cursor.error_at(start, format!("in the rules of `{tag}`: {error}"), "")
        })
    }
}

fn skip_comment(cursor: &mut Cursor) {
    cursor.take_while(|c| !matches!(c, '\n' | '\u{C}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'));
}

/// Parses a relation operator: its level, and whether a list follows.
fn operator(cursor: &mut Cursor) -> Option<(RelationLevel, bool)> {
    let (token, level) = [
        ("<<<<", RelationLevel::Quaternary),
        ("<<<", RelationLevel::Tertiary),
        ("<<", RelationLevel::Secondary),
        ("<", RelationLevel::Primary),
        ("=", RelationLevel::Identical),
        (";", RelationLevel::Secondary),
        (",", RelationLevel::Tertiary),
    ]
    .into_iter()
    .find(|(token, _)| cursor.eat(token))?;
    let starred = !matches!(token, ";" | ",") && cursor.eat("*");
    Some((level, starred))
}

/// Parses `[before n]`, if it comes next.
fn before(cursor: &mut Cursor) -> Option<RelationLevel> {
    let start = cursor.offset();
    if cursor.eat("[before") && cursor.peek().is_some_and(is_pattern_white_space) {
        cursor.skip_white_space();
        let level = match cursor.bump() {
            Some('1') => Some(RelationLevel::Primary),
            Some('2') => Some(RelationLevel::Secondary),
            Some('3') => Some(RelationLevel::Tertiary),
            _ => None,
        };
        if level.is_some() && cursor.eat("]") {
            cursor.skip_white_space();
            return level;
        }
    }
    cursor.seek(start);
    None
}

fn logical_position(cursor: &mut Cursor) -> Result<ResetPosition> {
    use LogicalPosition::*;
    let start = cursor.offset();
    cursor.bump();
    let words = words(cursor);
    let position = match words.as_str() {
        "first tertiary ignorable" => FirstTertiaryIgnorable,
        "last tertiary ignorable" => LastTertiaryIgnorable,
        "first secondary ignorable" => FirstSecondaryIgnorable,
        "last secondary ignorable" => LastSecondaryIgnorable,
        "first primary ignorable" => FirstPrimaryIgnorable,
        "last primary ignorable" => LastPrimaryIgnorable,
        "first variable" => FirstVariable,
        "last variable" | "variable top" => LastVariable,
        "first regular" => FirstRegular,
        "last regular" | "top" => LastRegular,
        "first implicit" => FirstImplicit,
        "last implicit" => LastImplicit,
        "first trailing" => FirstTrailing,
        "last trailing" => LastTrailing,
        _ => {
            return Err(cursor.error_at(
                start,
                "unknown reset position",
                "a logical position such as `[first regular]`",
            ));
        }
    };
    if cursor.eat("]") { Ok(ResetPosition::Logical(position)) } else { Err(cursor.error("`]`")) }
}

/// Reads words up to a syntax character, with white space as one space.
fn words(cursor: &mut Cursor) -> String {
    let mut words = String::new();
    cursor.skip_white_space();
    while let Some(c) = cursor.peek() {
        if is_pattern_white_space(c) {
            words.push(' ');
            cursor.skip_white_space();
        } else if is_syntax(c) && !matches!(c, '-' | '_') {
            break;
        } else {
            words.push(c);
            cursor.bump();
        }
    }
    words.truncate(words.trim_end_matches(' ').len());
    words
}

/// Reads a set between balanced brackets, and the bracket that ends the setting.
fn set_pattern<'t>(cursor: &mut Cursor<'t>) -> Result<&'t str> {
    let start = cursor.offset();
    let mut depth = 0usize;
    loop {
        match cursor.bump() {
            None => return Err(cursor.error("`]` at the end of the set")),
            Some('[') => depth += 1,
            Some(']') => depth -= 1,
            Some(_) => {}
        }
        if depth == 0 {
            break;
        }
    }
    let end = cursor.offset();
    cursor.skip_white_space();
    if !cursor.eat("]") {
        return Err(cursor.error("`]` at the end of the setting"));
    }
    Ok(cursor.text().part(start..end))
}

fn is_syntax(c: char) -> bool {
    c.is_ascii_punctuation()
}

/// Reads a string that must not be empty, with white space around it.
fn string(cursor: &mut Cursor) -> Result<Vec<u32>> {
    let text = raw_string(cursor, true)?;
    if text.is_empty() {
        return Err(cursor.error("a string (syntax characters need quotes)"));
    }
    cursor.skip_white_space();
    Ok(text)
}

fn raw_string(cursor: &mut Cursor, white_space_before: bool) -> Result<Vec<u32>> {
    if white_space_before {
        cursor.skip_white_space();
    }
    let start = cursor.offset();
    let mut text = Vec::new();
    while let Some(c) = cursor.peek() {
        if c == '\'' {
            cursor.bump();
            quoted(cursor, start, &mut text)?;
        } else if c == '\\' {
            cursor.bump();
            let Some(c) = cursor.bump() else { return Err(cursor.error("a character after `\\`")) };
            memory::push(&mut text, u32::from(c));
        } else if is_syntax(c) || is_pattern_white_space(c) {
            break;
        } else {
            memory::push(&mut text, u32::from(c));
            cursor.bump();
        }
    }
    if text.iter().any(|c| (0xFFFD..=0xFFFF).contains(c)) {
        return Err(cursor.error_at(start, "the string contains U+FFFD, U+FFFE or U+FFFF", ""));
    }
    Ok(text)
}

/// Reads text between apostrophes; two adjacent ones are one apostrophe, inside and outside.
fn quoted(cursor: &mut Cursor, start: usize, text: &mut Vec<u32>) -> Result<()> {
    if cursor.eat("'") {
        text.push(u32::from('\''));
        return Ok(());
    }
    loop {
        match cursor.bump() {
            None => return Err(cursor.error_at(start, "the quotation is not closed", "`'`")),
            Some('\'') if cursor.eat("'") => memory::push(text, u32::from('\'')),
            Some('\'') => return Ok(()),
            Some(c) => memory::push(text, u32::from(c)),
        }
    }
}
