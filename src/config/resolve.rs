//! Names become definitions, definitions become components, components become a chain.

use crate::analysis::Analyzer;
use crate::analysis::analyzer::custom;
use crate::analysis::chain::{Chain, Step};
use crate::analysis::component::{Build, BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, ComponentSpec, Link};
use crate::analysis::options::{Kind, OptionSpec, OptionValue, Options, Warnings};
use crate::analysis::sort_key::KEY_FORMAT;
use crate::config::error::{Category, ConfigErrors, Reporter, Warning, problem};
use crate::config::json::{Document, Value};
use crate::config::options::{self, Given};
use crate::config::settings::{self, Definition, Entry, Node, SECTIONS};
use crate::config::{CompileOptions, mappings, registry};
use std::sync::Arc;

/// A compiled analyzer, and what was noticed on the way.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The analyzer.
    pub analyzer: Analyzer,
    /// Warnings, in document order.
    pub warnings: Vec<Warning>,
}

/// Compiles one analyzer of a definition: a whole index definition, its analysis section, or one analyzer definition.
///
/// `name` picks the analyzer, or a normalizer; `None` when the definition has one only. Only what the analyzer refers to
/// is looked at.
pub fn compile(json: &[u8], name: Option<&str>, options: &CompileOptions) -> Result<Compiled, ConfigErrors> {
    let document = Document::parse(json, options.max_json_length, options.max_json_depth)?;
    let mut resolver = Resolver::new(&document, options);
    let (definition, index_mappings) = settings::definition(&document, &mut resolver.reporter);
    let analyzer = match definition {
        Definition::Analyzer(node) => resolver.defined(Kind::Analyzer, name.unwrap_or_default(), &node),
        Definition::Analysis(entries) => {
            resolver.read_sections(entries);
            if let Some(mappings) = index_mappings {
                mappings::check(&mappings, &document, &resolver.sections, &mut resolver.reporter);
            }
            resolver.picked(name)
        }
    };
    let warnings = resolver.reporter.finish(&document)?;
    match analyzer {
        Some(chain) => Ok(Compiled { analyzer: Analyzer::new(chain), warnings }),
        // A chain is missing only when an error was reported.
        None => Err(problem(Category::WrongValue, 0, "the definition gives no analyzer").into()),
    }
}

/// Compiles everything in a definition, used or not. The warnings if all is well.
pub fn validate(json: &[u8], options: &CompileOptions) -> Result<Vec<Warning>, ConfigErrors> {
    let document = Document::parse(json, options.max_json_length, options.max_json_depth)?;
    let mut resolver = Resolver::new(&document, options);
    let (definition, index_mappings) = settings::definition(&document, &mut resolver.reporter);
    match definition {
        Definition::Analyzer(node) => drop(resolver.defined(Kind::Analyzer, "", &node)),
        Definition::Analysis(entries) => {
            resolver.read_sections(entries);
            if let Some(mappings) = index_mappings {
                mappings::check(&mappings, &document, &resolver.sections, &mut resolver.reporter);
            }
            resolver.check_all();
        }
    }
    resolver.reporter.finish(&document)
}

/// The names of the analyzers and normalizers that a definition defines, in document order; none for a single analyzer
/// definition, which has no name.
pub fn analyzer_names(json: &[u8], options: &CompileOptions) -> Result<Vec<String>, ConfigErrors> {
    let document = Document::parse(json, options.max_json_length, options.max_json_depth)?;
    let mut resolver = Resolver::new(&document, options);
    if let (Definition::Analysis(entries), _) = settings::definition(&document, &mut resolver.reporter) {
        resolver.read_sections(entries);
    }
    let sections = std::mem::take(&mut resolver.sections);
    resolver.reporter.finish(&document)?;
    Ok(sections.chain_names())
}

/// The definitions of a document, by section.
#[derive(Debug, Default)]
pub struct Sections<'a> {
    entries: Vec<(Kind, Vec<Entry<'a>>)>,
}

impl<'a> Sections<'a> {
    /// The definitions of a kind.
    pub fn of(&self, kind: Kind) -> &[Entry<'a>] {
        self.entries.iter().find(|(section, _)| *section == kind).map_or(&[], |(_, entries)| entries)
    }

