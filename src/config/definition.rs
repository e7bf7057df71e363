//! Parsed definitions: their analyzers, which of them load, errors and warnings.

use crate::analysis::Analyzer;
use crate::analysis::component_kind::ComponentKind;
use crate::config::error::{ConfigError, ConfigErrors, ErrorCategory, Warning, problem};
use crate::config::json::JsonDocument;
use crate::config::json_text::{JsonMembers, JsonText};
use crate::config::mappings::{self, FieldUse};
use crate::config::reporter::{ErrorReporter, MAX_LISTED, ProblemLocations};
use crate::config::resolve::{Problems, Resolver};
use crate::config::resolve_errors::no_such_analyzer;
use crate::config::sections;
use crate::config::settings::{self, AnalysisDefinition, Setting};
use crate::config::{CompileOptions, registry};
use crate::memory;
use std::collections::HashMap;

/// The number of errors of analyzers after which a report lists none of further ones.
const MAX_REPORTED: usize = 10_000;

/// A compiled analyzer and its warnings.
#[derive(Debug)]
pub struct Compiled {
    /// The analyzer or normalizer.
    pub analyzer: Analyzer,
    /// Warnings, in document order.
    pub warnings: Vec<Warning>,
}

impl Clone for Compiled {
    fn clone(&self) -> Self {
        Compiled { analyzer: self.analyzer.clone(), warnings: memory::cloned(&self.warnings) }
    }
}

/// A definition that is parsed and validated as a whole. After 10,000 problems of its analyzers and components, of each
/// further one the first error, unknown option and warning are kept.
#[derive(Debug)]
pub struct ParsedDefinition {
    /// The analyzers and normalizers, in document order.
    pub analyzers: Vec<DefinedAnalyzer>,
    /// The first 1,000 errors of the document, including those of the analyzers, in document order, and the number of
    /// the others.
    pub errors: Vec<ConfigError>,
    /// The first 1,000 warnings, in document order, and the number of the others.
    pub warnings: Vec<Warning>,
    options: CompileOptions,
    /// Whether the document is the definition of one analyzer, which has no name, so that every name means it.
    is_analyzer: bool,
    /// The problems of the document apart from its analyzers and components.
    of_document: ErrorReporter,
    /// The warnings of sections that are ignored.
    ignored_sections: Vec<Warning>,
    /// The problems of each component that an analyzer refers to.
    of_components: Vec<ErrorReporter>,
    /// The position of each name in `analyzers`: that of the analyzer if a normalizer has the same name.
    positions: HashMap<String, usize>,
}

/// An analyzer or a normalizer of a definition.
#[derive(Debug)]
pub struct DefinedAnalyzer {
    /// The name for [`ParsedDefinition::compiled`]: `index/name` if several indices of the document define the name;
    /// empty for the definition of a single analyzer.
    pub name: String,
    /// [`ComponentKind::Analyzer`] or [`ComponentKind::Normalizer`].
    pub kind: ComponentKind,
    /// The component type; `None` if the library does not have the given `type`, or none is given.
    pub type_name: Option<&'static str>,
    /// Whether the analyzer loads if unknown options are errors.
    pub loads_strictly: bool,
    /// Whether the analyzer loads if unknown options are warnings.
    pub loads_leniently: bool,
    /// The mapped fields that use the analyzer.
    pub fields: Vec<FieldUse>,
    analyzer: Option<Analyzer>,
    /// The problems of the analyzer alone.
    problems: ErrorReporter,
    /// The positions of its components in [`ParsedDefinition::of_components`], ascending.
    components: Vec<usize>,
    loads: bool,
}

/// Compiles one analyzer of a definition: a whole index definition, its analysis section, or one analyzer definition.
///
/// `name` selects the analyzer or normalizer; `None` if the definition has only one. Only components that the analyzer
/// refers to are checked.
///
/// # Errors
/// Malformed JSON; errors of the analyzer and its components; no analyzer with this name, or several and no name.
pub fn compile(json: &[u8], name: Option<&str>, options: &CompileOptions) -> Result<Compiled, ConfigErrors> {
    let document = JsonDocument::parse(json, options.max_json_length, options.max_json_depth)?;
    let mut resolver = Resolver::new(&document, options);
    let chain = match settings::definition(&document, &mut resolver.reporter) {
        AnalysisDefinition::Analyzer(node) => {
            resolver.defined(ComponentKind::Analyzer, name.unwrap_or_default(), &node).1
        }
        AnalysisDefinition::Indices(indices) => {
            resolver.read_indices(indices);
            check_mappings(&mut resolver);
            resolver.select_chain(name)
        }
    };
    let Problems { of_document: mut problems, of_parts, .. } = resolver.into_problems();
    problems.add(&of_parts);
    let warnings = problems.finish(&document)?;
    outcome(chain.map(Analyzer::new), warnings)
}

