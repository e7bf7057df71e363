//! The definitions of the indices of a document, by kind and name.

use crate::analysis::component_kind::ComponentKind;
use crate::config::settings::{NamedSetting, Setting};
use crate::memory;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The definitions of one index, by kind.
#[derive(Debug, Default)]
pub struct IndexSections<'a> {
    /// The name of the index, if the document has one.
    pub index: String,
    /// The `mappings` of the index.
    pub mappings: Vec<Setting<'a>>,
    sections: Vec<AnalysisSection<'a>>,
}

/// The definitions of a kind.
#[derive(Debug)]
struct AnalysisSection<'a> {
    kind: ComponentKind,
    definitions: Rc<Vec<NamedSetting<'a>>>,
    /// The position of each name.
    positions: HashMap<String, usize>,
}

impl<'a> IndexSections<'a> {
    /// Creates the sections of an index. Of two sections of a kind the first counts.
    pub fn new(
        index: String,
        mappings: Vec<Setting<'a>>,
        sections: Vec<(ComponentKind, Rc<Vec<NamedSetting<'a>>>)>,
    ) -> IndexSections<'a> {
        let section = |(kind, definitions): (ComponentKind, Rc<Vec<NamedSetting<'a>>>)| {
            let mut positions = HashMap::new();
            memory::reserve(&mut positions, definitions.len());
            for (at, definition) in definitions.iter().enumerate() {
                positions.entry(memory::copied(&definition.name)).or_insert(at);
            }
            AnalysisSection { kind, definitions, positions }
        };
        IndexSections { index, mappings, sections: memory::collect(sections.into_iter().map(section)) }
    }

    /// The definitions of a kind.
    pub fn of(&self, kind: ComponentKind) -> Rc<Vec<NamedSetting<'a>>> {
        self.section(kind).map(|section| Rc::clone(&section.definitions)).unwrap_or_default()
    }

    fn section(&self, kind: ComponentKind) -> Option<&AnalysisSection<'a>> {
        self.sections.iter().find(|section| section.kind == kind)
    }

    /// The definition with this name.
    pub fn find(&self, kind: ComponentKind, name: &str) -> Option<&NamedSetting<'a>> {
        let section = self.section(kind)?;
        section.definitions.get(*section.positions.get(name)?)
    }
}

/// An analyzer or normalizer of a document.
#[derive(Clone, Debug)]
pub struct NamedChain<'a> {
    /// The name for the caller: `index/name` if several indices define the name.
    pub name: String,
    /// [`ComponentKind::Analyzer`] or [`ComponentKind::Normalizer`].
    pub kind: ComponentKind,
    /// The position of the index in the document, from 0.
    pub index: usize,
    /// The definition.
    pub entry: NamedSetting<'a>,
}

/// The analyzers and normalizers of all indices, in document order.
pub fn named_chains<'a>(indices: &[IndexSections<'a>]) -> Vec<NamedChain<'a>> {
    let mut chains = Vec::new();
    for (index, sections) in indices.iter().enumerate() {
        for kind in [ComponentKind::Analyzer, ComponentKind::Normalizer] {
            for entry in sections.of(kind).iter() {
                let name = memory::copied(&entry.name);
                memory::push(&mut chains, NamedChain { name, kind, index, entry: entry.clone() });
            }
        }
    }
    // No two entries have one offset, so an unstable sort, which allocates nothing, gives a stable order.
    chains.sort_unstable_by_key(|chain| chain.entry.name_at);
    let mut index_of: HashMap<&str, usize> = HashMap::new();
    let mut shared = HashSet::new();
    for chain in &chains {
        memory::reserve(&mut index_of, 1);
        if *index_of.entry(&chain.entry.name).or_insert(chain.index) != chain.index {
            memory::reserve(&mut shared, 1);
            shared.insert(memory::copied(&chain.entry.name));
        }
    }
    for chain in chains.iter_mut().filter(|chain| shared.contains(&chain.name)) {
        let index = indices.get(chain.index).map(|sections| sections.index.as_str()).unwrap_or_default();
        chain.name = memory::concatenated(&[index, "/", &chain.name]);
    }
    chains
}

/// The position of each name: that which [`selected`] finds.
pub fn positions<T>(all: &[T], of: impl Fn(&T) -> (&str, ComponentKind)) -> HashMap<String, usize> {
    let mut positions: HashMap<String, usize> = HashMap::new();
    memory::reserve(&mut positions, all.len());
    // The analyzers first, as they are selected if both exist.
    for is_normalizer in [false, true] {
        let of_kind = |(_, one): &(usize, &T)| (of(one).1 == ComponentKind::Normalizer) == is_normalizer;
        for (position, one) in all.iter().enumerate().filter(of_kind) {
            positions.entry(memory::copied(of(one).0)).or_insert(position);
        }
    }
    positions
}

/// Selects an analyzer or normalizer by name, the analyzer if both exist. Without a name: the only entry, or the only
/// analyzer.
pub fn selected<'c, T>(all: &'c [T], name: Option<&str>, of: impl Fn(&T) -> (&str, ComponentKind)) -> Option<&'c T> {
    let Some(name) = name else {
        let mut analyzers = all.iter().filter(|one| of(one).1 == ComponentKind::Analyzer);
        return match (all, analyzers.next(), analyzers.next()) {
            ([only], _, _) | (_, Some(only), None) => Some(only),
            _ => None,
        };
    };
    let named = all.iter().filter(|one| of(one).0 == name);
    named.min_by_key(|one| of(one).1 == ComponentKind::Normalizer)
}
