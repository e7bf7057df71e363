//! The errors of names that can't be resolved, and of definitions without a usable `type`.

use crate::analysis::analyzer::custom;
use crate::analysis::component_kind::ComponentKind;
use crate::config::error::{self, ConfigError, ErrorCategory, Warning, problem};
use crate::config::reporter::ErrorReporter;
use crate::config::settings::NamedSetting;
use crate::config::{foreign, registry};
use crate::memory;
use crate::unicode::quoted::quoted;

/// The error for a name, or no name, that selects no analyzer. `warnings` are those of the definition.
pub fn no_such_analyzer<'n>(
    name: Option<&str>,
    known: impl Iterator<Item = &'n str>,
    warnings: &[Warning],
) -> ConfigError {
    let known = memory::collect(known);
    let of_index =
        |wanted: &str| known.iter().any(|known| known.split_once('/').is_some_and(|(_, name)| name == wanted));
    let found = match name {
        Some(name) if of_index(name) => format!("several indices of the document define the analyzer {}", quoted(name)),
        Some(name) => format!("no analyzer is named {}", quoted(name)),
        None if known.is_empty() => "the definition has no analyzer".to_owned(),
        None => "the definition has several analyzers, and no name is given".to_owned(),
    };
    let built_in = registry::default_instances(ComponentKind::Analyzer).map(|name| -> &str { name });
    let all = memory::collect(built_in.filter(|_| name.is_some()).chain(known));
    let error = problem(ErrorCategory::NoSuchAnalyzer, 0, found).with_names(name.unwrap_or_default(), all);
    advised_on_section(error, &[ComponentKind::Analyzer, ComponentKind::Normalizer], warnings)
}

/// Adds advice on an ignored section of `analysis` whose name is similar to that of one of these kinds, since it
/// probably has what was not found.
fn advised_on_section(error: ConfigError, kinds: &[ComponentKind], warnings: &[Warning]) -> ConfigError {
    let wanted = |nearest: &str| kinds.iter().any(|kind| kind.section() == nearest);
    let ignored =
        warnings.iter().find_map(|warning| Some((warning, warning.nearest.as_deref().filter(|s| wanted(s))?)));
    match ignored {
        Some((ignored, nearest)) => error.helping(format!("{}; did you mean {nearest:?}?", ignored.found)),
        None => error,
    }
}

/// The error for a definition without a `type` at the offset `at`; for a misspelled `type`, or `tokenizer` of an
/// analyzer, at its own offset.
pub fn missing_type(kind: ComponentKind, what: &str, at: usize, entries: &[NamedSetting<'_>]) -> ConfigError {
    let wanted: &[&str] = if kind == ComponentKind::Analyzer { &["type", "tokenizer"] } else { &["type"] };
    let is_option = |name: &str| custom::SPEC.options.iter().any(|option| option.is_spelled(name));
    let mut slips = entries.iter().filter(|entry| kind != ComponentKind::Analyzer || !is_option(&entry.name));
    match slips.find_map(|entry| Some((entry, error::nearest(&entry.name, wanted)?))) {
        Some((entry, nearest)) => {
            let found = format!("{what} has no option {}, and lacks a `type`", quoted(&entry.name));
            let error = problem(ErrorCategory::UnknownOption, entry.name_at, found).allowing(wanted.join(", "));
            ConfigError { nearest: Some(nearest.to_owned()), category: ErrorCategory::WrongValue, ..error }
                .helping("correct the name of the option")
        }
        None => {
            problem(ErrorCategory::WrongValue, at, format!("{what} lacks a `type`")).with_names("", type_names(kind))
        }
    }
}

/// The error for a `type` that is no component of the kind.
pub fn unknown_type(kind: ComponentKind, type_name: &str, at: usize) -> ConfigError {
    let error = foreign::error(kind, &format!("the {kind} type {}", quoted(type_name)), type_name, at);
    let error = error.unwrap_or_else(|| {
        problem(ErrorCategory::UnknownType, at, format!("there is no {kind} type {}", quoted(type_name)))
    });
    let is_type_of = |other: &ComponentKind| *other != kind && registry::component(*other, type_name).is_some();
    let others: Vec<String> =
        ComponentKind::ALL.iter().filter(|other| is_type_of(other)).map(|other| format!("a {other}")).collect();
    let error = if !others.is_empty() {
        error.helping(format!("{} is the type of {}", quoted(type_name), others.join(" and ")))
    } else if kind == ComponentKind::Normalizer {
        error.helping("")
    } else {
        error
    };
    foreign::with_names(error, kind, type_name, type_names(kind))
}

/// The error for a component of a normalizer that only analyzers may have.
pub fn not_for_normalizers(kind: ComponentKind, name: &str, type_name: &str, at: usize) -> ConfigError {
    let found = format!("the {kind} {} (type {type_name:?}) can't be part of a normalizer", quoted(name));
    let fitting = registry::COMPONENTS.into_iter().filter(|spec| spec.fits_normalizer && spec.kind() == kind);
    problem(ErrorCategory::WrongValue, at, found).with_names("", fitting.map(|spec| spec.type_name)).helping("")
}

/// The error for a token filter in a normalizer that emits two tokens for one.
pub fn keeps_original(name: &str, at: usize) -> ConfigError {
    let found = format!("the token filter {} keeps the original term, and a normalizer emits one", quoted(name));
    problem(ErrorCategory::WrongValue, at, found).allowing("`keep_original: false`").helping("")
}

/// The error for a name that an option refers to and that is neither defined nor built in; `other` is the kind of a
/// component that has this name. `warnings` are those of the definition.
pub fn missing_component(
    kind: ComponentKind,
    name: &str,
    option: &str,
    at: usize,
    others: &[ComponentKind],
    warnings: &[Warning],
) -> ConfigError {
    if registry::component(kind, name).is_some() {
        let found = format!(
            "`{option}` refers to the {kind} type {}, which has required options and must be defined under a name",
            quoted(name)
        );
        return problem(ErrorCategory::MissingReference, at, found);
    }
    let what = format!("the {kind} {}, referred to by `{option}`,", quoted(name));
    foreign::error(kind, &what, name, at).unwrap_or_else(|| {
        let found = format!("`{option}` refers to the {kind} {}, which is neither defined nor built in", quoted(name));
        let error = problem(ErrorCategory::MissingReference, at, found);
        if others.is_empty() {
            return advised_on_section(error, &[kind], warnings);
        }
        let others: Vec<String> = others.iter().map(|other| format!("a {other}")).collect();
        error.helping(format!("{} is {} and cannot be used here", quoted(name), others.join(" and ")))
    })
}

/// Adds the allowed names to the error for a name, and the most similar one. Without the defined ones, if they are too
/// many to compare, it is not said which are allowed.
pub fn with_known_names<'n>(
    error: ConfigError,
    kind: ComponentKind,
    name: &str,
    built_in: impl Iterator<Item = &'n str>,
    defined: &'n [NamedSetting<'_>],
    reporter: &mut ErrorReporter,
) -> ConfigError {
    if reporter.may_compare(defined.len()) {
        foreign::with_names(error, kind, name, built_in.chain(defined.iter().map(|entry| entry.name.as_str())))
    } else {
        foreign::with_names(error, kind, name, built_in).allowing("")
    }
}

/// The type names of a kind, for messages.
pub fn type_names(kind: ComponentKind) -> Vec<&'static str> {
    if kind == ComponentKind::Normalizer {
        vec![custom::NORMALIZER.type_name]
    } else {
        registry::type_names(kind).collect()
    }
}