    /// The names of all analyzers and normalizers, in document order.
    fn chain_names(&self) -> Vec<String> {
        let chains = [Kind::Analyzer, Kind::Normalizer].map(|kind| self.of(kind));
        let mut entries: Vec<&Entry<'_>> = chains.into_iter().flatten().collect();
        entries.sort_by_key(|entry| entry.name_at);
        entries.into_iter().map(|entry| entry.name.clone()).collect()
    }

    /// The definition of a name.
    pub fn find(&self, kind: Kind, name: &str) -> Option<&Entry<'a>> {
        self.of(kind).iter().find(|entry| entry.name == name)
    }
}

struct Resolver<'d, 'a> {
    document: &'d Document<'a>,
    compile: &'d CompileOptions,
    sections: Sections<'a>,
    reporter: Reporter,
}

/// A built component of any kind.
enum Built {
    CharFilter(Step<dyn BuiltCharFilter>),
    Tokenizer(Step<dyn BuiltTokenizer>),
    TokenFilter(Step<dyn BuiltTokenFilter>),
}

impl<'d, 'a> Resolver<'d, 'a> {
    fn new(document: &'d Document<'a>, compile: &'d CompileOptions) -> Resolver<'d, 'a> {
        Resolver { document, compile, sections: Sections::default(), reporter: Reporter::new(compile.lenient) }
    }

    /// Sorts an analysis section's entries by kind.
    fn read_sections(&mut self, entries: Vec<Entry<'a>>) {
        const KINDS: [Kind; 5] =
            [Kind::Analyzer, Kind::Normalizer, Kind::Tokenizer, Kind::TokenFilter, Kind::CharFilter];
        for entry in entries {
            let Some(kind) = KINDS.into_iter().find(|kind| kind.section() == entry.name) else {
                let found = format!("`analysis` has no section {:?}: it is ignored", entry.name);
                let unknown = problem(Category::UnknownOption, entry.name_at, found);
                self.reporter.warn(unknown.with_names(&entry.name, SECTIONS).helping(""));
                continue;
            };
            match entry.node.entries(self.document, &mut self.reporter) {
                Ok(definitions) => self.sections.entries.push((kind, definitions)),
                Err(other) => {
                    let what = format!("the section `{}`", entry.name);
                    settings::not_a_section(&what, entry.node.at(), &other, &mut self.reporter);
                }
            }
        }
    }

    fn not_an_object(&mut self, what: &str, node: &Node<'a>, found: &Value<'a>) {
        let found = format!("{what} is {}", found.kind());
        self.reporter.report(problem(Category::WrongValue, node.at(), found).allowing("an object"));
    }

    /// The analyzer or normalizer that the caller asks for.
    fn picked(&mut self, name: Option<&str>) -> Option<Chain> {
        let picked = match (name, self.sections.of(Kind::Analyzer), self.sections.of(Kind::Normalizer)) {
            (None, [only], _) | (None, [], [only]) => Some(only.name.clone()),
            (None, _, _) => None,
            (Some(name), _, _) => Some(name.to_owned()),
        };
        let Some(name) = picked else {
            let names = self.sections.chain_names();
            let found = if names.is_empty() {
                "the definition has no analyzer".to_owned()
            } else {
                "the definition has several analyzers, and none is asked for by name".to_owned()
            };
            let known = names.iter().map(String::as_str);
            self.reporter.report(problem(Category::NoSuchAnalyzer, 0, found).with_names("", known));
            return None;
        };
        for kind in [Kind::Analyzer, Kind::Normalizer] {
            if let Some(entry) = self.sections.find(kind, &name).cloned() {
                return self.defined(kind, &name, &entry.node);
            }
        }
        if let Some(spec) = registry::default_instance(Kind::Analyzer, &name) {
            return self.chain(spec, Kind::Analyzer, &name, Given::defaults(spec, 0));
        }
        let names = self.sections.chain_names();
        let error = problem(Category::NoSuchAnalyzer, 0, format!("no analyzer is named {name:?}"));
        let known = registry::default_instances(Kind::Analyzer).collect::<Vec<&str>>();
        self.reporter.report(error.with_names(&name, names.iter().map(String::as_str).chain(known)));
        None
    }

