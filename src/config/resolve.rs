//! Resolves names to definitions, builds components from definitions, and assembles chains.

use crate::analysis::analyzer::custom;
use crate::analysis::build_error::Warnings;
use crate::analysis::chain::{Chain, ChainComponent};
use crate::analysis::component::{Build, BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, ChainStep, ComponentSpec};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionValue, Options};
use crate::analysis::sort_key::KEY_FORMAT;
use crate::analysis::token_filter::unic_transform::{self, KEEP_ORIGINAL};
use crate::config::error::{ErrorCategory, ErrorReporter, problem};
use crate::config::json::{JsonDocument, JsonValue};
use crate::config::option_values::ANONYMOUS;
use crate::config::options::{self, ParsedOptions};
use crate::config::resolve_errors::{
    self, missing_component, missing_type, no_such_analyzer, not_for_normalizers, type_names, unknown_type,
};
use crate::config::sections::{self, IndexSections, NamedChain, named_chains};
use crate::config::settings::{self, IndexDefinition, NamedSetting, SECTIONS, Setting};
use crate::config::{CompileOptions, foreign, registry};
use crate::memory;
use crate::unicode::quoted::quoted;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Resolves the definitions of a document.
pub struct Resolver<'d, 'a> {
    /// The document.
    pub document: &'d JsonDocument<'a>,
    compile: &'d CompileOptions,
    /// The indices of the document; usually one.
    pub indices: Vec<IndexSections<'a>>,
    /// The position of the index whose definitions names are resolved in.
    pub current: usize,
    /// Collects errors and warnings.
    pub reporter: ErrorReporter,
}

/// A built component of any kind.
enum BuiltComponent {
    CharFilter(ChainComponent<dyn BuiltCharFilter>),
    Tokenizer(ChainComponent<dyn BuiltTokenizer>),
    TokenFilter(ChainComponent<dyn BuiltTokenFilter>),
}

impl<'d, 'a> Resolver<'d, 'a> {
    /// Creates a resolver without definitions.
    pub fn new(document: &'d JsonDocument<'a>, compile: &'d CompileOptions) -> Resolver<'d, 'a> {
        Resolver { document, compile, indices: Vec::new(), current: 0, reporter: ErrorReporter::new(compile.lenient) }
    }

    /// Adds the definitions of all indices.
    pub fn read_indices(&mut self, indices: Vec<IndexDefinition<'a>>) {
        for index in indices {
            let entries = self.read_sections(&index.analysis);
            let sections = IndexSections { index: index.name, mappings: index.mappings, entries };
            memory::push(&mut self.indices, sections);
        }
    }