fn outcome(analyzer: Option<Analyzer>, warnings: Vec<Warning>) -> Result<Compiled, ConfigErrors> {
    match analyzer {
        Some(analyzer) => Ok(Compiled { analyzer, warnings }),
        // The chain is missing only if an error was reported.
        None => Err(problem(ErrorCategory::WrongValue, 0, "the definition has no analyzer").into()),
    }
}

/// Finds the fields of all indices that name analyzers, and checks that these analyzers exist.
fn check_mappings(resolver: &mut Resolver<'_, '_>) -> Vec<Vec<FieldUse>> {
    let document = resolver.document;
    let indices = std::mem::take(&mut resolver.indices);
    let fields = mappings::check(&indices, document, &mut resolver.reporter);
    resolver.indices = indices;
    fields
}

/// Compiles all components of a definition, used or not. Returns the warnings if there are no errors.
pub fn validate(json: &[u8], options: &CompileOptions) -> Result<Vec<Warning>, ConfigErrors> {
    let parsed = ParsedDefinition::read(json, options)?;
    match ConfigErrors::new(parsed.errors) {
        Some(errors) => Err(errors),
        None => Ok(parsed.warnings),
    }
}

/// The names of the analyzers and normalizers of a definition, in document order; empty for the definition of a single
/// analyzer, which has no name.
pub fn analyzer_names(json: &[u8], options: &CompileOptions) -> Result<Vec<String>, ConfigErrors> {
    let document = JsonDocument::parse(json, options.max_json_length, options.max_json_depth)?;
    let mut resolver = Resolver::new(&document, options);
    if let AnalysisDefinition::Indices(indices) = settings::definition(&document, &mut resolver.reporter) {
        resolver.read_indices(indices);
    }
    let names = memory::collect(resolver.chains().into_iter().map(|chain| chain.name));
    resolver.reporter.finish(&document)?;
    Ok(names)
}

/// The result of [`analyzer_names`] as a JSON array.
pub fn analyzer_names_json(json: &[u8], options: &CompileOptions) -> Result<String, ConfigErrors> {
    let names = analyzer_names(json, options)?;
    Ok(JsonText::of(|text| text.array(names, |text, name| text.value(&name))))
}

impl ParsedDefinition {
    /// Parses a definition, validates all of it and compiles its analyzers.
    ///
    /// # Errors
    /// Those of the document as a whole, such as malformed JSON; errors of single components are in the result.
    pub fn read(json: &[u8], options: &CompileOptions) -> Result<ParsedDefinition, ConfigErrors> {
        let document = JsonDocument::parse(json, options.max_json_length, options.max_json_depth)?;
        let mut resolver = Resolver::new(&document, options);
        let definition = settings::definition(&document, &mut resolver.reporter);
        let is_analyzer = matches!(definition, AnalysisDefinition::Analyzer(_));
        let mut analyzers = match definition {
            AnalysisDefinition::Analyzer(node) => {
                vec![compile_one(&mut resolver, String::new(), ComponentKind::Analyzer, "", &node)]
            }
            AnalysisDefinition::Indices(indices) => {
                resolver.read_indices(indices);
                let fields = check_mappings(&mut resolver);
                compile_all(&mut resolver, fields)
            }
        };
        let Problems { mut of_document, of_parts: mut all, mut of_components, ignored_sections } =
            resolver.into_problems();
        of_document.keep_first(MAX_LISTED);
        all.add(&of_document);
        if analyzers.is_empty() && !of_document.has_errors() {
            let nothing = problem(ErrorCategory::NoSuchAnalyzer, 0, "the definition defines no analyzer");
            let help = "analyzers are defined in `analysis`, in its section `analyzer` or `normalizer`";
            all.warn(nothing.helping(help));
        }
        all.keep_first(MAX_LISTED);
        // Of all at once: each traversal reads the whole document.
        let lists = || {
            let of_analyzers = analyzers.iter().map(|analyzer| &analyzer.problems);
            [&all, &of_document].into_iter().chain(&of_components).chain(of_analyzers)
        };
        let locations = ProblemLocations::new(&document, lists().flat_map(ErrorReporter::offsets));
        all.locate(&locations);
        of_document.locate(&locations);
        of_components.iter_mut().for_each(|of_component| of_component.locate(&locations));
        analyzers.iter_mut().for_each(|analyzer| analyzer.problems.locate(&locations));
        let (errors, warnings) = all.into_lists();
        let options = options.clone();
        let positions = sections::positions(&analyzers, |analyzer| (&analyzer.name, analyzer.kind));
        Ok(ParsedDefinition {
            analyzers,
            positions,
            errors,
            warnings,
            options,
            is_analyzer,
            of_document,
            ignored_sections,
            of_components,
        })
    }

