//! The options of collation (rulings U8 to U10), and the collator that they describe.

use crate::analysis::build_error::{BuildError, Warnings};
use crate::analysis::key_maker::{KeyEngine, KeyMaker};
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options, RuleText, joined};
use crate::unicode::collate::{
    Alternate, CaseFirst, Collator, MaxVariable, Opened, ReorderCode, ReorderError, Settings, Strength,
};
use crate::unicode::quoted::quoted;

/// The option `locale`.
pub static LOCALE: OptionSpec = OptionSpec::absent(
    "locale",
    OptionKind::Text,
    "BCP 47 or ICU id, collation type and settings included (`de-u-co-phonebk`, `de@collation=phonebook`); absent: root",
)
    .with_fingerprint(FingerprintPart::Meaning(|options| Some(meaning(options, |_| ()))));
/// The option `language`.
pub static LANGUAGE: OptionSpec =
    OptionSpec::absent("language", OptionKind::Text, "the language (or a whole locale id), used without `locale`")
        .with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `country`.
pub static COUNTRY: OptionSpec = OptionSpec::absent("country", OptionKind::Text, "the region, with `language`")
    .with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `variant`.
pub static VARIANT: OptionSpec =
    OptionSpec::absent("variant", OptionKind::Text, "the variant, with `language` and `country`")
        .with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `rules`.
