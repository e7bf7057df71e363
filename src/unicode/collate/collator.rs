//! A collator: tables, settings and what follows from them; makes keys.

use once_cell::sync::Lazy;
use std::sync::Arc;

use super::elements::{Elements, NfdBuffer};
use super::fast::{self, CeCache, KeyPlan};
use super::identical;
use super::key::{KeyWriter, Levels};
use super::options::{MaxVariable, Settings, Strength};
use super::reorder::{ReorderCode, ReorderError, Reordering};
use super::root::{Root, root};
use super::table::{self, BmpCe32s, Tables, in_ranges};
use super::tailoring::Tailoring;
use crate::unicode::normalize::{Form, Normalizer, Scratch};
use crate::unicode::part::SlicePart;
use crate::unicode::text::{Buffer, CodeUnit};

/// Buffers of one thread, kept so that nothing is allocated once warm.
#[derive(Debug, Default)]
pub struct State {
    pub(crate) nfd_buffer: NfdBuffer,
    levels: Levels,
    /// The last key is at its start.
    key: Vec<u8>,
    /// For the other text of a comparison.
    pub(crate) other_nfd_buffer: NfdBuffer,
    pub(crate) waiting: Vec<u64>,
    pub(crate) other_waiting: Vec<u64>,
    /// Keys of a comparison.
    pub(crate) keys: [Vec<u8>; 2],
    /// Secondaries of a comparison from the end.
    pub(crate) segments: [Vec<u16>; 2],
    /// The last criterion of natural sort.
    pub(crate) last_level: Vec<u8>,
    /// For the identical level.
    nfd: Buffer,
    scratch: Scratch,
}

impl State {
    /// Makes room for a key.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), std::collections::TryReserveError> {
        self.key.try_reserve(bytes)
    }

    /// To write a key whose parts are given one by one.
    pub(crate) fn parts<'s>(&'s mut self, collator: &'s Collator) -> fast::KeyBuilder<'s> {
        fast::KeyBuilder::new(collator, &mut self.nfd_buffer, &mut self.levels, &mut self.key)
    }
}

/// Where a key is that was to be written into the caller's buffer.
#[derive(Debug)]
pub enum Key<'s> {
    /// At the buffer's start; its length.
    InBuffer(usize),
    /// Somewhere else.
    Apart(&'s [u8]),
}

/// Compares texts and makes sort keys; immutable, to be shared between threads.
#[derive(Clone, Debug)]
pub struct Collator {
    root: &'static Root,
    tailoring: Option<Arc<Tailoring>>,
    settings: Settings,
    /// What follows from the settings.
    plan: KeyPlan,
    derived: Derived,
}

/// What follows from a tailoring and an order of groups; shared by the collators of both.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    reordering: Arc<Reordering>,
    reorder_codes: Arc<[ReorderCode]>,
    jamo: Option<Arc<[u32; 67]>>,
    cache: Arc<CeCache>,
}

impl Derived {
    fn new(tailoring: Option<&Tailoring>) -> Derived {
        let codes = tailoring.map_or_else(Vec::new, Tailoring::reorder_codes);
        // Codes of a tailoring were checked when it was built.
        Derived::reordered(tailoring, &codes)
            .unwrap_or_else(|_| Derived::with(tailoring, Reordering::default(), Arc::from([])))
    }

    fn reordered(tailoring: Option<&Tailoring>, codes: &[ReorderCode]) -> Result<Derived, ReorderError> {
        let reordering = Reordering::new(root(), codes)?;
        let codes: Arc<[ReorderCode]> = if reordering.is_none() { Arc::from([]) } else { codes.into() };
        Ok(Derived::with(tailoring, reordering, codes))
    }

    fn with(tailoring: Option<&Tailoring>, reordering: Reordering, reorder_codes: Arc<[ReorderCode]>) -> Derived {
        let tables = match tailoring {
            Some(tailoring) => tailoring.over(root().tables()),
            None => root().tables(),
        };
        let (own, base) = (tailoring.map_or(&[][..], Tailoring::unsafe_ranges), root().unsafe_ranges());
        let jamo = jamo(&tables);
        let root_cache =
            if tailoring.is_some() && reordering.is_none() { Some(ROOT_DERIVED.cache.as_ref()) } else { None };
        let cache =
            fast::build_cache(&tables, jamo.as_ref(), &reordering, &root().compressible, [base, own], root_cache);
        Derived { reordering: Arc::new(reordering), reorder_codes, jamo: jamo.map(Arc::new), cache: Arc::new(cache) }
    }
}

/// For collators without a tailoring.
static ROOT_DERIVED: Lazy<Derived> = Lazy::new(|| Derived::new(None));

static ROOT_HAS_QUATERNARY_WEIGHTS: Lazy<bool> = Lazy::new(|| root().has_quaternary_weights());

/// For the identical level.
static NFD: Lazy<Normalizer> = Lazy::new(|| Normalizer::new(Form::Nfd));

