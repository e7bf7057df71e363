//! Collects the problems of a definition. A definition may have any number of them; what is kept is limited.

use crate::config::error::{ConfigError, ConfigErrors, ErrorCategory, Warning, problem};
use crate::config::json::{JsonDocument, JsonLocations};
use crate::memory;
use std::collections::BinaryHeap;

/// The maximum number of problems of a kind that are listed.
pub const MAX_LISTED: usize = 1000;

/// The number of problems at which a list is sorted and cut to [`MAX_LISTED`], so that it takes linear time.
const MAX_COLLECTED: usize = 4 * MAX_LISTED;

/// The maximum number of names that are compared with unknown ones, over all errors of a definition.
const MAX_COMPARED_NAMES: usize = 1 << 18;

/// Collects errors and warnings while a definition is read. Locations are byte offsets until [`ErrorReporter::finish`]
/// or [`ErrorReporter::locate`].
#[derive(Clone, Debug, Default)]
pub struct ErrorReporter {
    errors: ProblemList,
    /// Unknown options, as errors, or as warnings if `lenient`. They don't stop the build of their component, so that
    /// all errors are found.
    unknown_options: ProblemList,
    warnings: ProblemList,
    lenient: bool,
    /// The number of names that have been compared to find the most similar ones.
    compared_names: usize,
}

/// The first problems of a kind, in document order, and the number of the others.
#[derive(Debug, Default)]
struct ProblemList {
    problems: Vec<ConfigError>,
    /// The number of problems that were removed. One that is reported again after that counts again.
    removed: usize,
}

impl ErrorReporter {
    /// Creates an empty reporter. If `lenient`, unknown options become warnings.
    pub fn new(lenient: bool) -> ErrorReporter {
        ErrorReporter { lenient, ..ErrorReporter::default() }
    }

    /// Removes and returns all problems, so that those of a part are collected apart until
    /// [`ErrorReporter::put_back`].
    pub fn take(&mut self) -> ErrorReporter {
        let empty = ErrorReporter { compared_names: self.compared_names, ..ErrorReporter::new(self.lenient) };
        std::mem::replace(self, empty)
    }

    /// Puts back the problems that [`ErrorReporter::take`] returned; returns those reported since then.
    pub fn put_back(&mut self, before: ErrorReporter) -> ErrorReporter {
        let compared_names = self.compared_names;
        let since = std::mem::replace(self, before);
        self.compared_names = compared_names;
        since
    }

    /// Adds an error.
    pub fn report(&mut self, error: ConfigError) {
        match error.category {
            ErrorCategory::UnknownOption => self.unknown_options.push(error),
            _ => self.errors.push(error),
        }
        memory::checkpoint();
    }

    /// Adds a warning.
    pub fn warn(&mut self, warning: Warning) {
        self.warnings.push(warning);
        memory::checkpoint();
    }

    /// Whether there are errors, apart from unknown options.
    pub fn has_errors(&self) -> bool {
        !self.errors.problems.is_empty()
    }

    /// Whether there are unknown options.
    pub fn has_unknown_options(&self) -> bool {
        !self.unknown_options.problems.is_empty()
    }

    /// Whether unknown options are warnings.
    pub fn is_lenient(&self) -> bool {
        self.lenient
    }

    /// Whether the names of `count` components may be compared with an unknown one, which is counted. A definition with
    /// many wrong references and many components would otherwise take quadratic time, and list all names many times.
    pub fn may_compare(&mut self, count: usize) -> bool {
        let is_granted = self.compared_names.saturating_add(count) <= MAX_COMPARED_NAMES;
        self.compared_names += if is_granted { count } else { 0 };
        is_granted
    }

    /// Counts an error that is not listed.
    pub fn omit_error(&mut self) {
        self.errors.removed += 1;
    }

    /// Whether an unknown option at an offset is not listed, because enough others precede it; it is counted then.
    pub fn omits_unknown_option(&mut self, at: usize) -> bool {
        self.unknown_options.omits(at)
    }

    /// Whether a warning at an offset is not listed, because enough others precede it; it is counted then.
    pub fn omits_warning(&mut self, at: usize) -> bool {
        self.warnings.omits(at)
    }

    /// Adds copies of the problems of another reporter.
    pub fn add(&mut self, other: &ErrorReporter) {
        self.add_errors(other);
        self.warnings.add(&other.warnings);
    }

    /// Adds copies of the errors and unknown options of another reporter.
    pub fn add_errors(&mut self, other: &ErrorReporter) {
        self.errors.add(&other.errors);
        self.unknown_options.add(&other.unknown_options);
    }

    /// Keeps the first `count` problems of each kind, in document order.
    pub fn keep_first(&mut self, count: usize) {
        for list in self.lists() {
            list.keep_first(count);
            list.problems.shrink_to_fit();
        }
    }

    /// The number of problems, without those that were removed.
    pub fn count(&self) -> usize {
        let ErrorReporter { errors, unknown_options, warnings, .. } = self;
        [errors, unknown_options, warnings].into_iter().map(|list| list.problems.len()).sum()
    }

