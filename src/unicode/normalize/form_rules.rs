//! The rules of a normalizer for the passes over a text: its tables, and what the mode makes of their records.

use super::inert_ranges::InertRanges;
use super::learned_ranges::LearnedRanges;
use super::record::{self, BOUNDARY_AFTER, BOUNDARY_BEFORE, COMPOSE_NO};
use super::scan_tables::{MaybePolicy, ScanTables};
use super::span::chars_of_utf16;
use super::table::{Record, TableView};
use crate::unicode::hangul;
use crate::unicode::scan::WINDOW;
use crate::unicode::text::CodeUnit;

/// The tables and the mode of a normalizer.
#[derive(Clone, Copy)]
pub(super) struct FormRules<'t> {
    pub view: TableView<'t>,
    pub scan: ScanTables<'t>,
    /// Whether the mode composes; FCC included.
    pub compose: bool,
    /// Whether the mode is FCC.
    pub contiguous: bool,
    /// Present if the form maps ASCII letters to lower case, removes these characters (0xFF: none) and changes nothing
    /// else in ASCII.
    pub ascii_lowering: Option<[u8; 2]>,
    /// See [`super::Normalizer`].
    pub keeps_ill_formed: bool,
    pub has_hangul_runs: bool,
    /// Steps before the user's mappings.
    pub pre_mappings: Option<PreMappings<'t>>,
}

/// Steps before the user's mappings, so that these apply to every canonically equivalent spelling of their sources:
/// canonical composition, then the form's case and compatibility mappings of all code points but the sources, then
/// composition again.
#[derive(Clone, Copy)]
pub(super) struct PreMappings<'t> {
    pub canonical: TableView<'t>,
    pub before_folding: TableView<'t>,
    /// Sorted.
    pub sources: &'t [char],
}

impl<'t> FormRules<'t> {
    /// Whether there is a boundary before a code point in any context.
    #[inline]
    pub fn boundary_before(&self, record: Record) -> bool {
        if self.compose || self.pre_mappings.is_some() { record.has(BOUNDARY_BEFORE) } else { record.lccc() == 0 }
    }

    /// Whether there is a boundary after a code point in any context. No mark sorts before a class of 1.
    #[inline]
    pub fn boundary_after(&self, record: Record) -> bool {
        if self.pre_mappings.is_some() {
            // Also true for composites in the text that the tables do not compose.
            false
        } else if self.compose {
            record.has(BOUNDARY_AFTER) && (!self.contiguous || record.tccc() <= 1)
        } else {
            record.tccc() <= 1
        }
    }

    /// See [`Record::class_after`].
    #[inline]
    pub fn class_after(&self, record: Record) -> Option<u8> {
        record.class_after(self.compose, self.contiguous)
    }

    /// Whether the code point is copied in this mode.
    #[inline]
    pub fn copies(&self, record: Record) -> bool {
        match record.kind() {
            record::COPY => true,
            record::COMPOSITE | record::HANGUL => self.compose,
            record::MAYBE => !self.compose && record.lccc() == 0,
            _ => false,
        }
    }

    /// Whether the code point changes in any context.
    pub fn changes(&self, record: Record) -> bool {
        if self.compose {
            return record.has(COMPOSE_NO);
        }
        matches!(
            record.kind(),
            record::COMPOSITE
                | record::HANGUL
                | record::SIMPLE
                | record::EXPAND
                | record::REMOVED
                | record::NEEDS_CONTEXT
        )
    }

    /// The length in code units of what the fast path wrote for a code point.
    pub fn written_length<U: CodeUnit>(&self, c: char, record: Record) -> usize {
        let length = |units: &[u16]| chars_of_utf16(units).map(U::len_of).sum();
        match record.kind() {
            record::REMOVED => 0,
            record::SIMPLE => U::len_of(record.target(c)),
            record::COMPOSITE | record::HANGUL if self.compose => U::len_of(c),
            record::HANGUL => hangul::jamo_of(c).map(U::len_of).sum(),
            record::EXPAND | record::COMPOSITE | record::NEEDS_CONTEXT => length(self.string(record)),
            _ => U::len_of(c),
        }
    }

    /// The string of a record in this mode, composed or decomposed, in UTF-16.
    #[inline]
    pub fn string(&self, record: Record) -> &'t [u16] {
        if self.compose { self.view.composed(record) } else { self.view.decomposed(record) }
    }

    /// The inert ranges for the check of a text of this length with this policy; `None` for one that is shorter than a
    /// window.
    #[inline]
    pub fn ranges_for_check<'l, U: CodeUnit>(
        &self,
        length: usize,
        learned: &'l mut Vec<LearnedRanges>,
        policy: MaybePolicy,
    ) -> Option<InertRanges<'t, 'l>> {
        if length < WINDOW { None } else { self.ranges_for_long_check::<U>(learned, policy) }
    }

    /// Not inlined: it is much code, and called once for a text.
    #[inline(never)]
    fn ranges_for_long_check<'l, U: CodeUnit>(
        &self,
        learned: &'l mut Vec<LearnedRanges>,
        policy: MaybePolicy,
    ) -> Option<InertRanges<'t, 'l>> {
        InertRanges::new::<U>(self.scan.for_policy(policy), self.ascii_lowering, false, learned)
    }

    /// The inert ranges for a copy, which maps ASCII to lower case if the form does.
    #[inline]
    pub fn ranges_for_copy<'l, U: CodeUnit>(&self, learned: &'l mut Vec<LearnedRanges>) -> Option<InertRanges<'t, 'l>> {
        InertRanges::new::<U>(self.scan, self.ascii_lowering, true, learned)
    }

    /// Whether the form maps ASCII letters to lower case.
    #[inline]
    pub fn lowers_ascii(&self) -> bool {
        self.ascii_lowering.is_some()
    }
}
