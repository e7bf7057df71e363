//! Token filter `unic_folding`: applies the search foldings of UTR #30 to terms (ruling U6), with optional exceptions
//! for the letters of a language and optional user mappings.

use crate::analysis::batch::Batch;
use crate::analysis::build_error::{BuildError, BuildFault};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::normalization::{self, MODE, Normalization, UNICODE_SET_FILTER};
use crate::analysis::normalization_runner::NormalizationRunner;
use crate::analysis::options::{FingerprintPart, OptionDefault, OptionKind, OptionSpec, Options};
use crate::memory;
use crate::unicode::fold::{Expansion, LanguageError, Mapping, language_mappings, parse_mappings};
use crate::unicode::normalize::{Form, canonical_source, shared_with_mappings};
use crate::unicode::quoted::quoted;
use crate::unicode::rule_text::{Limits, RuleError};
use crate::unicode::text::CodeUnit;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The option `normalization_name`; the char filter takes this and the following options too.
pub static NAME: OptionSpec = OptionSpec {
    name: "normalization_name",
    aliases: &["name", "form"],
    kind: OptionKind::Choice(&["utr30"]),
    default: OptionDefault::Text("utr30"),
    help: "the folding data; `utr30` is the only one",
    fingerprint: FingerprintPart::Value,
};

/// The option `language`.
pub static LANGUAGE: OptionSpec = OptionSpec::absent(
    "language",
    OptionKind::Text,
    "a BCP 47 tag: letters that are distinct in the language are kept",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let letters = letters(options).ok()?;
    Some(memory::collect(letters.iter().map(|(letter, target)| format!("{letter}{target}"))))
}));

/// The option `expansion`.
pub static EXPANSION: OptionSpec = OptionSpec {
    name: "expansion",
    aliases: &[],
    kind: OptionKind::Choice(&["base", "ae"]),
    default: OptionDefault::Text("base"),
    help: "with `language: de`, `ae`: ä becomes ae, ö oe, ü ue",
    fingerprint: FingerprintPart::CoveredByOther,
};

/// The option `mappings`.
pub static MAPPINGS: OptionSpec = OptionSpec::absent(
    "mappings",
    OptionKind::ListOrFiles,
    "additional mappings such as `ø => oe`; an empty right side removes the letter, the letter itself keeps it; `#` starts a comment",
)
.with_fingerprint(FingerprintPart::Meaning(|options| {
    let given = given_mappings(options).ok()?;
    let mut mappings = memory::collect(given.into_iter().map(|(mapping, _)| (mapping.source, mapping.target)));
    mappings.sort_unstable();
    mappings.dedup();
    Some(memory::collect(mappings.into_iter().flat_map(|(source, target)| [source.to_string(), target])))
}));

/// The option `mappings_path`.
pub static MAPPINGS_PATH: OptionSpec =
    OptionSpec::absent("mappings_path", OptionKind::FileLines, "a file with such a mapping on each line")
        .with_fingerprint(FingerprintPart::CoveredByOther);

/// The component type of the token filter `unic_folding`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_folding",
    help: "folds terms for searching: accents, case, width, and all foldings of UTR #30",
    options: &[&NAME, &MODE, &UNICODE_SET_FILTER, &LANGUAGE, &EXPANSION, &MAPPINGS, &MAPPINGS_PATH],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|options, _| {
        Ok(Arc::new(FoldingFilter(NormalizationRunner::new(normalization(options)?, options))))
    }),
};