    /// The definition of the current index with this name.
    fn find(&self, kind: ComponentKind, name: &str) -> Option<NamedSetting<'a>> {
        self.indices.get(self.current)?.find(kind, name).cloned()
    }

    /// The definitions of the current index of a kind.
    fn of(&self, kind: ComponentKind) -> Rc<Vec<NamedSetting<'a>>> {
        self.indices.get(self.current).map(|sections| sections.of(kind)).unwrap_or_default()
    }

    /// The analyzers and normalizers of the document, in document order.
    pub fn chains(&self) -> Vec<NamedChain<'a>> {
        named_chains(&self.indices)
    }

    /// Groups the entries of an analysis section by kind.
    fn read_sections(&mut self, entries: &[NamedSetting<'a>]) -> Vec<(ComponentKind, Rc<Vec<NamedSetting<'a>>>)> {
        let mut sections = Vec::new();
        for entry in entries {
            let Some(kind) = ComponentKind::ALL.into_iter().find(|kind| kind.section() == entry.name) else {
                let found = format!("`analysis` has no section {}: it is ignored", quoted(&entry.name));
                let unknown = problem(ErrorCategory::UnknownOption, entry.name_at, found);
                self.reporter.warn(unknown.with_names(&entry.name, SECTIONS).helping(""));
                continue;
            };
            match entry.setting.entries(self.document, &mut self.reporter) {
                Ok(definitions) => sections.push((kind, definitions)),
                Err(other) if settings::is_absent(&other) => {}
                Err(other) => {
                    let what = format!("the section `{}`", entry.name);
                    self.reporter.report(settings::not_an_object(&what, entry.setting.at(), &other));
                }
            }
        }
        self.check_names_of_normalizers(&sections);
        sections
    }

    /// Warns of normalizers with the name of an analyzer: both are selected by name.
    fn check_names_of_normalizers(&mut self, sections: &[(ComponentKind, Rc<Vec<NamedSetting<'a>>>)]) {
        let of_kind = |kind| sections.iter().filter(move |(of, _)| *of == kind).flat_map(|(_, entries)| entries.iter());
        let analyzers: BTreeSet<&str> = of_kind(ComponentKind::Analyzer).map(|analyzer| &*analyzer.name).collect();
        for normalizer in of_kind(ComponentKind::Normalizer) {
            if analyzers.contains(&*normalizer.name) {
                let found = format!("the name {} selects the analyzer, not this normalizer", quoted(&normalizer.name));
                let problem = problem(ErrorCategory::Duplicate, normalizer.name_at, found);
                self.reporter.warn(problem.helping("give the normalizer another name"));
            }
        }
    }

    fn not_an_object(&mut self, what: &str, setting: &Setting<'a>, found: &JsonValue<'a>) {
        let found = format!("{what} is {}", found.kind());
        self.reporter.report(problem(ErrorCategory::WrongValue, setting.at(), found).allowing("an object"));
    }

    /// The chain of the requested analyzer or normalizer.
    pub fn select_chain(&mut self, name: Option<&str>) -> Option<Chain> {
        let chains = self.chains();
        if let Some(chain) = sections::selected(&chains, name, |chain| (&chain.name, chain.kind)) {
            self.current = chain.index;
            return self.defined(chain.kind, &chain.entry.name, &chain.entry.setting);
        }
        if let Some(spec) = name.and_then(|name| registry::default_instance(ComponentKind::Analyzer, name)) {
            return self.chain(
                spec,
                ComponentKind::Analyzer,
                name.unwrap_or_default(),
                ParsedOptions::defaults(spec, 0),
            );
        }
        // After an error of the document, the analyzer is probably defined where it was not found.
        if self.reporter.count() == 0 {
            let known = chains.iter().map(|chain| chain.name.as_str());
            self.reporter.report(no_such_analyzer(name, known, self.reporter.warnings()));
        }
        None
    }

    /// Reads the `type` and the options of a definition.
    fn read_definition(
        &mut self,
        kind: ComponentKind,
        name: &str,
        setting: &Setting<'a>,
    ) -> Option<(&'static ComponentSpec, ParsedOptions)> {
        let what = if name.is_empty() { format!("the {kind}") } else { format!("the {kind} {}", quoted(name)) };
        let entries = match setting.entries(self.document, &mut self.reporter) {
            Ok(entries) => entries,
            Err(other) => {
                self.not_an_object(&what, setting, &other);
                return None;
            }
        };
        let spec = self.spec(kind, &what, setting, &entries)?;
        let what = format!("{what} (type {:?})", spec.type_name);
        let given = options::read(spec, &what, setting, &entries, self.document, self.compile, &mut self.reporter);
        Some((spec, given))
    }

    /// The component type that a definition's `type` names.
    fn spec(
        &mut self,
        kind: ComponentKind,
        what: &str,
        setting: &Setting<'a>,
        entries: &[NamedSetting<'a>],
    ) -> Option<&'static ComponentSpec> {
        let has_tokenizer = entries.iter().any(|entry| entry.name == "tokenizer");
        let is_type = |entry: &&NamedSetting<'a>| entry.name == "type" && !self.is_null(&entry.setting);
        let Some(entry) = entries.iter().find(is_type) else {
            return match kind {
                ComponentKind::Analyzer if has_tokenizer => Some(&custom::SPEC),
                ComponentKind::Normalizer => Some(&custom::NORMALIZER),
                _ => {
                    self.reporter.report(missing_type(kind, what, setting.at(), entries));
                    None
                }
            };
        };
        let type_name = match &entry.setting {
            Setting::Raw(raw) => self.document.read(*raw).ok(),
            Setting::Merged(..) => None,
        };
        let Some(JsonValue::String(type_name)) = type_name else {
            let error =
                problem(ErrorCategory::WrongValue, entry.setting.at(), format!("the `type` of {what} is not a string"));
            self.reporter.report(error.with_names("", type_names(kind)));
            return None;
        };
        let spec = match kind {
            ComponentKind::Normalizer => Some(&custom::NORMALIZER).filter(|spec| spec.type_name == type_name),
            _ => registry::component(kind, &type_name),
        };
        if spec.is_none() {
            self.reporter.report(unknown_type(kind, &type_name, entry.setting.at()));
        }
        spec
    }

    /// Whether a setting is `null`, which is as if it were absent.
    fn is_null(&self, setting: &Setting<'a>) -> bool {
        matches!(setting, Setting::Raw(raw) if matches!(self.document.read(*raw), Ok(JsonValue::Null)))
    }

    /// The chain of an analyzer or normalizer of the document.
    pub fn defined(&mut self, kind: ComponentKind, name: &str, setting: &Setting<'a>) -> Option<Chain> {
        let (spec, given) = self.read_definition(kind, name, setting)?;
        self.chain(spec, kind, name, given)
    }

    /// Builds the chain of an analyzer type.
    fn chain(
        &mut self,
        spec: &'static ComponentSpec,
        kind: ComponentKind,
        name: &str,
        mut given: ParsedOptions,
    ) -> Option<Chain> {
        let Build::Analyzer(steps) = spec.build else { return None };
        if self.compile.keys_as_text {
            given.options.prefer(&KEY_FORMAT, OptionValue::Text("text".to_owned()));
        }
        let mut char_filters = Vec::new();
        let mut tokenizer = None;
        let mut token_filters = Vec::new();
        let mut is_complete = true;
        for step in steps(&given.options) {
            match self.build_step(step, kind, &given) {
                Some(BuiltComponent::CharFilter(step)) => memory::push(&mut char_filters, step),
                Some(BuiltComponent::Tokenizer(step)) => tokenizer = Some(step),
                Some(BuiltComponent::TokenFilter(step)) => memory::push(&mut token_filters, step),
                None => is_complete = false,
            }
        }
        let tokenizer = tokenizer.filter(|_| is_complete)?;
        Some(Chain {
            name: memory::copied(name),
            kind,
            type_name: spec.type_name,
            options: given.options,
            char_filters,
            tokenizer,
            token_filters,
            limits: self.compile.text_limits,
        })
    }

    /// Builds one step of a chain.
    fn build_step(&mut self, step: ChainStep, chain: ComponentKind, given: &ParsedOptions) -> Option<BuiltComponent> {
        match step {
            ChainStep::BuiltIn { spec, options } => self.build(spec, spec.type_name, given.part(options)),
            ChainStep::Reference { option, kind, name, entry } => {
                let at = given.location(option.name, Some(entry));
                let spelled = given.spelling(option);
                let (spec, component) = self.named(kind, &name, spelled, at)?;
                let shown = name.strip_prefix(ANONYMOUS).unwrap_or(&name);
                if chain == ComponentKind::Normalizer && !spec.fits_normalizer {
                    self.reporter.report(not_for_normalizers(kind, shown, spec.type_name, at));
                    return None;
                }
                let keeps_original =
                    std::ptr::eq(spec, &unic_transform::SPEC) && component.options.boolean(&KEEP_ORIGINAL);
                if chain == ComponentKind::Normalizer && keeps_original {
                    self.reporter.report(resolve_errors::keeps_original(shown, at));
                    return None;
                }
                self.build(spec, &name, component)
            }
        }
    }

    /// The component that a name refers to: a definition of the document or, if there is none, a default instance.
    fn named(
        &mut self,
        kind: ComponentKind,
        name: &str,
        option: &str,
        at: usize,
    ) -> Option<(&'static ComponentSpec, ParsedOptions)> {
        let inline = name.starts_with(ANONYMOUS).then(|| self.document.object_at(at)).flatten();
        if let Some(raw) = inline {
            let errors = self.reporter.count();
            let read = self.read_definition(kind, "", &Setting::Raw(raw));
            return read.filter(|_| self.reporter.count() == errors);
        }
        if let Some(entry) = self.find(kind, name) {
            let errors = self.reporter.count();
            let read = self.read_definition(kind, name, &entry.setting);
            return read.filter(|_| self.reporter.count() == errors);
        }
        if let Some(spec) = registry::default_instance(kind, name) {
            return Some((spec, ParsedOptions::defaults(spec, at)));
        }
        let elsewhere =
            [ComponentKind::CharFilter, ComponentKind::Tokenizer, ComponentKind::TokenFilter, ComponentKind::Analyzer];
        let others = elsewhere
            .into_iter()
            .filter(|other| *other != kind)
            .filter(|other| self.find(*other, name).is_some() || registry::component(*other, name).is_some());
        let others: Vec<ComponentKind> = others.collect();
        let error = missing_component(kind, name, option, at, &others, self.reporter.warnings());
        let defined = self.of(kind);
        let names = if self.reporter.may_compare(defined.len()) { defined.as_slice() } else { &[] };
        let built_in = registry::default_instances(kind).map(|name| -> &str { name });
        let known = memory::collect(built_in.chain(names.iter().map(|entry| entry.name.as_str())));
        self.reporter.report(foreign::with_names(error, kind, name, known));
        None
    }

    /// Builds a component of a chain.
    fn build(&mut self, spec: &'static ComponentSpec, name: &str, given: ParsedOptions) -> Option<BuiltComponent> {
        let name = memory::copied(name);
        let options = &given.options;
        let mut warnings = Warnings::new();
        let built =
            match spec.build {
                Build::CharFilter(build) => build(options, &mut warnings)
                    .map(|built| BuiltComponent::CharFilter(step(spec, name, options, built))),
                Build::Tokenizer(build) => build(options, &mut warnings)
                    .map(|built| BuiltComponent::Tokenizer(step(spec, name, options, built))),
                Build::TokenFilter(build) => build(options, &mut warnings)
                    .map(|built| BuiltComponent::TokenFilter(step(spec, name, options, built))),
                Build::Analyzer(_) => return None,
            };
        // All that a component holds is built.
        memory::checkpoint();
        warnings.into_iter().for_each(|warning| self.reporter.warn(given.problem(warning)));
        built.map_err(|error| self.reporter.report(given.problem(error))).ok()
    }

    /// Builds the components of all indices, used or not.
    pub fn check_components(&mut self) {
        for index in 0..self.indices.len() {
            self.current = index;
            for kind in [ComponentKind::CharFilter, ComponentKind::Tokenizer, ComponentKind::TokenFilter] {
                for entry in self.of(kind).iter() {
                    let errors = self.reporter.count();
                    if let Some((spec, given)) = self.read_definition(kind, &entry.name, &entry.setting)
                        && self.reporter.count() == errors
                    {
                        self.build(spec, &entry.name, given);
                    }
                }
            }
        }
    }
}

fn step<C: ?Sized>(
    spec: &'static ComponentSpec,
    name: String,
    options: &Options,
    component: Arc<C>,
) -> ChainComponent<C> {
    ChainComponent { name, spec, options: options.clone(), component }
}