    /// Reads the `type` and the options of a definition.
    fn read_definition(&mut self, kind: Kind, name: &str, node: &Node<'a>) -> Option<(&'static ComponentSpec, Given)> {
        let what = if name.is_empty() { format!("the {kind}") } else { format!("the {kind} {name:?}") };
        let entries = match node.entries(self.document, &mut self.reporter) {
            Ok(entries) => entries,
            Err(other) => {
                self.not_an_object(&what, node, &other);
                return None;
            }
        };
        let spec = self.spec(kind, &what, node, &entries)?;
        let what = format!("{what} (type {:?})", spec.type_name);
        let given = options::read(spec, &what, node, entries, self.document, self.compile, &mut self.reporter);
        Some((spec, given))
    }

    /// The component that a definition's `type` names.
    fn spec(
        &mut self,
        kind: Kind,
        what: &str,
        node: &Node<'a>,
        entries: &[Entry<'a>],
    ) -> Option<&'static ComponentSpec> {
        let has_tokenizer = entries.iter().any(|entry| entry.name == "tokenizer");
        let Some(entry) = entries.iter().find(|entry| entry.name == "type") else {
            return match kind {
                Kind::Analyzer if has_tokenizer => Some(&custom::SPEC),
                Kind::Normalizer => Some(&custom::NORMALIZER),
                _ => {
                    let error = problem(Category::WrongValue, node.at(), format!("{what} lacks a `type`"));
                    self.reporter.report(error.with_names("", type_names(kind)));
                    None
                }
            };
        };
        let type_name = match &entry.node {
            Node::Raw(raw) => self.document.read(*raw).ok(),
            Node::Merged(..) => None,
        };
        let Some(Value::String(type_name)) = type_name else {
            let error = problem(Category::WrongValue, entry.node.at(), format!("the `type` of {what} is not a string"));
            self.reporter.report(error.with_names("", type_names(kind)));
            return None;
        };
        let spec = match kind {
            Kind::Normalizer => Some(&custom::NORMALIZER).filter(|spec| spec.type_name == type_name),
            _ => registry::component(kind, &type_name),
        };
        if spec.is_none() {
            let error =
                problem(Category::UnknownType, entry.node.at(), format!("there is no {kind} type {type_name:?}"));
            self.reporter.report(error.with_names(&type_name, type_names(kind)));
        }
        spec
    }

    /// The chain of a defined analyzer or normalizer.
    fn defined(&mut self, kind: Kind, name: &str, node: &Node<'a>) -> Option<Chain> {
        let (spec, given) = self.read_definition(kind, name, node)?;
        self.chain(spec, kind, name, given)
    }

    fn chain(&mut self, spec: &'static ComponentSpec, kind: Kind, name: &str, mut given: Given) -> Option<Chain> {
        let Build::Analyzer(links) = spec.build else { return None };
        if self.compile.keys_as_text {
            given.options.prefer(&KEY_FORMAT, OptionValue::Text("text".to_owned()));
        }
        let mut char_filters = Vec::new();
        let mut tokenizer = None;
        let mut token_filters = Vec::new();
        let mut is_whole = true;
        for link in links(&given.options) {
            match self.link(link, kind, &given) {
                Some(Built::CharFilter(step)) => char_filters.push(step),
                Some(Built::Tokenizer(step)) => tokenizer = Some(step),
                Some(Built::TokenFilter(step)) => token_filters.push(step),
                None => is_whole = false,
            }
        }
        let tokenizer = tokenizer.filter(|_| is_whole)?;
        Some(Chain {
            name: name.to_owned(),
            kind,
            type_name: spec.type_name,
            options: given.options,
            char_filters,
            tokenizer,
            token_filters,
            limits: self.compile.text_limits,
        })
    }

    /// One step of a chain.
    fn link(&mut self, link: Link, chain: Kind, given: &Given) -> Option<Built> {
        match link {
            Link::Part { spec, options } => self.build(spec, spec.type_name, given.part(options)),
            Link::Named { option, kind, name, entry } => {
                let at = given.place(option.name, Some(entry));
                let (spec, component) = self.named(kind, &name, option, at)?;
                if chain == Kind::Normalizer && !spec.fits_normalizer {
                    let found =
                        format!("the {kind} {name:?} (type {:?}) can't be part of a normalizer", spec.type_name);
                    let fitting =
                        registry::COMPONENTS.into_iter().filter(|spec| spec.fits_normalizer && spec.kind() == kind);
                    let error = problem(Category::WrongValue, at, found);
                    self.reporter.report(error.with_names("", fitting.map(|spec| spec.type_name)));
                    return None;
                }
                self.build(spec, &name, component)
            }
        }
    }