/// Builds the normalization that the options describe.
pub(crate) fn normalization(options: &Options) -> Result<Arc<Normalization>, BuildError> {
    let mode = normalization::mode(options, Form::Utr30);
    let given = given_mappings(options)?;
    // User mappings of a letter take precedence over those of the language.
    let sources: BTreeSet<char> = given.iter().map(|(mapping, _)| canonical_source(mapping.source)).collect();
    let mut mappings = letters(options)?;
    mappings.retain(|(letter, _)| !sources.contains(letter));
    for (mapping, _) in &given {
        memory::push(&mut mappings, (mapping.source, memory::copied(&mapping.target)));
    }
    if mappings.is_empty() {
        return Normalization::new(Form::Utr30, mode, options);
    }
    let normalizer = shared_with_mappings(Form::Utr30, mode, &mappings).map_err(|error| {
        let location = given
            .iter()
            .rfind(|(mapping, _)| canonical_source(mapping.source) == error.source)
            .map(|(_, location)| *location);
        let location = location.unwrap_or(MappingLocation { option: &MAPPINGS, entry: 0, offset: 0 });
        location.problem(options, error.to_string())
    })?;
    Normalization::of_normalizer(normalizer, options)
}

const WITH_GERMAN: &str = "`ae` with `language: de`";

/// The mappings for the letters of the language.
fn letters(options: &Options) -> Result<Vec<(char, String)>, BuildError> {
    let expansion = if options.text(&EXPANSION) == Some("ae") { Expansion::Ae } else { Expansion::Base };
    match options.text(&LANGUAGE) {
        Some(tag) => language_mappings(tag, expansion).map_err(language_error),
        None if expansion == Expansion::Ae => {
            let found = "`expansion` is `ae`, but `language` is not `de`";
            Err(BuildError::wrong_value(&EXPANSION, found, WITH_GERMAN))
        }
        None => Ok(Vec::new()),
    }
}

/// The location of a user mapping: an entry of a list, or an offset in the text of files.
#[derive(Clone, Copy)]
struct MappingLocation {
    option: &'static OptionSpec,
    entry: usize,
    offset: usize,
}

impl MappingLocation {
    /// Creates a `WrongValue` error at this location.
    fn problem(self, options: &Options, found: String) -> BuildError {
        match options.rules(self.option) {
            Some(rules) => {
                let error = RuleError::at(&rules.text, self.offset, found, "");
                BuildError::in_rule_text(self.option, rules, &error).with_fault(BuildFault::WrongValue)
            }
            None => BuildError::wrong_value(self.option, found, "").at_entry(self.entry),
        }
    }
}

fn given_mappings(options: &Options) -> Result<Vec<(Mapping, MappingLocation)>, BuildError> {
    let mut given = Vec::new();
    for option in [&MAPPINGS, &MAPPINGS_PATH] {
        if let Some(rules) = options.rules(option) {
            let parsed = parse_mappings(&rules.text, &Limits::default())
                .map_err(|error| BuildError::in_rule_text(option, rules, &error))?;
            for mapping in parsed {
                let location = MappingLocation { option, entry: 0, offset: mapping.offset };
                memory::push(&mut given, (mapping, location));
            }
        }
        for (entry, line) in options.entries(option).iter().enumerate() {
            let location = MappingLocation { option, entry, offset: 0 };
            let parsed = parse_mappings(line, &Limits::default()).map_err(|error| {
                BuildError::in_rules(option, &format!("the mapping {}", quoted(line)), &error).at_entry(entry)
            })?;
            parsed.into_iter().for_each(|mapping| memory::push(&mut given, (mapping, location)));
            memory::checkpoint();
        }
    }
    Ok(given)
}

fn language_error(error: LanguageError) -> BuildError {
    let (option, allowed) = match error {
        LanguageError::NoExpansion(_) => (&EXPANSION, WITH_GERMAN),
        LanguageError::Unknown(_) => {
            (&LANGUAGE, "the tag of a language that CLDR has letters of, such as sv, es, tr, sr-Latn")
        }
    };
    BuildError::wrong_value(option, error.to_string(), allowed)
}

/// The token filter `unic_folding`.
#[derive(Clone, Debug)]
pub struct FoldingFilter(NormalizationRunner);

impl<U: CodeUnit> TokenFilter<U> for FoldingFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        self.0.filter_terms(text, batch);
    }
}