impl Collator {
    /// The root collation.
    pub fn root() -> Collator {
        Collator::new(None)
    }

    pub(crate) fn new(tailoring: Option<Arc<Tailoring>>) -> Collator {
        let known = match &tailoring {
            None => ROOT_DERIVED.clone(),
            Some(tailoring) => tailoring.derived(|| Derived::new(Some(tailoring))),
        };
        let settings = tailoring.as_ref().map_or_else(Settings::default, |tailoring| tailoring.settings());
        let mut collator =
            Collator { root: root(), tailoring, settings, plan: KeyPlan::new(&settings, 0, || false), derived: known };
        collator.set_settings(settings);
        collator
    }

    pub(crate) fn tables(&self) -> Tables<'_> {
        let tables = self.root.tables();
        match &self.tailoring {
            Some(tailoring) => tailoring.over(tables),
            None => tables,
        }
    }

    /// The entries of the first plane.
    #[inline(always)]
    pub(crate) fn bmp_ce32s(&self) -> BmpCe32s<'_> {
        let root = self.root.bmp_ce32s();
        match &self.tailoring {
            Some(tailoring) => tailoring.bmp_ce32s(root),
            None => root,
        }
    }

    /// The settings in effect.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Changes settings.
    pub fn set_settings(&mut self, settings: Settings) {
        self.settings = settings;
        let has_quaternary_weights = || {
            *ROOT_HAS_QUATERNARY_WEIGHTS
                || self.tailoring.as_ref().is_some_and(|tailoring| tailoring.has_quaternary_weights())
        };
        self.plan = KeyPlan::new(&settings, self.variable_limit(), has_quaternary_weights);
    }

    #[inline]
    pub(crate) fn plan(&self) -> &KeyPlan {
        &self.plan
    }

    /// The groups that were reordered, in the order given.
    pub fn reorder_codes(&self) -> &[ReorderCode] {
        &self.derived.reorder_codes
    }

    /// Reorders groups of primaries; an empty list takes any reordering away.
    ///
    /// # Errors
    /// A code twice, equivalent scripts, more lead bytes than there are.
    pub fn set_reorder(&mut self, codes: &[ReorderCode]) -> Result<(), ReorderError> {
        self.derived = Derived::reordered(self.tailoring.as_deref(), codes)?;
        Ok(())
    }

    pub(crate) fn variable_limit(&self) -> u32 {
        self.root.variable_limit(self.settings.max_variable)
    }

    /// The group of variable characters that a character or contraction belongs to, for the option `variableTop`.
    pub fn variable_group(&self, text: &str) -> Option<MaxVariable> {
        let (mut first, mut count) = (0, 0);
        let mut state = State::default();
        let tables = self.tables();
        let mut elements =
            Elements::new(&tables, self.derived.jamo.as_deref(), None, text.as_bytes(), 0, &mut state.nfd_buffer);
        while elements.step(&mut |ce| {
            if ce != 0 {
                (first, count) = (ce, count + 1);
            }
        }) {}
        // A text that is more than one element is no character and no contraction.
        if count == 1 { self.root.variable_group(super::ce::primary(first)) } else { None }
    }

    /// The lead byte of numbers, if they are compared by value.
    pub(crate) fn numeric(&self) -> Option<u32> {
        self.settings.numeric.then_some(self.root.numeric_primary)
    }

    pub(crate) fn compressible(&self) -> &[bool; 256] {
        &self.root.compressible
    }

    pub(crate) fn ce_cache(&self) -> &CeCache {
        &self.derived.cache
    }

    pub(crate) fn jamo_ce32s(&self) -> Option<&[u32; 67]> {
        self.derived.jamo.as_deref()
    }

    pub(crate) fn reordering(&self) -> &Reordering {
        &self.derived.reordering
    }

    /// Whether a starter is listed as one whose CEs may depend on what stands before it.
    pub(crate) fn is_unsafe_backward(&self, c: u32) -> bool {
        let tailored = self.tailoring.as_ref().map_or(&[][..], |tailoring| tailoring.unsafe_ranges());
        in_ranges(self.root.unsafe_ranges(), c) || in_ranges(tailored, c)
    }

    /// Appends the sort key of a text, without a final zero byte.
    pub fn append_key<U: CodeUnit>(&self, text: &[U], state: &mut State, out: &mut Vec<u8>) {
        out.extend_from_slice(self.key(text, state));
    }

    /// The sort key of a text, without a final zero byte.
    #[inline]
    pub fn key<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut State) -> &'s [u8] {
        let State { nfd_buffer, levels, key, .. } = state;
        let length = if self.plan.supports_fast_path {
            fast::write_key(self, text, nfd_buffer, levels, key)
        } else if self.plan.has_fast_start {
            self.write_key_of_more_levels(text, state)
        } else {
            let mut any = std::mem::take(key);
            any.clear();
            self.append_key_slow(text, state, &mut any);
            state.key = any;
            state.key.len()
        };
        state.key.get(..length).unwrap_or(&state.key)
    }

    /// The sort key of a text, in the caller's buffer if that is much longer than the key; the bytes after the key are then
    /// undefined.
    #[inline]
    pub fn key_in<'s, U: CodeUnit>(&self, text: &[U], state: &'s mut State, buffer: &mut [u8]) -> Key<'s> {
        let Some(buffer) =
            buffer.first_chunk_mut::<{ fast::SHORT_KEY_CAPACITY }>().filter(|_| self.plan.supports_fast_path)
        else {
            return Key::Apart(self.key(text, state));
        };
        let State { nfd_buffer, levels, key, .. } = state;
        match fast::write_key_in(self, text, nfd_buffer, levels, key, buffer) {
            (length, true) => Key::InBuffer(length),
            (length, false) => Key::Apart(key.get(..length).unwrap_or(key)),
        }
    }

    /// Writes a key of more than three levels to the start of `state.key`: its length.
    #[inline(never)]
    fn write_key_of_more_levels<U: CodeUnit>(&self, text: &[U], state: &mut State) -> usize {
        let State { nfd_buffer, levels, key, .. } = state;
        let length = fast::write_key(self, text, nfd_buffer, levels, key);
        let mut all = std::mem::take(key);
        all.truncate(length);
        all.push(super::ce::LEVEL_SEPARATOR);
        if self.settings.strength == Strength::Identical {
            all.push(super::ce::LEVEL_SEPARATOR);
            self.append_identical(text, state, &mut all);
        }
        state.key = all;
        state.key.len()
    }

    /// Appends the identical level of a text.
    fn append_identical<U: CodeUnit>(&self, text: &[U], state: &mut State, out: &mut Vec<u8>) {
        if U::valid_up_to(text) < text.len() {
            return self.append_identical_slow(text, state, out);
        }
        let (start, mut previous) = (out.len(), 0);
        let normalized = NFD.span_yes(text);
        identical::append(text.part(..normalized), &mut previous, out);
        if normalized < text.len() {
            let State { nfd, scratch, .. } = state;
            let rest = nfd.of::<U>();
            rest.clear();
            NFD.normalize_rest(text, normalized, rest, &mut (), scratch);
            if scratch.take_failure() {
                out.truncate(start);
                return self.append_identical_slow(text, state, out);
            }
            identical::append(rest, &mut previous, out);
        }
    }

    /// Appends the identical level of any text, one code point at a time.
    fn append_identical_slow<U: CodeUnit>(&self, text: &[U], state: &mut State, out: &mut Vec<u8>) {
        let (mut previous, tables) = (0, self.tables());
        let mut elements = Elements::new(&tables, None, None, text, 0, &mut state.nfd_buffer);
        while let Some(c) = elements.next_decomposed() {
            identical::push(c, &mut previous, out);
        }
    }

    /// Appends the sort key for any settings (slow path).
    pub(crate) fn append_key_slow<U: CodeUnit>(&self, text: &[U], state: &mut State, out: &mut Vec<u8>) {
        let tables = self.tables();
        self.write_key(state, out, |nfd_buffer, writer| {
            let mut elements = Elements::new(&tables, self.jamo_ce32s(), self.numeric(), text, 0, nfd_buffer);
            while elements.step(&mut |ce| writer.ce(ce)) {}
        });
        if self.settings.strength == Strength::Identical {
            out.push(super::ce::LEVEL_SEPARATOR);
            self.append_identical_slow(text, state, out);
        }
    }

    /// Writes the levels of a key, all but the identical one, from the CEs that `fill` gives to the writer.
    pub(crate) fn write_key(
        &self,
        state: &mut State,
        out: &mut Vec<u8>,
        fill: impl FnOnce(&mut NfdBuffer, &mut KeyWriter<'_>),
    ) {
        let State { nfd_buffer, levels, .. } = state;
        let mut writer = KeyWriter::new(
            self.settings,
            self.variable_limit(),
            &self.derived.reordering,
            &self.root.compressible,
            out,
            levels,
        );
        fill(nfd_buffer, &mut writer);
        writer.finish();
    }
}

/// The entries of the conjoining jamo, unless one of them depends on context.
fn jamo(tables: &Tables) -> Option<[u32; 67]> {
    let mut entries = [0; 67];
    let all = (0x1100..0x1113).chain(0x1161..0x1176).chain(0x11A8..0x11C3);
    for (slot, c) in entries.iter_mut().zip(all) {
        *slot = tables.ce32(c);
        let low = *slot & 0xFF;
        if low >= 0xC0
            && matches!(low & !table::TAILORED, table::PREFIX_OR_CONTRACTION | table::MARK | table::DECOMPOSE)
        {
            return None;
        }
    }
    Some(entries)
}
