//! Resolves names to definitions, builds components from definitions, and assembles chains.

use crate::analysis::analyzer::custom;
use crate::analysis::build_error::Warnings;
use crate::analysis::chain::{Chain, ChainComponent};
use crate::analysis::component::{Build, BuiltCharFilter, BuiltTokenFilter, BuiltTokenizer, ChainStep, ComponentSpec};
use crate::analysis::component_kind::ComponentKind;
use crate::analysis::options::{OptionValue, Options};
use crate::analysis::sort_key::KEY_FORMAT;
use crate::analysis::token_filter::unic_transform::{self, KEEP_ORIGINAL};
use crate::config::error::{ConfigError, ErrorCategory, Warning, problem};
use crate::config::json::{JsonDocument, JsonValue};
use crate::config::option_values::{ANONYMOUS, MAX_COMPONENTS};
use crate::config::options::{self, ParsedOptions};
use crate::config::reporter::{ErrorReporter, MAX_LISTED};
use crate::config::resolve_errors::{
    self, missing_component, missing_type, no_such_analyzer, not_for_normalizers, type_names, unknown_type,
    with_known_names,
};
use crate::config::sections::{self, IndexSections, NamedChain, named_chains};
use crate::config::settings::{self, IndexDefinition, NamedSetting, SECTIONS, Setting};
use crate::config::{CompileOptions, registry};
use crate::memory;
use crate::unicode::quoted::quoted;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The number of problems of analyzers and components after which each further one keeps the first of each kind.
const MAX_KEPT_PROBLEMS: usize = 10_000;

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
    /// The warnings of ignored sections, one for each similar name of a section: they may have what is not found.
    ignored_sections: Vec<Warning>,
    /// The problems of analyzers and components.
    of_parts: ErrorReporter,
    /// The number of problems that analyzers and components keep.
    kept_problems: usize,
    /// The named components that were referred to so far, each built once.
    named: Vec<NamedComponent>,
    /// The position in `named` by index, kind and name.
    named_at: HashMap<(usize, ComponentKind, String), usize>,
    /// The errors of names that are neither defined nor built in, by index, kind and name.
    missing: HashMap<(usize, ComponentKind, String), ConfigError>,
    /// The positions in `named` that the current chain refers to.
    referenced: Vec<usize>,
}

/// A component that has a name: a definition of the document or a default instance.
struct NamedComponent {
    component: Component,
    problems: ErrorReporter,
}

/// The problems of a definition.
pub struct Problems {
    /// Those of the document, apart from its analyzers and components.
    pub of_document: ErrorReporter,
    /// Those of analyzers and components.
    pub of_parts: ErrorReporter,
    /// Those of each component that an analyzer refers to, by its position ([`Resolver::take_referenced`]).
    pub of_components: Vec<ErrorReporter>,
    /// The warnings of ignored sections, for advice on a name that is not found.
    pub ignored_sections: Vec<Warning>,
}

/// What the definition of a component gives.
#[derive(Clone, Default)]
struct Component {
    /// `None` after an error in its options.
    spec: Option<&'static ComponentSpec>,
    /// `None` after any error.
    built: Option<BuiltComponent>,
}

/// A built component of any kind.
#[derive(Clone)]
enum BuiltComponent {
    CharFilter(Arc<ChainComponent<dyn BuiltCharFilter>>),
    Tokenizer(Arc<ChainComponent<dyn BuiltTokenizer>>),
    TokenFilter(Arc<ChainComponent<dyn BuiltTokenFilter>>),
}

impl BuiltComponent {
    /// Whether it emits two tokens for one.
    fn keeps_original(&self) -> bool {
        let BuiltComponent::TokenFilter(step) = self else { return false };
        std::ptr::eq(step.spec, &unic_transform::SPEC) && step.options.boolean(&KEEP_ORIGINAL)
    }
}

impl<'d, 'a> Resolver<'d, 'a> {
    /// Creates a resolver without definitions.
    pub fn new(document: &'d JsonDocument<'a>, compile: &'d CompileOptions) -> Resolver<'d, 'a> {
        Resolver {
            document,
            compile,
            indices: Vec::new(),
            current: 0,
            reporter: ErrorReporter::new(compile.lenient),
            ignored_sections: Vec::new(),
            of_parts: ErrorReporter::new(compile.lenient),
            kept_problems: 0,
            named: Vec::new(),
            named_at: HashMap::new(),
            missing: HashMap::new(),
            referenced: Vec::new(),
        }
    }

