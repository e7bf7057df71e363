//! Token filter `unic_folding`: the search foldings of UTR #30 over terms (ruling U6), with the letters of a language left
//! alone and mappings of the user on top, if asked for.

use crate::analysis::batch::Batch;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::normalization::{self, MODE, Normalization, Running, UNICODE_SET_FILTER};
use crate::analysis::options::{BuildError, Fault, OptionDefault, OptionKind, OptionSpec, Options};
use crate::unicode::fold::{Expansion, LanguageError, language_mappings, parse_mappings};
use crate::unicode::normalize::{Form, Normalizer};
use crate::unicode::rule_text::Limits;
use crate::unicode::text::CodeUnit;
use std::sync::Arc;

/// `normalization_name`; the char filter takes this and the others too.
pub static NAME: OptionSpec = OptionSpec {
    name: "normalization_name",
    aliases: &["name", "form"],
    kind: OptionKind::Choice(&["utr30"]),
    default: OptionDefault::Text("utr30"),
    help: "the folding data; `utr30` is the only one",
};

/// `language`.
pub static LANGUAGE: OptionSpec = OptionSpec::absent(
    "language",
    OptionKind::Text,
    "a BCP 47 tag: letters that the language treats as letters of their own stay",
);

/// `expansion`.
pub static EXPANSION: OptionSpec = OptionSpec {
    name: "expansion",
    aliases: &[],
    kind: OptionKind::Choice(&["base", "ae"]),
    default: OptionDefault::Text("base"),
    help: "with `language: de`, `ae`: ä becomes ae, ö oe, ü ue",
};

/// `mappings`.
pub static MAPPINGS: OptionSpec = OptionSpec::absent(
    "mappings",
    OptionKind::List,
    "mappings on top, `ø => oe` each; an empty right side removes, the letter itself keeps",
);

/// `mappings_path`.
pub static MAPPINGS_PATH: OptionSpec =
    OptionSpec::absent("mappings_path", OptionKind::FileLines, "a file of such mappings; `#` begins a remark");

/// The component.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_folding",
    help: "folds terms for searching: accents, case, width, and all foldings of UTR #30",
    options: &[&NAME, &MODE, &UNICODE_SET_FILTER, &LANGUAGE, &EXPANSION, &MAPPINGS, &MAPPINGS_PATH],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|options, _| Ok(Arc::new(FoldingFilter(Running::new(normalization(options)?, options))))),
};

/// What the options ask for.
pub(crate) fn normalization(options: &Options) -> Result<Arc<Normalization>, BuildError> {
    let mode = normalization::mode(options, Form::Utr30);
    let mut letters = Vec::new();
    let mut mappings = Vec::new();
    let expansion = if options.text(&EXPANSION) == Some("ae") { Expansion::Ae } else { Expansion::Base };
    match options.text(&LANGUAGE) {
        Some(tag) => letters = language_mappings(tag, expansion).map_err(language_error)?,
        None if expansion == Expansion::Ae => {
            let found = "`expansion` is `ae`, but `language` is not `de`";
            return Err(BuildError::wrong_value(&EXPANSION, found, "`ae` with `language: de`"));
        }
        None => {}
    }
    for option in [&MAPPINGS, &MAPPINGS_PATH] {
        for (entry, line) in options.list(option).unwrap_or(&[]).iter().enumerate() {
            let parsed = parse_mappings(line, &Limits::default()).map_err(|error| {
                let fault = if error.limit { Fault::Limit } else { Fault::Syntax };
                BuildError::wrong_value(option, error.to_string(), "a mapping like `ø => oe`")
                    .with_fault(fault)
                    .at_entry(entry)
            })?;
            for mapping in parsed {
                // What the user says of a letter goes before what the language says.
                letters.retain(|(letter, _)| *letter != mapping.source);
                mappings.push((mapping.source, mapping.target));
            }
        }
    }
    mappings.splice(0..0, letters);
    if mappings.is_empty() {
        return Normalization::new(Normalizer::with_mode(Form::Utr30, mode), options);
    }
    let normalizer = Normalizer::with_mappings(Form::Utr30, mode, &mappings).map_err(|error| {
        let given = |option: &'static OptionSpec| {
            let starts = |line: &String| line.trim_start().starts_with(error.source);
            options.list(option).unwrap_or(&[]).iter().position(starts).map(|entry| (option, entry))
        };
        let (option, entry) = given(&MAPPINGS).or_else(|| given(&MAPPINGS_PATH)).unwrap_or((&MAPPINGS, 0));
        BuildError::wrong_value(option, error.to_string(), "mappings that come to an end").at_entry(entry)
    })?;
    Normalization::new(normalizer, options)
}

fn language_error(error: LanguageError) -> BuildError {
    let option = if let LanguageError::NoExpansion(_) = error { &EXPANSION } else { &LANGUAGE };
    BuildError::wrong_value(option, error.to_string(), "a language that CLDR has letters for, such as sv, es, tr, pl")
}

/// See the module.
#[derive(Clone, Debug)]
pub struct FoldingFilter(Running);

impl<U: CodeUnit> TokenFilter<U> for FoldingFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.0.filter_terms(text, batch);
    }
}
