//! Token filter `unic_numberformat`: rewrites terms that are numbers as a whole, in digits or in words, to one form
//! (rulings U12, U12a).

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options};
use crate::analysis::term_cache::{TermCache, TermForm};
use crate::analysis::token::TokenType;
use crate::unicode::locale::LocaleId;
use crate::unicode::quoted::quoted;
use crate::unicode::spell::{Number, NumberPrefilter, RuleBasedNumberFormat, RuleSetGroup, Scratch};
use crate::unicode::text::{Buffer, CodeUnit, Encoding};
use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup};
use std::fmt;
use std::sync::Arc;

static LOCALE: OptionSpec =
    OptionSpec::text("locale", "root", "the language, as a BCP 47 tag or an ICU id: `de`, `en_US`").with_fingerprint(
        FingerprintPart::Meaning(|options| {
            let id = LocaleId::parse(options.text_with_default(&LOCALE));
            let numbers = id.keyword_value("numbers", "nu").unwrap_or("default").to_owned();
            // Lenient parsing uses the collation.
            let collation = id.keyword_value("collation", "co").unwrap_or("default").to_owned();
            Some(vec![id.base(), numbers, collation])
        }),
    );
static FORMAT: OptionSpec = OptionSpec {
    name: "format",
    aliases: &[],
    kind: OptionKind::ChoiceOfAnyCase(&["spellout", "ordinal", "duration", "numbering_system"]),
    default: OptionDefault::Text("spellout"),
    help: "the group of rules: words, digits with ordinal suffixes, seconds as durations, algorithmic numbering systems",
    fingerprint: FingerprintPart::Value,
};
static LENIENT: OptionSpec = OptionSpec::boolean(
    "lenient",
    true,
    "words are parsed case-insensitively, with or without spaces, hyphens, commas and full stops",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    parsed_rule_sets(group(options)).is_some().then(|| vec![options.boolean(&LENIENT).to_string()])
}));
static GROUPING: OptionSpec =
    OptionSpec::boolean("grouping", true, "accepted for compatibility; has no effect").without_effect();
static RULESET: OptionSpec = OptionSpec::absent(
    "ruleset",
    OptionKind::Text,
    "the public rule set that formats numbers, such as `%spellout-cardinal-feminine`",
);
static RULES: OptionSpec = OptionSpec::absent(
    "rules",
    OptionKind::RuleText,
    "custom number rules instead of those of the locale, which then supplies symbols and plural rules",
);
static KEEP_ORIGINAL: OptionSpec = OptionSpec::boolean(
    "keep_original",
    false,
    "emits the original term, then the written form at the same position if it differs",
);

/// The component type of the token filter `unic_numberformat`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_numberformat",
    help: "writes numbers, be they in digits or in words, in one form: `100` and `onehundred` become `onehundred`",
    options: &[&LOCALE, &FORMAT, &LENIENT, &GROUPING, &RULESET, &RULES, &KEEP_ORIGINAL],
    has_default_instance: true,
    fits_normalizer: false,
    version: 2,
    build: Build::TokenFilter(|options, warnings| Ok(Arc::new(build(options, warnings)?))),
};

/// The maximum length of a term that is parsed, in UTF-16 units.
const MAX_UNITS: usize = 4_096;

fn build(options: &Options, warnings: &mut Warnings) -> Result<NumberFormatFilter, BuildError> {
    let locale = options.text_with_default(&LOCALE);
    let group = group(options);
    let format = match options.rules(&RULES) {
        Some(_) if options.is_given(&FORMAT) => {
            let found = "`format` is combined with `rules`";
            return Err(BuildError::wrong_value(&FORMAT, found, "either a group of the locale's rules or rules"));
        }
        Some(rules) => Arc::new(
            RuleBasedNumberFormat::from_rules(&rules.text, locale)
                .map_err(|error| BuildError::in_rule_text(&RULES, rules, &error))?,
        ),
        None => {
            let opened = RuleBasedNumberFormat::open(locale, group);
            if opened.is_unknown {
                let found = format!("no number rules for locale {}: those of the root are used", quoted(locale));
                warnings.push(BuildError::wrong_value(&LOCALE, found, "a language that CLDR has number rules for"));
            }
            opened.format
        }
    };
    let rule_set = format.rule_set(options.text(&RULESET).unwrap_or_default()).map_err(|error| {
        let found =
            format!("`ruleset` is {}, which is not a public rule set, or is marked `@noparse`", quoted(&error.name));
        BuildError::wrong_value(&RULESET, found, error.public.join(", "))
    })?;
    let words = parsed_rule_sets(group).map(|rule_sets| NumbersInWords {
        rule_sets,
        prefilter: Arc::new(format.prefilter(|name| rule_sets.takes(name))),
    });
    Ok(NumberFormatFilter {
        format,
        rule_set,
        words,
        lenient: options.boolean(&LENIENT),
        keep_original: options.boolean(&KEEP_ORIGINAL),
        buffers: NumberBuffers::default(),
    })
}