    /// The analyzer or normalizer with this name, equal to the result of [`compile`].
    ///
    /// # Errors
    /// As [`compile`].
    pub fn compiled(&self, name: Option<&str>) -> Result<Compiled, ConfigErrors> {
        let wanted = name.filter(|_| !self.is_analyzer);
        let found = match wanted {
            Some(name) => self.positions.get(name).and_then(|position| self.analyzers.get(*position)),
            None => sections::selected(&self.analyzers, None, |analyzer| (&analyzer.name, analyzer.kind)),
        };
        if let Some(analyzer) = found {
            return outcome(analyzer.analyzer.clone(), self.problems_of(analyzer).finish_located()?);
        }
        if name.is_some_and(|name| registry::default_instance(ComponentKind::Analyzer, name).is_some()) {
            let warnings = self.of_document.clone().finish_located()?;
            return compile(b"{}", name, &self.options).map(|compiled| Compiled { warnings, ..compiled });
        }
        self.of_document.clone().finish_located()?;
        let names = self.analyzers.iter().map(|analyzer| analyzer.name.as_str());
        Err(no_such_analyzer(name, names, &self.ignored_sections).into())
    }

    /// The problems that concern an analyzer: those of the document, its own and those of its components.
    fn problems_of(&self, analyzer: &DefinedAnalyzer) -> ErrorReporter {
        let mut problems = ErrorReporter::new(analyzer.problems.is_lenient());
        self.parts_of(analyzer).for_each(|part| problems.add(part));
        problems
    }

    fn parts_of<'p>(&'p self, analyzer: &'p DefinedAnalyzer) -> impl Iterator<Item = &'p ErrorReporter> {
        let of_components = analyzer.components.iter().filter_map(|position| self.of_components.get(*position));
        [&self.of_document, &analyzer.problems].into_iter().chain(of_components)
    }

    /// The errors that prevent an analyzer from loading; none if `reported`, which counts them, is above
    /// [`MAX_REPORTED`].
    fn errors_of(&self, analyzer: &DefinedAnalyzer, reported: &mut usize) -> Vec<ConfigError> {
        if analyzer.loads || *reported > MAX_REPORTED {
            return Vec::new();
        }
        let mut errors = ErrorReporter::new(analyzer.problems.is_lenient());
        for part in self.parts_of(analyzer) {
            errors.add_errors(part);
        }
        *reported += errors.count();
        errors.into_lists().0
    }

    /// The report as JSON: `{"valid", "analyzers": [...], "errors": [...], "warnings": [...]}`. After 10,000 errors of
    /// analyzers, further ones list none; `loads` says that they have some.
    pub fn to_json(&self) -> String {
        let mut reported = 0;
        JsonText::of(|text| {
            text.object(|report| {
                report.add("valid", &self.errors.is_empty());
                report.member("analyzers").array(&self.analyzers, |text, analyzer| {
                    let errors = self.errors_of(analyzer, &mut reported);
                    text.object(|members| analyzer.write(members, &errors));
                });
                ConfigError::write_all(&self.errors, report.member("errors"));
                ConfigError::write_all(&self.warnings, report.member("warnings"));
            });
        })
    }
}

/// Compiles one analyzer or normalizer, whose `name` for callers may have the name of its index.
fn compile_one<'a>(
    resolver: &mut Resolver<'_, 'a>,
    name: String,
    kind: ComponentKind,
    defined_as: &str,
    setting: &Setting<'a>,
) -> DefinedAnalyzer {
    let ((spec, chain), problems) = resolver.apart(|resolver| resolver.defined(kind, defined_as, setting));
    let problems = resolver.keep(problems);
    let components = resolver.take_referenced();
    let of_components = components.iter().filter_map(|position| resolver.problems_of(*position));
    let all = || [&problems, &resolver.reporter].into_iter().chain(of_components.clone());
    let loads_leniently = chain.is_some() && !all().any(ErrorReporter::has_errors);
    let loads_strictly = loads_leniently && !all().any(ErrorReporter::has_unknown_options);
    DefinedAnalyzer {
        name,
        kind,
        type_name: spec.map(|spec| spec.type_name),
        loads_strictly,
        loads_leniently,
        fields: Vec::new(),
        loads: if problems.is_lenient() { loads_leniently } else { loads_strictly },
        analyzer: chain.map(Analyzer::new),
        problems,
        components,
    }
}