    /// What a name stands for: a definition of the document, or else a default instance.
    fn named(
        &mut self,
        kind: Kind,
        name: &str,
        option: &OptionSpec,
        at: usize,
    ) -> Option<(&'static ComponentSpec, Given)> {
        if let Some(entry) = self.sections.find(kind, name).cloned() {
            let errors = self.reporter.count();
            let read = self.read_definition(kind, name, &entry.node);
            return read.filter(|_| self.reporter.count() == errors);
        }
        if let Some(spec) = registry::default_instance(kind, name) {
            return Some((spec, Given::defaults(spec, at)));
        }
        let without_default = registry::component(kind, name).is_some();
        let found = if without_default {
            format!("`{}` names the {kind} type {name:?}, which has no defaults and must be defined", option.name)
        } else {
            format!("`{}` names the {kind} {name:?}, which is neither defined nor built in", option.name)
        };
        let defined: Vec<String> = self.sections.of(kind).iter().map(|entry| entry.name.clone()).collect();
        let known = registry::default_instances(kind).collect::<Vec<&str>>();
        let error = problem(Category::MissingReference, at, found);
        self.reporter.report(error.with_names(name, defined.iter().map(String::as_str).chain(known)));
        None
    }

    fn build(&mut self, spec: &'static ComponentSpec, name: &str, given: Given) -> Option<Built> {
        let name = name.to_owned();
        let options = &given.options;
        let mut warnings = Warnings::new();
        let built = match spec.build {
            Build::CharFilter(build) => {
                build(options, &mut warnings).map(|built| Built::CharFilter(step(spec, name, options, built)))
            }
            Build::Tokenizer(build) => {
                build(options, &mut warnings).map(|built| Built::Tokenizer(step(spec, name, options, built)))
            }
            Build::TokenFilter(build) => {
                build(options, &mut warnings).map(|built| Built::TokenFilter(step(spec, name, options, built)))
            }
            Build::Analyzer(_) => return None,
        };
        warnings.into_iter().for_each(|warning| self.reporter.warn(given.problem(warning)));
        built.map_err(|error| self.reporter.report(given.problem(error))).ok()
    }

    /// Builds everything that is defined.
    fn check_all(&mut self) {
        for kind in [Kind::CharFilter, Kind::Tokenizer, Kind::TokenFilter] {
            for entry in self.sections.of(kind).to_vec() {
                let errors = self.reporter.count();
                if let Some((spec, given)) = self.read_definition(kind, &entry.name, &entry.node)
                    && self.reporter.count() == errors
                {
                    self.build(spec, &entry.name, given);
                }
            }
        }
        for kind in [Kind::Analyzer, Kind::Normalizer] {
            for entry in self.sections.of(kind).to_vec() {
                self.defined(kind, &entry.name, &entry.node);
            }
        }
    }
}

fn step<C: ?Sized>(spec: &'static ComponentSpec, name: String, options: &Options, component: Arc<C>) -> Step<C> {
    Step { name, spec, options: options.clone(), component }
}

fn type_names(kind: Kind) -> Vec<&'static str> {
    if kind == Kind::Normalizer { vec![custom::NORMALIZER.type_name] } else { registry::type_names(kind).collect() }
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

    #[test]
    fn sections_that_hold_nothing_or_are_unknown_are_warnings() {
        let json = r#"{"analysis": {"analyzer": {"a": {"tokenizer": "keyword", "filter": "trim"}}, "filter": [], "char_filter": null,
            "tokenizers": {"t": 1}, "similarity": {}}}"#;
        let expected = [
            "the section `filter` is an empty array",
            "the section `char_filter` is null",
            "`analysis` has no section \"tokenizers\": it is ignored",
            "`analysis` has no section \"similarity\": it is ignored",
        ];
        assert_eq!(warnings(json, "a"), expected);
        assert_eq!(compiled(json, "a").warnings[2].nearest.as_deref(), Some("tokenizer"));
        assert_eq!(validate(json.as_bytes(), &CompileOptions::default()).unwrap().len(), 4);
        let filled = r#"{"analysis": {"analyzer": {"a": {"tokenizer": "keyword"}}, "filter": ["lowercase"]}}"#;
        assert!(compile(filled.as_bytes(), Some("a"), &CompileOptions::default()).is_err());
    }

    #[test]
    fn an_analysis_that_holds_nothing_is_a_warning() {
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