/// The group of rules of the option `format`.
fn group(options: &Options) -> RuleSetGroup {
    RuleSetGroup::from_name(options.text_with_default(&FORMAT)).unwrap_or(RuleSetGroup::Spellout)
}

/// The rule sets of a group that parse numbers in words; `None` if only digits are parsed.
fn parsed_rule_sets(group: RuleSetGroup) -> Option<ParsedRuleSets> {
    match group {
        RuleSetGroup::Spellout => Some(ParsedRuleSets::Cardinal),
        RuleSetGroup::NumberingSystem => Some(ParsedRuleSets::All),
        RuleSetGroup::Ordinal | RuleSetGroup::Duration => None,
    }
}

/// The rule sets that numbers in words are parsed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParsedRuleSets {
    /// All rule sets except those for ordinals.
    Cardinal,
    All,
}

impl ParsedRuleSets {
    fn takes(self, rule_set: &str) -> bool {
        self == ParsedRuleSets::All || !rule_set.contains("ordinal")
    }
}

/// How numbers in words are parsed.
#[derive(Clone, Debug)]
struct NumbersInWords {
    rule_sets: ParsedRuleSets,
    prefilter: Arc<NumberPrefilter>,
}

/// The token filter `unic_numberformat`.
#[derive(Clone, Debug)]
pub struct NumberFormatFilter {
    format: Arc<RuleBasedNumberFormat>,
    /// The index of the rule set that formats.
    rule_set: usize,
    /// `None`: only numbers in digits are parsed.
    words: Option<NumbersInWords>,
    lenient: bool,
    keep_original: bool,
    buffers: NumberBuffers,
}

/// The buffers of a stream; a copy starts with empty buffers.
#[derive(Default)]
struct NumberBuffers {
    term: String,
    formatted: Buffer,
    scratch: Scratch,
    /// The forms of recent terms; [`TermForm::Unchanged`] if they are not numbers. In running text few distinct terms
    /// pass the first test, and they recur.
    recent: TermCache,
}

impl Clone for NumberBuffers {
    fn clone(&self) -> NumberBuffers {
        NumberBuffers::default()
    }
}

impl fmt::Debug for NumberBuffers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NumberBuffers")
    }
}

impl<U: CodeUnit> TokenFilter<U> for NumberFormatFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.spare.clear();
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at).copied() else { break };
            let form = if token.keyword { None } else { self.form(text, batch, token.term) };
            let Some(term) = form else {
                if self.keep_original {
                    batch.spare.push(token);
                }
                continue;
            };
            let number = BatchToken { term, token_type: TokenType::Alphanum, ..token };
            if !self.keep_original {
                if let Some(token) = batch.tokens.get_mut(at) {
                    *token = number;
                }
            } else if term == token.term {
                batch.spare.push(token);
            } else {
                batch.spare.push(token);
                batch.spare.push(BatchToken { position_increment: 0, ..number });
            }
        }
        if self.keep_original {
            std::mem::swap(&mut batch.tokens, &mut batch.spare);
        }
    }
}