pub static RULES: OptionSpec = OptionSpec::absent(
    "rules",
    OptionKind::RuleText,
    "a tailoring of the root collation (LDML rules); cannot be combined with `locale`",
);
/// The option `strength`.
pub static STRENGTH: OptionSpec = OptionSpec::absent(
    "strength",
    OptionKind::ChoiceOfAnyCase(&["primary", "secondary", "tertiary", "quaternary", "identical"]),
    "the strength; absent: that of the collation (tertiary)",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `decomposition`.
pub static DECOMPOSITION: OptionSpec = OptionSpec {
    name: "decomposition",
    aliases: &[],
    kind: OptionKind::ChoiceOfAnyCase(&["no", "canonical"]),
    default: OptionDefault::Text("canonical"),
    help: "accepted for compatibility; has no effect, since canonically equivalent texts always have equal keys",
    fingerprint: FingerprintPart::Nothing,
};
/// The option `alternate`.
pub static ALTERNATE: OptionSpec = OptionSpec::absent(
    "alternate",
    OptionKind::ChoiceOfAnyCase(&["shifted", "non-ignorable"]),
    "`shifted`: spaces and punctuation are compared on the quaternary level only",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `caseLevel`.
pub static CASE_LEVEL: OptionSpec =
    OptionSpec::absent("caseLevel", OptionKind::Boolean, "adds a case level after the secondary level")
        .with_aliases(&["case_level"])
        .with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `caseFirst`.
pub static CASE_FIRST: OptionSpec = OptionSpec::absent(
    "caseFirst",
    OptionKind::ChoiceOfAnyCase(&["lower", "upper", "off"]),
    "which case sorts first, before all other tertiary differences",
)
.with_aliases(&["case_first"])
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `numeric`.
pub static NUMERIC: OptionSpec = OptionSpec::absent("numeric", OptionKind::Boolean, "digits are compared by value")
    .with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `variableTop`.
pub static VARIABLE_TOP: OptionSpec = OptionSpec::absent(
    "variableTop",
    OptionKind::Text,
    "the last group that `shifted` applies to: `space`, `punctuation`, `symbol`, `currency`; 4096 to 4099 for these, \
     -1 for the default; or a character or contraction of the group",
)
.with_aliases(&["variable_top"])
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `hiraganaQuaternaryMode`.
pub static HIRAGANA_QUATERNARY_MODE: OptionSpec = OptionSpec::absent(
    "hiraganaQuaternaryMode",
    OptionKind::Boolean,
    "accepted for compatibility; has no effect, as in ICU: the Japanese collation itself distinguishes hiragana and katakana",
)
.with_aliases(&["hiragana_quaternary_mode"])
.without_effect();
/// The option `reorder`.
pub static REORDER: OptionSpec = OptionSpec::absent(
    "reorder",
    OptionKind::List,
    "scripts (code or name), `space`, `punctuation`, `symbol`, `currency`, `digit`, `others` in their order; `default` \
     or `none` alone",
)
.with_fingerprint(FingerprintPart::CoveredByOther);
/// The option `max_key_bytes`.
pub static MAX_KEY_BYTES: OptionSpec = OptionSpec::absent(
    "max_key_bytes",
    OptionKind::Integer { min: 16, max: i32::MAX as i64 },
    "maximum length of a key; texts whose keys differ only after it become equal",
);
/// The options of every component that uses collation.
pub static OPTIONS: [&OptionSpec; OPTIONS_BUT_LOCALE.len() + 1] = joined(&[&LOCALE], &OPTIONS_BUT_LOCALE);
/// The options but `locale`.
pub static OPTIONS_BUT_LOCALE: [&OptionSpec; 14] = [
    &LANGUAGE,
    &COUNTRY,
    &VARIANT,
    &RULES,
    &STRENGTH,
    &DECOMPOSITION,
    &ALTERNATE,
    &CASE_LEVEL,
    &CASE_FIRST,
    &NUMERIC,
    &VARIABLE_TOP,
    &HIRAGANA_QUATERNARY_MODE,
    &REORDER,
    &MAX_KEY_BYTES,
];

/// Creates a key maker for collation.
pub fn key_maker(options: &Options, warnings: &mut Warnings) -> Result<KeyMaker, BuildError> {
    let collator = collator(options, warnings)?;
    Ok(KeyMaker::new(KeyEngine::Collation(collator), max_key_bytes(options)))
}

/// The value of `max_key_bytes`.
pub fn max_key_bytes(options: &Options) -> Option<usize> {
    options.has(&MAX_KEY_BYTES).then(|| options.length(&MAX_KEY_BYTES))
}

/// Creates the collator that the options describe.
pub fn collator(options: &Options, warnings: &mut Warnings) -> Result<Collator, BuildError> {
    let collator = match options.rules(&RULES) {
        Some(rules) => collator_of_rules(rules, options, warnings)?,
        None => open_locale(options, warnings)?.collator,
    };
    with_settings(collator, options)
}

/// The collator with the settings of the options.
fn with_settings(mut collator: Collator, options: &Options) -> Result<Collator, BuildError> {
    let settings = settings(&collator, options)?;
    collator.set_settings(settings);
    if let Some(names) = options.list(&REORDER) {
        reorder(&mut collator, names)?;
    }
    Ok(collator)
}

fn collator_of_rules(rules: &RuleText, options: &Options, warnings: &mut Warnings) -> Result<Collator, BuildError> {
    if options.has(&LOCALE) {
        let found = "`locale` is combined with `rules`";
        return Err(BuildError::wrong_value(&LOCALE, found, "either a locale or rules"));
    }
    for option in [&LANGUAGE, &COUNTRY, &VARIANT].into_iter().filter(|option| options.has(option)) {
        let found = format!("`{}` has no effect with `rules`", option.name);
        warnings.push(BuildError::wrong_value(option, found, ""));
    }
    Collator::from_rules(&rules.text).map_err(|error| BuildError::in_rule_text(&RULES, rules, &error))
}

fn open_locale(options: &Options, warnings: &mut Warnings) -> Result<Opened, BuildError> {
    let mut without_effect = |option: &'static OptionSpec, why: &str| {
        if options.has(option) {
            let found = format!("`{}` has no effect {why}", option.name);
            warnings.push(BuildError::wrong_value(option, found, ""));
        }
    };
    let (option, id) = match (options.text(&LOCALE), options.text(&LANGUAGE)) {
        (Some(locale), _) => {
            [&LANGUAGE, &COUNTRY, &VARIANT].into_iter().for_each(|option| without_effect(option, "with `locale`"));
            (&LOCALE, locale.to_owned())
        }
        (None, Some(language)) => {
            if !options.has(&COUNTRY) {
                without_effect(&VARIANT, "without `country`");
            }
            (&LANGUAGE, locale_id(language, options.text(&COUNTRY), options.text(&VARIANT)))
        }
        (None, None) => {
            [&COUNTRY, &VARIANT].into_iter().for_each(|option| without_effect(option, "without `language`"));
            (&LOCALE, String::new())
        }
    };
    let opened = Collator::open(&id).map_err(|error| {
        BuildError::wrong_value(
            option,
            format!("{}: {error}", quoted(&id)),
            "a locale id whose collation keywords exist",
        )
    })?;
    let noticed = opened.warnings.iter().map(|warning| BuildError::wrong_value(option, warning.to_string(), ""));
    warnings.extend(noticed);
    Ok(opened)
}

/// What all options of the collation mean for fingerprints: its data, settings and reordered groups, so that ids of
/// locales and options that select the same are equal. With rules, which are not compiled again, the options as given.
pub fn meaning(options: &Options, adjust: impl Fn(&mut Settings)) -> Vec<String> {
    let of_locale = || {
        let opened = open_locale(options, &mut Warnings::default()).ok()?;
        let collator = with_settings(opened.collator, options).ok()?;
        let mut settings = collator.settings();
        if settings.alternate == Alternate::NonIgnorable {
            settings.max_variable = Settings::default().max_variable;
        }
        adjust(&mut settings);
        let data = format!("{}/{}", opened.locale, opened.collation);
        let codes = collator.reorder_codes().iter().map(|code| code.number().to_string());
        Some([data, settings.pack().to_string()].into_iter().chain(codes).collect())
    };
    if !options.has(&RULES)
        && let Some(meaning) = of_locale()
    {
        return meaning;
    }
    let texts = [&LOCALE, &STRENGTH, &ALTERNATE, &CASE_FIRST, &VARIABLE_TOP];
    let texts = texts.map(|option| options.text(option));
    let texts = texts.map(|text| text.unwrap_or_default().to_owned());
    let flags = [&CASE_LEVEL, &NUMERIC].map(|option| format!("{} {}", options.has(option), options.boolean(option)));
    texts.into_iter().chain(flags).chain(options.entries(&REORDER).iter().cloned()).collect()
}

/// Joins the subtags, and puts the country before the keywords that the language may contain.
fn locale_id(language: &str, country: Option<&str>, variant: Option<&str>) -> String {
    let (base, keywords) = language.split_at(language.find('@').unwrap_or(language.len()));
    let mut id = base.to_owned();
    if let Some(country) = country {
        for part in [Some(country), variant].into_iter().flatten() {
            id.push('_');
            id.push_str(part);
        }
    }
    id + keywords
}

fn settings(collator: &Collator, options: &Options) -> Result<Settings, BuildError> {
    let mut settings = collator.settings();
    if let Some(strength) = options.text(&STRENGTH).and_then(Strength::from_name) {
        settings.strength = strength;
    }
    if let Some(alternate) = options.text(&ALTERNATE).and_then(Alternate::from_name) {
        settings.alternate = alternate;
    }
    if let Some(case_first) = options.text(&CASE_FIRST).and_then(CaseFirst::from_name) {
        settings.case_first = case_first;
    }
    if options.has(&CASE_LEVEL) {
        settings.case_level = options.boolean(&CASE_LEVEL);
    }
    if options.has(&NUMERIC) {
        settings.numeric = options.boolean(&NUMERIC);
    }
    if let Some(top) = options.text(&VARIABLE_TOP) {
        settings.max_variable = match top.to_ascii_lowercase().as_str() {
            "-1" => settings.max_variable,
            "4096" => MaxVariable::Space,
            "4097" | "punctuation" => MaxVariable::Punctuation,
            "4098" => MaxVariable::Symbol,
            "4099" => MaxVariable::Currency,
            name => MaxVariable::from_name(name).or_else(|| collator.variable_group(top)).ok_or_else(|| {
                let found = format!("`variableTop` is {}", quoted(top));
                let allowed = "space, punctuation, symbol, currency; -1, 4096 to 4099; a character or contraction of \
                               one of these groups";
                BuildError::wrong_value(&VARIABLE_TOP, found, allowed)
            })?,
        };
    }
    Ok(settings)
}

fn reorder(collator: &mut Collator, names: &[String]) -> Result<(), BuildError> {
    let wrong =
        |at: usize, found: String, allowed: &str| Err(BuildError::wrong_value(&REORDER, found, allowed).at_entry(at));
    let mut codes: Vec<ReorderCode> = Vec::with_capacity(names.len());
    for (at, name) in names.iter().enumerate() {
        let is_special = ["default", "none"].iter().any(|special| name.eq_ignore_ascii_case(special));
        if is_special && names.len() > 1 {
            return wrong(
                at,
                format!("{} is combined with other codes", quoted(name)),
                "`default` or `none` as the only code",
            );
        }
        if is_special {
            // `default` keeps the collator's reordering; `none` removes it.
            return if name.eq_ignore_ascii_case("none") { set_reorder(collator, &[], names) } else { Ok(()) };
        }
        let Some(code) = ReorderCode::from_name(name) else {
            let allowed = "a script's code or name; space, punctuation, symbol, currency, digit; others; default, none";
            return wrong(at, format!("{} is not a reorder code", quoted(name)), allowed);
        };
        if codes.contains(&code) {
            return wrong(at, format!("{} occurs twice", quoted(name)), "each code once");
        }
        codes.push(code);
    }
    if codes.is_empty() { Ok(()) } else { set_reorder(collator, &codes, names) }
}

/// Sets codes with their names.
fn set_reorder(collator: &mut Collator, codes: &[ReorderCode], names: &[String]) -> Result<(), BuildError> {
    collator.set_reorder(codes).map_err(|error| match error {
        ReorderError::Duplicate(at) => {
            let name = names.get(at).map(String::as_str).unwrap_or_default();
            let found = format!("{} has the primary weights of another code of the list", quoted(name));
            BuildError::wrong_value(&REORDER, found, "each group of scripts once").at_entry(at)
        }
        ReorderError::TooMany => BuildError::wrong_value(&REORDER, error.to_string(), "fewer codes"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locale_ids_are_put_together_before_their_keywords() {
        assert_eq!(locale_id("de", None, Some("PHONEBOOK")), "de");
        assert_eq!(locale_id("de", Some("DE"), Some("PHONEBOOK")), "de_DE_PHONEBOOK");
        assert_eq!(locale_id("de@collation=phonebook", Some("AT"), None), "de_AT@collation=phonebook");
    }
}
