//! Creates transforms from ids and rule texts, which refer to other ids.

use super::any::AnyTransform;
use super::builtin::BuiltIn;
use super::direction::Direction;
use super::error::TransformError;
use super::id;
use super::parser::{self, ParsedTransform};
use super::registry::{self, RegistryEntry};
use super::transform_name::SingleId;
use super::{Action, Transform, serialized_rules, shipped_rules};
use crate::lazy::Lazy;
use crate::memory;
use crate::unicode::normalize::normalizer_of_form;
use crate::unicode::rule_text::Limits;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum nesting of ids and rule texts.
const MAX_NESTING: usize = 32;

/// Creates transforms; tracks the nesting of ids that refer to other ids.
#[derive(Debug, Default)]
pub(super) struct Loader {
    depth: Cell<usize>,
}

/// Shipped transforms by id, without filters; each is created once and kept for the lifetime of the process.
static LOADED: Lazy<Mutex<BTreeMap<String, Arc<Transform>>>> = Lazy::new(Mutex::default);

impl Loader {
    /// Creates the transform of a list of ids.
    pub(super) fn compound(&self, ids: &str, direction: Direction) -> Result<Arc<Transform>, TransformError> {
        let parsed = id::parse_compound(ids, direction)
            .ok_or_else(|| TransformError::InvalidId { id: ids.to_owned(), reason: id::what_is_wrong(ids) })?;
        let transforms = self.list(&parsed.list)?;
        let transform = match transforms.as_slice() {
            [one] if !parsed.is_list => Arc::clone(one),
            _ => Arc::new(Transform::sequence(transforms)),
        };
        Ok(Transform::filtered(transform, parsed.filter))
    }

    fn list(&self, list: &[SingleId]) -> Result<Vec<Arc<Transform>>, TransformError> {
        list.iter().map(|single| self.single(single)).collect()
    }

    /// The list of ids between two passes of a rule text. As in ICU, the filter of the first id applies to the whole
    /// list.
    fn block(&self, list: &[SingleId]) -> Result<Vec<Arc<Transform>>, TransformError> {
        let transforms = self.list(list)?;
        let filter = list.first().filter(|first| first.name.is_some()).and_then(|first| first.filter.clone());
        match filter {
            Some(_) if list.len() > 1 => {
                Ok(vec![Transform::filtered(Arc::new(Transform::sequence(transforms)), filter)])
            }
            _ => Ok(transforms),
        }
    }

    /// Creates the transform of one id of a list.
    pub(super) fn single(&self, single: &SingleId) -> Result<Arc<Transform>, TransformError> {
        let Some(name) = single.name.as_ref() else {
            return Ok(Arc::new(Transform::null()));
        };
        let unknown = || TransformError::UnknownId(name.to_string());
        let (key, entry) = registry::find(name).ok_or_else(unknown)?;
        let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(transform) = loaded {
            return Ok(Transform::filtered(transform, single.filter.clone()));
        }
        if self.depth.get() >= MAX_NESTING {
            return Err(unknown());
        }
        self.depth.set(self.depth.get() + 1);
        let made = self.make(&entry);
        self.depth.set(self.depth.get() - 1);
        let transform = made?;
        // It outlives the call.
        memory::checkpoint();
        LOADED.lock().unwrap_or_else(PoisonError::into_inner).insert(key, Arc::clone(&transform));
        Ok(Transform::filtered(transform, single.filter.clone()))
    }

    fn make(&self, entry: &RegistryEntry) -> Result<Arc<Transform>, TransformError> {
        match entry {
            RegistryEntry::Alias(ids) => self.compound(ids, Direction::Forward),
            RegistryEntry::BuiltIn(built_in) => Ok(Arc::new(Transform::of(match built_in {
                BuiltIn::Normalize(form, mode) => {
                    Action::Normalize(normalizer_of_form(*form, *mode), built_in.source_set())
                }
                _ => Action::BuiltIn(*built_in),
            }))),
            RegistryEntry::Any { target, script } => {
                let load = |ids: &str| self.compound(ids, Direction::Forward).ok();
                Ok(Arc::new(Transform::of(Action::Any(AnyTransform::load(target, *script, &load)))))
            }
            RegistryEntry::Rules { file, direction } => {
                let mut parsed = self.shipped(file, *direction)?;
                // ICU ignores the filter of a shipped rule text that is one pass without ids (Latin-Ethiopic/SERA).
                let is_one_pass = parsed.passes.len() == 1 && parsed.ids.iter().all(Vec::is_empty);
                if is_one_pass {
                    parsed.filter = None;
                }
                self.assemble(parsed).map(Arc::new)
            }
        }
    }

    /// A shipped rule text, which may be compiled.
    fn shipped(&self, file: &str, direction: Direction) -> Result<ParsedTransform, TransformError> {
        let damaged = || TransformError::UnknownId(file.to_owned());
        if let Some(serialized) = shipped_rules::compiled(file, direction) {
            return serialized_rules::read(&serialized, &|id| self.single(id)).ok_or_else(damaged);
        }
        let text = shipped_rules::text(file).ok_or_else(damaged)?;
        Ok(parser::parse_shipped(&text, direction, &|id| self.single(id))?)
    }

    /// Creates the transform of a rule text, in which lists of ids and passes of rules alternate.
    pub(super) fn rules(&self, text: &str, direction: Direction, limits: &Limits) -> Result<Transform, TransformError> {
        self.assemble(parser::parse(text, direction, limits, &|id| self.single(id))?)
    }

    pub(super) fn assemble(&self, parsed: ParsedTransform) -> Result<Transform, TransformError> {
        // As in ICU, ids alone with a global filter are one list, in which the filter of the first id is its own.
        let is_filtered_list = parsed.filter.is_some() && parsed.passes.is_empty();
        let mut steps = Vec::new();
        let mut passes = parsed.passes.into_iter();
        let mut lists = parsed.ids.into_iter();
        loop {
            let (list, pass) = (lists.next(), passes.next());
            if list.is_none() && pass.is_none() {
                break;
            }
            let list = list.unwrap_or_default();
            steps.extend(if is_filtered_list { self.list(&list)? } else { self.block(&list)? });
            steps.extend(pass.map(|rules| Arc::new(Transform::of(Action::Rules(Box::new(rules))))));
        }
        match (steps.as_slice(), parsed.filter) {
            // A single id results in its transform, so that a later filter replaces the filter of the id.
            ([one], None) => Ok(Transform::clone(one)),
            ([one], filter) if one.filter.is_none() => Ok(one.with_only_filter(filter)),
            (_, filter) => Ok(Transform::sequence(steps).with_only_filter(filter)),
        }
    }
}