impl NumberFormatFilter {
    /// The form of a term that is a number, written to the arena; the term itself if it has this form. `None` if it is
    /// not a number.
    fn form<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>, term: Term) -> Option<Term> {
        let units = batch.units(text, term);
        let may_be_words = self.words.as_ref().is_some_and(|words| words.prefilter.may_be_words(units));
        if !may_be_words && !may_be_digits(units) {
            return None;
        }
        let (hash, known) = self.buffers.recent.get(units);
        match known {
            Some(TermForm::Unchanged) => return None,
            Some(TermForm::Changed(form)) => return Some(write(batch, text, term, form)),
            None => {}
        }
        if !self.format_term(units, may_be_words) {
            self.buffers.recent.put(hash, units, TermForm::Unchanged);
            return None;
        }
        let NumberBuffers { formatted, recent, .. } = &mut self.buffers;
        let form = formatted.of::<U>().as_slice();
        recent.put(hash, units, TermForm::Changed(form));
        Some(write(batch, text, term, form))
    }

    /// Returns whether the term is a number; its form is then in the buffer of the encoding.
    #[cold]
    fn format_term<U: CodeUnit>(&mut self, term: &[U], may_be_words: bool) -> bool {
        let NumberBuffers { term: copy, formatted, scratch, .. } = &mut self.buffers;
        copy.clear();
        let mut units = 0;
        for (_, c) in crate::unicode::text::code_points(term) {
            units += c.len_utf16();
            if units > MAX_UNITS {
                return false;
            }
            copy.push(c);
        }
        let (format, lenient) = (&self.format, self.lenient);
        let number = format.read_digits(copy).or_else(|| {
            let words = self.words.as_ref()?;
            let is_tried = may_be_words && may_mix(copy, words.rule_sets);
            if is_tried { format.read_words(copy, lenient, scratch, &words.prefilter) } else { None }
        });
        let Some(number) = number else { return false };
        // Negative zero counts as zero.
        let number = if number.is_zero() { Number::Integer(0) } else { number };
        formatted.of::<U>().clear();
        let written = match U::ENCODING {
            Encoding::Utf8 => format.write_units(self.rule_set, &number, formatted.of::<u8>()),
            Encoding::Utf16 => format.write_units(self.rule_set, &number, formatted.of::<u16>()),
        };
        remove_spaces(formatted.of::<U>());
        written.is_ok()
    }
}

/// Writes the form of a term to the arena, unless the term has this form.
fn write<U: CodeUnit>(batch: &mut Batch<U>, text: &[U], term: Term, form: &[U]) -> Term {
    if batch.units(text, term) == form { term } else { batch.write(|arena| arena.extend(form)) }
}

/// Removes spaces and soft hyphens.
fn remove_spaces<U: CodeUnit>(form: &mut Vec<U>) {
    let (mut at, mut to) = (0, 0);
    while let Some((c, length)) = U::decode(form, at) {
        if !matches!(c, ' ' | '\u{AD}') {
            form.copy_within(at..at + length, to);
            to += length;
        }
        at += length;
    }
    form.truncate(to);
}

/// Whether the term may be a number in digits, by its first character after an optional sign.
#[inline]
fn may_be_digits<U: CodeUnit>(term: &[U]) -> bool {
    let Some(first) = term.first() else { return false };
    match (*first).into() {
        0x41..=0x5A | 0x61..=0x7A => false,
        0..0x80 => true,
        _ => U::decode(term, 0).is_some_and(|(c, _)| !is_letter(c)),
    }
}

/// Whether a character is a letter or a mark, so neither a digit nor a sign.
fn is_letter(c: char) -> bool {
    // Ranges of the most used scripts without digits and signs; the category takes several times as long.
    let is_in_range = matches!(u32::from(c), 0xC0..=0x5FF | 0x620..=0x64A | 0x671..=0x6D3 | 0x904..=0x939 | 0xE01..=0xE30
        | 0x3041..=0xA61F | 0xAC00..=0xD7A3);
    let letters = GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark);
    is_in_range || letters.contains(CodePointMapData::<GeneralCategory>::new().get(c))
}

/// Whether a term may mix digits and other characters. Digits and words don't mix: `2hundred`, `1e3` and numbers with
/// wrong groups are kept. Numbering systems may combine digits with other characters.
fn may_mix(term: &str, words: ParsedRuleSets) -> bool {
    let is_digit = |c: char| c.is_numeric() && Number::is_digit(c);
    match words {
        ParsedRuleSets::Cardinal => !term.chars().any(is_digit),
        ParsedRuleSets::All => !term.chars().any(|c| c.is_ascii_digit()) && term.chars().any(|c| !is_digit(c)),
    }
}