/// Compiles all analyzers and normalizers of a document, with the fields of each index that use them, and builds the
/// other components. The resolver's reporter has the errors of the document, each analyzer and component its own ones.
fn compile_all(resolver: &mut Resolver<'_, '_>, fields: Vec<Vec<FieldUse>>) -> Vec<DefinedAnalyzer> {
    let chains = resolver.chains();
    let mut fields = by_analyzer(fields);
    let mut analyzers = Vec::new();
    memory::reserve(&mut analyzers, chains.len());
    for chain in chains {
        resolver.current = chain.index;
        let mut analyzer = compile_one(resolver, chain.name, chain.kind, &chain.entry.name, &chain.entry.setting);
        analyzer.fields = fields.remove(&(chain.index, chain.kind, chain.entry.name)).unwrap_or_default();
        analyzers.push(analyzer);
        memory::checkpoint();
    }
    resolver.check_others();
    analyzers
}

/// Groups the fields of each index by the kind and name of the analyzer that they use.
fn by_analyzer(fields: Vec<Vec<FieldUse>>) -> HashMap<(usize, ComponentKind, String), Vec<FieldUse>> {
    let mut by_analyzer = HashMap::new();
    for (index, of_index) in fields.into_iter().enumerate() {
        for field in of_index {
            memory::reserve(&mut by_analyzer, 1);
            let key = (index, field.kind(), memory::copied(&field.component));
            memory::push(by_analyzer.entry(key).or_default(), field);
        }
    }
    by_analyzer
}

impl DefinedAnalyzer {
    /// Whether the analyzer loads with the options that the definition was parsed with.
    pub fn loads(&self) -> bool {
        self.loads
    }

