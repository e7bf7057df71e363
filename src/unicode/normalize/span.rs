//! The slow path for the span between two normalization boundaries: decompose, reorder, compose.
//!
//! Unicode Standard, section 3.11 (D109 Canonical Ordering Algorithm, D117 Canonical Composition
//! Algorithm). Works on reusable buffers of the caller, in linear time for runs of marks of any length.

use super::learned_ranges::LearnedRanges;
use super::record;
use super::table::{Record, TableView, combining_class, compose};
use crate::unicode::hangul;
use crate::unicode::text::{Buffer, CodeUnit, push};
use std::collections::TryReserveError;

/// Buffers of a normalization, reused across calls so that nothing is allocated once they have grown.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) entries: Vec<SpanEntry>,
    ordered: Vec<SpanEntry>,
    /// Learned from earlier texts; affects speed only.
    pub(super) learned: Vec<LearnedRanges>,
    /// The copy of a short text.
    pub(super) padded: Buffer,
    /// Memory ran out: the result is incomplete.
    pub(super) failed: bool,
}

/// Longer buffers are released after use: 1 MiB each.
const MAX_KEPT: usize = 1 << 16;

/// Runs of marks up to this length are sorted by insertion.
const MAX_INSERTION_SORT: usize = 24;

/// A code point of the span.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpanEntry {
    pub c: char,
    pub class: u8,
    /// Start of the source range, in code units from the start of the span.
    pub from: u32,
    pub to: u32,
}

impl Scratch {
    /// Whether memory ran out since the last call; the output is then incomplete.
    pub fn take_failure(&mut self) -> bool {
        std::mem::take(&mut self.failed)
    }

