//! Token filter `unic_transform`: applies a transform to each whole term (ruling U11). Offsets, type, position and
//! keyword mark stay; a term may become empty or contain spaces. A term that exceeds a limit is kept unchanged.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::OptionSpec;
use crate::analysis::term_cache::{TermCache, TermForm};
use crate::analysis::transform::{self, DIR, ID, RULES, UNICODE_SET_FILTER};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use crate::unicode::transform::{Runner, Transform};
use std::ops::Range;
use std::sync::Arc;

static KEEP_ORIGINAL: OptionSpec = OptionSpec::boolean(
    "keep_original",
    false,
    "emits the original term, then the transformed term at the same position if it differs",
);

/// The component type of the token filter `unic_transform`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_transform",
    help: "transforms terms: transliteration, case, normalization, custom rules",
    options: &[&ID, &DIR, &RULES, &UNICODE_SET_FILTER, &KEEP_ORIGINAL],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::TokenFilter(|options, _| {
        let transform = transform::build(options)?;
        let (keep_original, runner) = (options.boolean(&KEEP_ORIGINAL), CachedRunner::new(&transform));
        Ok(Arc::new(TransformFilter { transform, keep_original, runner, terms: Vec::new() }))
    }),
};

/// The token filter `unic_transform`.
#[derive(Clone, Debug)]
pub struct TransformFilter {
    transform: Arc<Transform>,
    keep_original: bool,
    runner: CachedRunner,
    /// The indices in the batch of the tokens whose terms may change.
    terms: Vec<u32>,
}

/// Minimum number of terms that are mapped together.
const MIN_TERMS_TOGETHER: usize = 2;
/// Maximum length of the text that is mapped for terms, per unit of them.
const MAX_TEXT_PER_UNIT: usize = 24;

/// Transforms terms, with a cache of recent ones.
#[derive(Clone, Debug)]
struct CachedRunner {
    runner: Runner,
    /// `None` for lower case, which takes no longer than a lookup.
    recent: Option<TermCache>,
}

impl<U: CodeUnit> TokenFilter<U> for TransformFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        if self.keep_original {
            return self.add_terms(text, batch);
        }
        let Some(units) = self.find_terms(text, batch) else { return batch.run_out_of_memory() };
        if units.is_some_and(|units| self.lower_together(text, units, batch)) {
            return;
        }
        for &at in &self.terms {
            let at = at as usize;
            let Some(&token) = batch.tokens.get(at) else { break };
            let term = self.runner.form(&self.transform, text, batch, token.term);
            batch.set_term(at, term);
        }
    }
}

impl TransformFilter {
    /// Adds the transformed terms to the original ones.
    fn add_terms<U: CodeUnit>(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.spare.clear();
        let mut unchanged = Runner::unchanged_terms(&self.transform, text);
        for at in 0..batch.tokens.len() {
            let Some(&token) = batch.tokens.get(at) else { break };
            batch.spare.push(token);
            let range = token.term.text_range();
            if range.is_some_and(|(start, end)| unchanged.contains(start as usize, end as usize)) {
                continue;
            }
            let term = self.runner.form(&self.transform, text, batch, token.term);
            if term != token.term {
                batch.spare.push(BatchToken { term, position_increment: 0, ..token });
            }
        }
        std::mem::swap(&mut batch.tokens, &mut batch.spare);
    }

    /// Finds the tokens whose terms may change. Returns the range of the text that contains the terms if it is worth
    /// being mapped as one, and `None` without memory.
    fn find_terms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>) -> Option<Option<Range<usize>>> {
        self.terms.clear();
        self.terms.try_reserve(batch.tokens.len()).ok()?;
        let mut unchanged = Runner::unchanged_terms(&self.transform, text);
        let (mut first, mut last, mut units, mut in_text) = (usize::MAX, 0, 0, true);
        for (at, token) in (0..).zip(&batch.tokens) {
            match token.term.text_range().map(|(start, end)| (start as usize, end as usize)) {
                Some((start, end)) if unchanged.contains(start, end) => continue,
                Some((start, end)) => (first, last, units) = (first.min(start), last.max(end), units + end - start),
                None => in_text = false,
            }
            self.terms.push(at);
        }
        let is_dense = in_text && self.terms.len() >= MIN_TERMS_TOGETHER && last - first <= units * MAX_TEXT_PER_UNIT;
        Some(is_dense.then_some(first..last))
    }

    /// Maps the text that contains the terms to lower case, and takes the terms from the result; returns false for
    /// other transforms, and if terms have to be mapped one by one.
    ///
    /// PERF: German terms take half the time.
    fn lower_together<U: CodeUnit>(&mut self, text: &[U], range: Range<usize>, batch: &mut Batch<U>) -> bool {
        let (tokens, arena) = batch.tokens_and_arena();
        let Some(lower) = self.runner.runner.lower_same_length(&self.transform, text.part(range.clone())) else {
            return false;
        };
        let whole = arena.write(|arena| arena.extend(lower));
        for &at in &self.terms {
            let Some(token) = tokens.get_mut(at as usize) else { break };
            let Some((start, end)) = token.term.text_range() else { continue };
            token.term = whole.part(start as usize - range.start, end as usize - range.start);
        }
        true
    }
}

impl CachedRunner {
    fn new(transform: &Transform) -> CachedRunner {
        let recent = if transform.is_lower_case() { None } else { Some(TermCache::default()) };
        CachedRunner { runner: Runner::default(), recent }
    }

    /// The transformed term, written to the arena; the term itself if it is unchanged.
    #[inline]
    fn form<U: CodeUnit>(&mut self, transform: &Transform, text: &[U], batch: &mut Batch<U>, term: Term) -> Term {
        let Some(recent) = &mut self.recent else { return self.transform(transform, text, batch, term) };
        let (hash, form) = recent.get(batch.units(text, term));
        match form {
            Some(TermForm::Unchanged) => return term,
            Some(TermForm::Changed(form)) => return batch.write(|arena| arena.extend(form)),
            None => {}
        }
        let form = self.transform(transform, text, batch, term);
        // Without memory the form is cut.
        if let Some(recent) = self.recent.as_mut().filter(|_| !batch.is_out_of_memory()) {
            let units = batch.units(text, form);
            let cached = if form == term { TermForm::Unchanged } else { TermForm::Changed(units) };
            recent.put(hash, batch.units(text, term), cached);
        }
        form
    }

    /// [`CachedRunner::form`] without the cache.
    fn transform<U: CodeUnit>(&mut self, transform: &Transform, text: &[U], batch: &mut Batch<U>, term: Term) -> Term {
        let runner = &mut self.runner;
        if runner.transform(transform, batch.units(text, term)).is_err() || runner.is_unchanged() {
            return term;
        }
        // The changed term is moved from the runner to the arena.
        batch.write(|arena| runner.write(&[], |units| arena.extend(units)))
    }
}
