//! The data of a collator that reading collation elements and writing keys need.

use crate::lazy::Lazy;
use crate::unicode::hangul::JAMO_COUNT;
use std::sync::Arc;

use super::ce_cache::{CeCache, PrimaryEncoder};
use super::derived::DerivedTables;
use super::key_plan::KeyPlan;
use super::options::Settings;
use super::reorder::{ReorderCode, ReorderError, Reordering};
use super::root::{Root, root};
use super::table::{BmpCe32s, Tables, in_ranges};
use super::tailoring::Tailoring;

/// The tables of a collator, its packed CEs, and its settings compiled to a plan.
#[derive(Clone, Debug)]
pub(crate) struct KeyContext {
    root: &'static Root,
    tailoring: Option<Arc<Tailoring>>,
    plan: KeyPlan,
    derived: DerivedTables,
    settings: Settings,
}

/// The derived data of collators without a tailoring.
static ROOT_DERIVED: Lazy<DerivedTables> = Lazy::new(|| derive(None, Reordering::default(), &[]));

static ROOT_HAS_QUATERNARY_WEIGHTS: Lazy<bool> = Lazy::new(|| root().has_quaternary_weights());

fn derive(tailoring: Option<&Tailoring>, reordering: Reordering, codes: &[ReorderCode]) -> DerivedTables {
    match tailoring {
        None => DerivedTables::new(&root().tables(), &[], reordering, codes, None),
        Some(tailoring) => DerivedTables::new(
            &tailoring.over(root().tables()),
            tailoring.unsafe_ranges(),
            reordering,
            codes,
            Some(&ROOT_DERIVED.cache),
        ),
    }
}

impl KeyContext {
    pub(super) fn new(tailoring: Option<Arc<Tailoring>>, settings: &Settings) -> KeyContext {
        let derived = match &tailoring {
            None => ROOT_DERIVED.clone(),
            Some(tailoring) => tailoring.derived(|| {
                let codes = tailoring.reorder_codes();
                // The codes of a tailoring were checked when it was compiled.
                let reordering = Reordering::new(root(), &codes).unwrap_or_default();
                derive(Some(tailoring), reordering, &codes)
            }),
        };
        let plan = KeyPlan::new(settings, 0, false, || false);
        let mut context = KeyContext { root: root(), tailoring, plan, derived, settings: *settings };
        context.set_settings(settings);
        context
    }

    pub(super) fn set_settings(&mut self, settings: &Settings) {
        self.settings = *settings;
        self.compile_plan();
    }

    fn compile_plan(&mut self) {
        let has_quaternary_weights = || {
            *ROOT_HAS_QUATERNARY_WEIGHTS
                || self.tailoring.as_ref().is_some_and(|tailoring| tailoring.has_quaternary_weights())
        };
        let limit = self.variable_limit();
        self.plan = KeyPlan::new(&self.settings, limit, self.reordering().keeps_below(limit), has_quaternary_weights);
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn reorder_codes(&self) -> &[ReorderCode] {
        &self.derived.reorder_codes
    }

    pub(super) fn set_reorder(&mut self, codes: &[ReorderCode]) -> Result<(), ReorderError> {
        self.derived = derive(self.tailoring.as_deref(), Reordering::new(self.root, codes)?, codes);
        self.compile_plan();
        Ok(())
    }

    pub(crate) fn tables(&self) -> Tables<'_> {
        let tables = self.root.tables();
        match &self.tailoring {
            Some(tailoring) => tailoring.over(tables),
            None => tables,
        }
    }

    /// The CE32s of the BMP.
    #[inline(always)]
    pub(crate) fn bmp_ce32s(&self) -> BmpCe32s<'_> {
        let root = self.root.bmp_ce32s();
        match &self.tailoring {
            Some(tailoring) => tailoring.bmp_ce32s(root),
            None => root,
        }
    }

    #[inline]
    pub(crate) fn plan(&self) -> &KeyPlan {
        &self.plan
    }

    /// Primaries below this one are variable.
    pub(crate) fn variable_limit(&self) -> u32 {
        self.root.variable_limit(self.settings.max_variable)
    }

    /// The lead byte of numbers, if they compare by value.
    pub(crate) fn numeric(&self) -> Option<u32> {
        self.settings.numeric.then_some(self.root.numeric_primary)
    }

    pub(crate) fn compressible(&self) -> &[bool; 256] {
        &self.root.compressible
    }

    pub(crate) fn primaries(&self) -> PrimaryEncoder<'_> {
        PrimaryEncoder { reordering: self.reordering(), compressible: self.compressible() }
    }

    pub(crate) fn ce_cache(&self) -> &CeCache {
        &self.derived.cache
    }

    pub(crate) fn jamo_ce32s(&self) -> Option<&[u32; JAMO_COUNT]> {
        self.derived.jamo.as_deref()
    }

    pub(crate) fn reordering(&self) -> &Reordering {
        &self.derived.reordering
    }

    /// Whether the CEs of a starter may depend on preceding text (ICU's `unsafeBackwardSet`).
    pub(crate) fn is_unsafe_backward(&self, c: u32) -> bool {
        let tailored = self.tailoring.as_ref().map_or(&[][..], |tailoring| tailoring.unsafe_ranges());
        in_ranges(self.root.unsafe_ranges(), c) || in_ranges(tailored, c)
    }
}