    /// The code points of the last span.
    pub(crate) fn code_points(&self) -> impl Iterator<Item = char> + '_ {
        self.entries.iter().map(|entry| entry.c)
    }

    /// Appends units, unless memory ran out.
    pub(super) fn append<U: CodeUnit>(&mut self, out: &mut Vec<U>, units: &[U]) {
        if out.try_reserve(units.len()).is_err() {
            self.failed = true;
        } else {
            out.extend_from_slice(units);
        }
    }

    /// Appends the entries, unless memory ran out.
    pub(super) fn append_entries<U: CodeUnit>(&mut self, out: &mut Vec<U>) {
        if out.try_reserve(self.entries.len() * U::MAX_UNITS).is_err() {
            self.failed = true;
        } else {
            self.entries.iter().for_each(|entry| push(out, entry.c));
        }
    }

    /// Releases large buffers.
    pub fn release_large(&mut self) {
        if self.entries.capacity() > MAX_KEPT {
            self.entries = Vec::new();
        }
        if self.ordered.capacity() > MAX_KEPT {
            self.ordered = Vec::new();
        }
    }

    /// Clears the buffers for the next span.
    pub(super) fn clear(&mut self) {
        self.release_large();
        self.entries.clear();
    }

    /// Appends the decomposition of a code point whose source is `from..to`.
    pub(super) fn decompose(&mut self, view: TableView<'_>, c: char, record: Record, from: u32, to: u32) {
        let class_of = |c: char| if record.lccc() == 0 && record.tccc() == 0 { 0 } else { combining_class(c) };
        let (entries, failed) = (&mut self.entries, &mut self.failed);
        let mut push = |c: char, class: u8| {
            if entries.len() == entries.capacity() && entries.try_reserve(1).is_err() {
                *failed = true;
            } else {
                entries.push(SpanEntry { c, class, from, to });
            }
        };
        match record.kind() {
            record::REMOVED => {}
            record::SIMPLE => push(record.target(c), 0),
            record::HANGUL => hangul::jamo_of(c).for_each(|c| push(c, 0)),
            record::COMPOSITE | record::EXPAND | record::NEEDS_CONTEXT => {
                for c in chars_of_utf16(view.decomposed(record)) {
                    push(c, class_of(c));
                }
            }
            _ => push(c, record.lccc()),
        }
    }

    /// Replaces each entry by its decomposition, except the code points in `except`, which is sorted.
    pub(super) fn map(&mut self, view: TableView<'_>, except: &[char]) {
        std::mem::swap(&mut self.entries, &mut self.ordered);
        self.entries.clear();
        for index in 0..self.ordered.len() {
            let Some(&entry) = self.ordered.get(index) else { break };
            if except.binary_search(&entry.c).is_ok() {
                if self.entries.try_reserve(1).is_err() {
                    self.failed = true;
                    break;
                }
                self.entries.push(entry);
            } else {
                self.decompose(view, entry.c, view.record(entry.c), entry.from, entry.to);
            }
        }
    }

    /// Canonical ordering (D109): each run of marks is sorted by combining class, stably.
    pub(super) fn order(&mut self) {
        let mut at = 0;
        while let Some(rest) = self.entries.get_mut(at..).filter(|rest| !rest.is_empty()) {
            let length = rest.iter().take_while(|entry| entry.class != 0).count();
            if let Some(run) = rest.get_mut(..length)
                && !run.is_sorted_by_key(|entry| entry.class)
            {
                self.failed |= order_run(run, &mut self.ordered).is_err();
            }
            at += length + 1;
        }
    }

    /// Canonical composition (D117) of the ordered entries. `contiguous`: an uncomposed mark blocks all marks after it
    /// (FCC).
    #[allow(clippy::indexing_slicing)] // `write` and `starter` never exceed `read`, which is below the length
    pub(super) fn compose(&mut self, contiguous: bool) {
        let entries = &mut self.entries;
        let mut starter: Option<usize> = None;
        let mut write = 0;
        for read in 0..entries.len() {
            let entry = entries[read];
            if let Some(at) = starter {
                let last = entries[write - 1];
                let adjacent = write == at + 1;
                let open = adjacent || (last.class != 0 && last.class < entry.class && !contiguous);
                if open && let Some(composite) = compose(entries[at].c, entry.c) {
                    let target = &mut entries[at];
                    *target = SpanEntry {
                        c: composite,
                        class: 0,
                        from: target.from.min(entry.from),
                        to: target.to.max(entry.to),
                    };
                    continue;
                }
            }
            if entry.class == 0 {
                starter = Some(write);
            }
            entries[write] = entry;
            write += 1;
        }
        entries.truncate(write);
    }

    /// Sets each entry's source start to the minimum over itself and all later entries: where it is not less than the
    /// end of the previous entries, source and result can be split.
    pub(super) fn cover_later_sources(&mut self) {
        let mut earliest = u32::MAX;
        for entry in self.entries.iter_mut().rev() {
            earliest = earliest.min(entry.from);
            entry.from = earliest;
        }
    }
}

fn order_run(run: &mut [SpanEntry], buffer: &mut Vec<SpanEntry>) -> Result<(), TryReserveError> {
    if run.len() <= MAX_INSERTION_SORT {
        insertion_sort(run);
        return Ok(());
    }
    buffer.clear();
    buffer.try_reserve(run.len())?;
    // Counting sort: the classes are bytes, so a run of any length takes linear time.
    let mut slots = [0_usize; 256];
    for entry in run.iter() {
        if let Some(count) = slots.get_mut(usize::from(entry.class)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut slots {
        sum += std::mem::replace(slot, sum);
    }
    buffer.extend_from_slice(run);
    for entry in buffer.iter() {
        if let Some(slot) = slots.get_mut(usize::from(entry.class)) {
            if let Some(target) = run.get_mut(*slot) {
                *target = *entry;
            }
            *slot += 1;
        }
    }
    Ok(())
}

fn insertion_sort(run: &mut [SpanEntry]) {
    for sorted in 1..run.len() {
        let mut at = sorted;
        while at > 0 && run.get(at - 1).map(|entry| entry.class) > run.get(at).map(|entry| entry.class) {
            run.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The code points of a string of the tables.
#[inline]
pub(super) fn chars_of_utf16(units: &[u16]) -> impl Iterator<Item = char> + '_ {
    crate::unicode::text::code_points(units).map(|(_, c)| c)
}