    /// The offsets of all problems.
    pub fn offsets(&self) -> impl Iterator<Item = usize> {
        let ErrorReporter { errors, unknown_options, warnings, .. } = self;
        [errors, unknown_options, warnings].into_iter().flat_map(|list| &list.problems).map(|problem| problem.offset)
    }

    /// Adds the locations of all problems.
    pub fn locate(&mut self, locations: &ProblemLocations) {
        self.lists().into_iter().for_each(|list| locations.add_to(&mut list.problems));
    }

    fn lists(&mut self) -> [&mut ProblemList; 3] {
        [&mut self.errors, &mut self.unknown_options, &mut self.warnings]
    }

    /// Sorts all in document order and adds their locations; returns the warnings if there are no errors.
    pub fn finish(mut self, document: &JsonDocument<'_>) -> Result<Vec<Warning>, ConfigErrors> {
        self.keep_first(MAX_LISTED);
        let locations = ProblemLocations::new(document, self.offsets());
        self.locate(&locations);
        self.finish_located()
    }

    /// Like [`ErrorReporter::finish`], for problems that have their locations ([`ErrorReporter::locate`]).
    pub fn finish_located(self) -> Result<Vec<Warning>, ConfigErrors> {
        let (errors, warnings) = self.into_lists();
        ConfigErrors::new(errors).map_or(Ok(warnings), Err)
    }

    /// Errors and warnings, each sorted in document order.
    pub fn into_lists(mut self) -> (Vec<ConfigError>, Vec<Warning>) {
        let list = if self.lenient { &mut self.warnings } else { &mut self.errors };
        list.add(&self.unknown_options);
        (self.errors.into_sorted("errors"), self.warnings.into_sorted("warnings"))
    }
}

impl Clone for ProblemList {
    fn clone(&self) -> Self {
        ProblemList { problems: memory::cloned(&self.problems), removed: self.removed }
    }
}

impl ProblemList {
    fn push(&mut self, problem: ConfigError) {
        memory::push(&mut self.problems, problem);
        if self.problems.len() >= MAX_COLLECTED {
            self.keep_first(MAX_LISTED);
        }
    }

    fn add(&mut self, other: &ProblemList) {
        for problem in &other.problems {
            self.push(problem.clone());
            memory::checkpoint();
        }
        self.removed += other.removed;
    }

    fn omits(&mut self, at: usize) -> bool {
        // The list was cut when it was full, and what follows its first part in the document is removed again.
        let last = self.problems.get(MAX_LISTED - 1).filter(|_| self.removed > 0);
        let is_omitted = last.is_some_and(|last| last.offset < at);
        self.removed += usize::from(is_omitted);
        is_omitted
    }

    /// Sorts in document order, and removes duplicates and what is beyond `count`.
    fn keep_first(&mut self, count: usize) {
        // A heap sort: it allocates nothing, and has a tenth of the machine code of the sorts of slices.
        self.problems = BinaryHeap::from(std::mem::take(&mut self.problems)).into_sorted_vec();
        self.problems.dedup();
        self.removed += self.problems.len().saturating_sub(count);
        self.problems.truncate(count);
    }

    /// The problems that are listed, and an error with the number of the others.
    fn into_sorted(mut self, kind: &str) -> Vec<ConfigError> {
        self.keep_first(MAX_LISTED);
        if self.removed > 0
            && let Some(last) = self.problems.last()
        {
            let rest =
                problem(ErrorCategory::Limit, last.offset, format!("{} more {kind} are not listed", self.removed));
            let (pointer, line, column) = (memory::copied(&last.pointer), last.line, last.column);
            self.problems.push(ConfigError { pointer, line, column, ..rest });
        }
        self.problems
    }
}

/// The locations of problems in a document, from one traversal of it.
pub struct ProblemLocations {
    /// Each offset, ascending, with its pointer, line and column.
    by_offset: Vec<(usize, (String, usize, usize))>,
}

impl ProblemLocations {
    /// Finds the locations of offsets in any order.
    pub fn new(document: &JsonDocument<'_>, offsets: impl Iterator<Item = usize>) -> ProblemLocations {
        // A heap sort, as in `keep_first`.
        let mut offsets = BinaryHeap::from(memory::collect(offsets)).into_sorted_vec();
        offsets.dedup();
        if offsets.is_empty() {
            return ProblemLocations { by_offset: Vec::new() };
        }
        let mut locations = JsonLocations::new(document, &offsets);
        let by_offset = offsets.into_iter().map(|offset| (offset, locations.next_location(offset)));
        ProblemLocations { by_offset: memory::collect(by_offset) }
    }

    fn add_to(&self, list: &mut [ConfigError]) {
        for problem in list {
            let found = self.by_offset.binary_search_by_key(&problem.offset, |(offset, _)| *offset);
            if let Some((_, (pointer, line, column))) = found.ok().and_then(|at| self.by_offset.get(at)) {
                (problem.pointer, problem.line, problem.column) = (memory::copied(pointer), *line, *column);
            }
            memory::checkpoint();
        }
    }
}