    /// Adds the definitions of all indices.
    pub fn read_indices(&mut self, indices: Vec<IndexDefinition<'a>>) {
        for index in indices {
            let sections = self.read_sections(&index.analysis);
            memory::push(&mut self.indices, IndexSections::new(index.name, index.mappings, sections));
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
                if self.reporter.omits_warning(entry.name_at) {
                    continue;
                }
                let warning = unknown.with_names(&entry.name, SECTIONS).helping("");
                // One for each section: the first one is the advice.
                if !self.ignored_sections.iter().any(|other| other.nearest == warning.nearest) {
                    self.ignored_sections.push(warning.clone());
                }
                self.reporter.warn(warning);
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
            return self.defined(chain.kind, &chain.entry.name, &chain.entry.setting).1;
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
        if !self.reporter.has_errors() {
            let known = chains.iter().map(|chain| chain.name.as_str());
            self.reporter.report(no_such_analyzer(name, known, &self.ignored_sections));
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

    /// The type and the chain of an analyzer or normalizer of the document.
    pub fn defined(
        &mut self,
        kind: ComponentKind,
        name: &str,
        setting: &Setting<'a>,
    ) -> (Option<&'static ComponentSpec>, Option<Chain>) {
        match self.read_definition(kind, name, setting) {
            Some((spec, given)) => (Some(spec), self.chain(spec, kind, name, given)),
            None => (None, None),
        }
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
        let steps = steps(&given.options);
        if steps.len() > MAX_COMPONENTS {
            let found = format!("the {kind} has {} components", steps.len());
            let error = problem(ErrorCategory::Limit, given.at(), found);
            self.reporter.report(error.allowing(format!("at most {MAX_COMPONENTS} components")));
            return None;
        }
        for step in steps {
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
                let inline = name.starts_with(ANONYMOUS).then(|| self.document.object_at(at)).flatten();
                let component = match inline {
                    Some(raw) => {
                        let (component, problems) = self.component(kind, &name, "", &Setting::Raw(raw));
                        self.reporter.add(&problems);
                        component
                    }
                    None => self.referenced(kind, &name, given.spelling(option), at)?,
                };
                self.fitting(component, chain, name.strip_prefix(ANONYMOUS).unwrap_or(&name), at)
            }
        }
    }

    /// The built component of a chain; reports one that normalizers can't have.
    fn fitting(&mut self, component: Component, chain: ComponentKind, name: &str, at: usize) -> Option<BuiltComponent> {
        let spec = component.spec?;
        let is_normalizer = chain == ComponentKind::Normalizer;
        if is_normalizer && !spec.fits_normalizer {
            self.reporter.report(not_for_normalizers(spec.kind(), name, spec.type_name, at));
            return None;
        }
        let built = component.built?;
        if is_normalizer && built.keeps_original() {
            self.reporter.report(resolve_errors::keeps_original(name, at));
            return None;
        }
        Some(built)
    }

    /// The component that a name refers to: a definition of the document or, if there is none, a default instance. Its
    /// problems are not reported again.
    fn referenced(&mut self, kind: ComponentKind, name: &str, option: &str, at: usize) -> Option<Component> {
        let Some(position) = self.named(kind, name, at) else {
            self.report_missing(kind, name, option, at);
            return None;
        };
        memory::push(&mut self.referenced, position);
        self.named.get(position).map(|named| named.component.clone())
    }

    /// The position of a named component, which is built at its first reference.
    fn named(&mut self, kind: ComponentKind, name: &str, at: usize) -> Option<usize> {
        let key = (self.current, kind, memory::copied(name));
        if let Some(position) = self.named_at.get(&key) {
            return Some(*position);
        }
        let (component, problems) = match self.find(kind, name) {
            Some(entry) => self.component(kind, name, name, &entry.setting),
            None => {
                let spec = registry::default_instance(kind, name)?;
                let defaults = ParsedOptions::defaults(spec, at);
                self.apart(|resolver| Component { spec: Some(spec), built: resolver.build(spec, name, defaults) })
            }
        };
        let position = self.named.len();
        let problems = self.keep(problems);
        memory::push(&mut self.named, NamedComponent { component, problems });
        memory::reserve(&mut self.named_at, 1);
        self.named_at.insert(key, position);
        Some(position)
    }

    /// Reads and builds a component, which `shown` names in messages. Returns its problems.
    fn component(
        &mut self,
        kind: ComponentKind,
        name: &str,
        shown: &str,
        setting: &Setting<'a>,
    ) -> (Component, ErrorReporter) {
        self.apart(|resolver| {
            let read = resolver.read_definition(kind, shown, setting).filter(|_| !resolver.reporter.has_errors());
            let component =
                read.map(|(spec, given)| Component { spec: Some(spec), built: resolver.build(spec, name, given) });
            component.unwrap_or_default()
        })
    }

    /// Does a part of the work, whose problems are returned and not reported.
    pub fn apart<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> (T, ErrorReporter) {
        let before = self.reporter.take();
        let result = work(self);
        (result, self.reporter.put_back(before))
    }

    /// Reports a name that is neither defined nor built in. The first report of a name by an option takes the time to
    /// find similar names.
    fn report_missing(&mut self, kind: ComponentKind, name: &str, option: &str, at: usize) {
        let key = (self.current, kind, memory::concatenated(&[option, " ", name]));
        if let Some(error) = self.missing.get(&key) {
            return self.reporter.report(ConfigError { offset: at, ..error.clone() });
        }
        if self.kept_problems > MAX_KEPT_PROBLEMS && self.reporter.has_errors() {
            return self.reporter.omit_error();
        }
        let elsewhere =
            [ComponentKind::CharFilter, ComponentKind::Tokenizer, ComponentKind::TokenFilter, ComponentKind::Analyzer];
        let others = elsewhere
            .into_iter()
            .filter(|other| *other != kind)
            .filter(|other| self.find(*other, name).is_some() || registry::component(*other, name).is_some());
        let others: Vec<ComponentKind> = others.collect();
        let error = missing_component(kind, name, option, at, &others, &self.ignored_sections);
        let built_in = registry::default_instances(kind).map(|name| -> &str { name });
        let error = with_known_names(error, kind, name, built_in, &self.of(kind), &mut self.reporter);
        if self.missing.len() < MAX_LISTED {
            memory::reserve(&mut self.missing, 1);
            self.missing.insert(key, error.clone());
        }
        self.reporter.report(error);
    }

    /// The problems of an analyzer or a component, sorted, as far as they are kept for it alone.
    pub fn keep(&mut self, mut problems: ErrorReporter) -> ErrorReporter {
        self.of_parts.add(&problems);
        problems.keep_first(if self.kept_problems > MAX_KEPT_PROBLEMS { 1 } else { MAX_LISTED });
        self.kept_problems += problems.count();
        problems
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

    /// Builds a component that no chain refers to, for its problems.
    fn check(&mut self, kind: ComponentKind, entry: &NamedSetting<'a>) {
        if !self.named_at.contains_key(&(self.current, kind, memory::copied(&entry.name))) {
            let (_, problems) = self.component(kind, &entry.name, &entry.name, &entry.setting);
            self.of_parts.add(&problems);
        }
    }

    /// Builds the components of all indices that no chain refers to.
    pub fn check_others(&mut self) {
        for index in 0..self.indices.len() {
            self.current = index;
            for kind in [ComponentKind::CharFilter, ComponentKind::Tokenizer, ComponentKind::TokenFilter] {
                for entry in self.of(kind).iter() {
                    self.check(kind, entry);
                }
            }
        }
    }

    /// The positions, in [`Problems::of_components`], of the named components that the last chain refers to.
    pub fn take_referenced(&mut self) -> Vec<usize> {
        let mut positions = std::mem::take(&mut self.referenced);
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// The problems of a named component.
    pub fn problems_of(&self, position: usize) -> Option<&ErrorReporter> {
        self.named.get(position).map(|named| &named.problems)
    }

    /// Ends the resolution.
    pub fn into_problems(self) -> Problems {
        let of_components = memory::collect(self.named.into_iter().map(|named| named.problems));
        let Resolver { reporter: of_document, of_parts, ignored_sections, .. } = self;
        Problems { of_document, of_parts, of_components, ignored_sections }
    }
}

fn step<C: ?Sized>(
    spec: &'static ComponentSpec,
    name: String,
    options: &Options,
    component: Arc<C>,
) -> Arc<ChainComponent<C>> {
    Arc::new(ChainComponent { name, spec, options: options.clone(), component })
}
