//! A collator: tables, settings and what follows from them; makes keys.

use std::sync::Arc;

use super::elements::{Elements, Queue};
use super::key::{KeyWriter, Levels};
use super::options::{MaxVariable, Settings, Strength};
use super::reorder::{ReorderCode, ReorderError, Reordering};
use super::root::{Root, root};
use super::table::{self, Tables};
use super::tailoring::Tailoring;
use super::{decompose, identical};
use crate::unicode::text::{CodeUnit, code_points};

/// Buffers of one thread, kept so that nothing is allocated once warm.
#[derive(Debug, Default)]
pub struct State {
    pub(crate) queue: Queue,
    levels: Levels,
    marks: Vec<u32>,
}

/// Compares texts and makes sort keys; immutable, to be shared between threads.
#[derive(Clone, Debug)]
pub struct Collator {
    root: &'static Root,
    tailoring: Option<Arc<Tailoring>>,
    settings: Settings,
    reordering: Arc<Reordering>,
    reorder_codes: Arc<[ReorderCode]>,
    jamo: Option<Arc<[u32; 67]>>,
}

impl Collator {
    /// The root collation.
    pub fn root() -> Collator {
        Collator::new(None)
    }

    pub(crate) fn new(tailoring: Option<Arc<Tailoring>>) -> Collator {
        let root = root();
        let mut collator = Collator {
            root,
            settings: tailoring.as_ref().map_or_else(Settings::default, |tailoring| tailoring.settings()),
            tailoring,
            reordering: Arc::default(),
            reorder_codes: Arc::from([]),
            jamo: None,
        };
        collator.jamo = jamo(&collator.tables()).map(Arc::new);
        let codes = collator.tailoring.as_ref().map_or_else(Vec::new, |tailoring| tailoring.reorder_codes());
        // Codes of a tailoring were checked when it was built.
        let _ = collator.set_reorder(&codes);
        collator
    }

    pub(crate) fn tables(&self) -> Tables<'_> {
        let tables = self.root.tables();
        match &self.tailoring {
            Some(tailoring) => tailoring.over(tables),
            None => tables,
        }
    }

    /// The settings in effect.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// The groups that were reordered, in the order given.
    pub fn reorder_codes(&self) -> &[ReorderCode] {
        &self.reorder_codes
    }

    /// Reorders groups of primaries; an empty list takes any reordering away.
    ///
    /// # Errors
    /// A code twice, equivalent scripts, more lead bytes than there are.
    pub fn set_reorder(&mut self, codes: &[ReorderCode]) -> Result<(), ReorderError> {
        self.reordering = Arc::new(Reordering::new(self.root, codes)?);
        self.reorder_codes = codes.into();
        Ok(())
    }

    fn variable_limit(&self) -> u32 {
        self.root.variable_limit(self.settings.max_variable)
    }

    /// The group of variable characters that a character or contraction belongs to, for the option `variableTop`.
    pub fn variable_group(&self, text: &str) -> Option<MaxVariable> {
        let mut first = None;
        let mut state = State::default();
        let tables = self.tables();
        let mut elements = Elements::new(&tables, self.jamo.as_deref(), None, text.as_bytes(), 0, &mut state.queue);
        while elements.step(&mut |ce| {
            if first.is_none() && ce != 0 {
                first = Some(ce);
            }
        }) {}
        self.root.variable_group(super::ce::primary(first?))
    }

    /// Appends the sort key of a text, without a final zero byte.
    pub fn append_key<U: CodeUnit>(&self, text: &[U], state: &mut State, out: &mut Vec<u8>) {
        let tables = self.tables();
        let numeric = self.settings.numeric.then_some(self.root.numeric_primary);
        let mut writer = KeyWriter::new(
            self.settings,
            self.variable_limit(),
            &self.reordering,
            &self.root.compressible,
            out,
            &mut state.levels,
        );
        let mut elements = Elements::new(&tables, self.jamo.as_deref(), numeric, text, 0, &mut state.queue);
        while elements.step(&mut |ce| writer.ce(ce)) {}
        writer.finish();
        if self.settings.strength == Strength::Identical {
            out.push(super::ce::LEVEL_SEPARATOR);
            append_identical(text, &mut state.marks, out);
        }
    }
}

/// The entries of the conjoining jamo, unless one of them depends on context.
fn jamo(tables: &Tables) -> Option<[u32; 67]> {
    let mut entries = [0; 67];
    let all = (0x1100..0x1113).chain(0x1161..0x1176).chain(0x11A8..0x11C3);
    for (slot, c) in entries.iter_mut().zip(all) {
        *slot = tables.entry(c);
        let low = *slot & 0xFF;
        if low >= 0xC0 && matches!(low & !table::TAILORED, table::CONTEXT | table::MARK | table::DECOMPOSE) {
            return None;
        }
    }
    Some(entries)
}

/// Appends the identical level of a text.
fn append_identical<U: CodeUnit>(text: &[U], marks: &mut Vec<u32>, out: &mut Vec<u8>) {
    let mut previous = 0;
    marks.clear();
    let mut flush = |marks: &mut Vec<u32>, out: &mut Vec<u8>| {
        marks.sort_by_key(|&c| decompose::class(c));
        marks.drain(..).for_each(|c| identical::push(c, &mut previous, out));
    };
    for (_, c) in code_points(text) {
        decompose::decompose(u32::from(c), &mut |part| {
            if decompose::class(part) == 0 {
                flush(marks, out);
            }
            marks.push(part);
            if decompose::class(part) == 0 {
                flush(marks, out);
            }
        });
    }
    flush(marks, out);
}