    fn write(&self, members: &mut JsonMembers<'_>, errors: &[ConfigError]) {
        members.add("name", &self.name);
        members.add("kind", self.kind.section());
        members.add("type", &self.type_name);
        members.add("loads", &self.loads());
        members.add("loads_strictly", &self.loads_strictly);
        members.add("loads_leniently", &self.loads_leniently);
        members.member("fields").array(&self.fields, |text, field| text.value(&field.to_json()));
        ConfigError::write_all(errors, members.member("errors"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(json: &str, name: &str) -> Compiled {
        compile(json.as_bytes(), Some(name), &CompileOptions::default())
            .unwrap_or_else(|errors| panic!("{json}\n{errors}"))
    }

    fn warnings(json: &str, name: &str) -> Vec<String> {
        compiled(json, name).warnings.iter().map(|warning| warning.found.clone()).collect()
    }

    /// The category and the pointer of the first error.
    fn first_error(json: &str) -> (&'static str, String) {
        let errors = compile(json.as_bytes(), Some("a"), &CompileOptions::default()).expect_err("refused");
        let parsed = ParsedDefinition::read(json.as_bytes(), &CompileOptions::default()).expect("well-formed");
        let again = parsed.compiled(Some("a")).expect_err("refused");
        let of =
            |errors: &ConfigErrors| errors.iter().next().map(|first| (first.category.name(), first.pointer.clone()));
        assert_eq!(of(&errors), of(&again), "{json}");
        of(&errors).expect("an error")
    }

    #[test]
    fn an_empty_name_is_a_name() {
        assert_eq!(first_error(r#"{"analysis": {"analyzer": {"": {"type": "keyword"}}}}"#).0, "no_such_analyzer");
    }

    #[test]
    fn a_null_tokenizer_is_absent() {
        let expected = ("wrong_value", "/analysis/analyzer/a".to_owned());
        for json in [
            r#"{"analysis": {"analyzer": {"a": {"type": "custom", "tokenizer": null}}}}"#,
            r#"{"analysis": {"analyzer": {"a": {"type": "custom"}}}}"#,
        ] {
            assert_eq!(first_error(json), expected, "{json}");
            assert!(validate(json.as_bytes(), &CompileOptions::default()).is_err(), "{json}");
        }
    }

    #[test]
    fn a_section_that_is_no_object_hides_no_analyzer() {
        assert_eq!(first_error(r#"{"analysis": {"analyzer": "x"}}"#), ("wrong_value", "/analysis/analyzer".to_owned()));
        assert_eq!(first_error(r#"{"analysis": 5}"#), ("wrong_value", "/analysis".to_owned()));
        assert_eq!(first_error(r#"{"analysis": {"analyzer": {}}}"#).0, "no_such_analyzer");
    }

    #[test]
    fn an_ignored_section_is_named_by_the_error_of_what_it_has() {
        let help = |json: &str| {
            let errors = compile(json.as_bytes(), Some("a"), &CompileOptions::default()).expect_err("refused");
            let parsed = ParsedDefinition::read(json.as_bytes(), &CompileOptions::default()).expect("well-formed");
            assert_eq!(errors.first().help, parsed.compiled(Some("a")).expect_err("refused").first().help, "{json}");
            errors.first().help.clone()
        };
        assert_eq!(
            help(r#"{"analysis": {"analyser": {"a": {"type": "keyword"}}}}"#),
            "`analysis` has no section \"analyser\": it is ignored; did you mean \"analyzer\"?"
        );
        assert_eq!(
            help(
                r#"{"filters": {"f": {"type": "hyphen"}}, "analyzer": {"a": {"tokenizer": "keyword", "filter": "f"}}}"#
            ),
            "`analysis` has no section \"filters\": it is ignored; did you mean \"filter\"?"
        );
        assert_eq!(
            help(r#"{"tokenizer": "keyword", "filter": "mapping"}"#),
            "\"mapping\" is a char filter and cannot be used here"
        );
    }

    #[test]
    fn sections_beside_other_parts_of_an_index_are_read() {
        for beside in [
            r#""mappings": {}"#,
            r#""settings": {"number_of_shards": 1}"#,
            r#""aliases": {"b": {}}"#,
            r#""index": {"analysis": {"filter": {}}}"#,
        ] {
            let json = format!(r#"{{"analyzer": {{"a": {{"type": "keyword"}}}}, {beside}}}"#);
            assert_eq!(warnings(&json, "a"), [""; 0], "{json}");
        }
    }

    #[test]
    fn a_built_in_analyzer_has_the_warnings_of_the_document() {
        let json = r#"{"settings": {"analysis": []}, "mappings": {"properties": {"t": {"type": "text", "analyzer": "nope"}}}}"#;
        let parsed = ParsedDefinition::read(json.as_bytes(), &CompileOptions::default()).expect("well-formed");
        let found = parsed.compiled(Some("standard")).expect("built in").warnings;
        assert_eq!(found.len(), 2);
        assert_eq!(found, compiled(json, "standard").warnings);
    }

    #[test]
    fn unknown_sections_are_warnings_and_empty_ones_are_not_there() {
        let json = r#"{"analysis": {"analyzer": {"a": {"tokenizer": "keyword", "filter": "trim"}}, "filter": [], "char_filter": null,
            "tokenizers": {"t": 1}, "similarity": {}}}"#;
        let expected = [
            "`analysis` has no section \"tokenizers\": it is ignored",
            "`analysis` has no section \"similarity\": it is ignored",
        ];
        assert_eq!(warnings(json, "a"), expected);
        assert_eq!(compiled(json, "a").warnings[0].nearest.as_deref(), Some("tokenizer"));
        assert_eq!(validate(json.as_bytes(), &CompileOptions::default()).unwrap().len(), 2);
        let filled = r#"{"analysis": {"analyzer": {"a": {"tokenizer": "keyword"}}, "filter": ["lowercase"]}}"#;
        assert!(compile(filled.as_bytes(), Some("a"), &CompileOptions::default()).is_err());
    }

    #[test]
    fn an_empty_analysis_is_a_warning() {
        for json in [r#"{"settings": {"analysis": []}}"#, r#"{"settings": {"analysis": null}}"#] {
            assert_eq!(warnings(json, "standard").len(), 1, "{json}");
        }
    }

    #[test]
    fn an_error_in_one_component_does_not_stop_the_others() {
        let json = r#"{"analyzer": {"good": {"tokenizer": "keyword"}, "bad": {"tokenizer": "t"}, "worse": 5},
            "tokenizer": {"t": {"type": "nowhere"}}, "filter": {"f": {"type": "length", "min": "x"}}}"#;
        assert_eq!(compiled(json, "good").analyzer.chain().name, "good");
        assert!(compile(json.as_bytes(), Some("bad"), &CompileOptions::default()).is_err());
    }

    #[test]
    fn a_normalizer_takes_the_filters_of_ruling_n2() {
        let json = r#"{"normalizer": {"n": {"type": "custom",
            "filter": ["lowercase", "uppercase", "trim", "unic_normalizer", "unic_folding"]}}}"#;
        assert_eq!(compiled(json, "n").analyzer.chain().token_filters.len(), 5);
    }
}
