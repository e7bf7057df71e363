//! Token filter `unic_transform`: applies a transform to each whole term (ruling U11). Offsets, type, position and
//! keyword mark stay; a term may become empty or contain spaces. A term that exceeds a limit is kept unchanged.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::candidate_terms::CandidateTerms;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::OptionSpec;
use crate::analysis::term_cache::{TermCache, TermForm};
use crate::analysis::transform_options::{self, DIR, ID, RULES, UNICODE_SET_FILTER};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use crate::unicode::transform::{Runner, Transform};
use std::ops::Range;
use std::sync::Arc;

/// The option `keep_original`.
pub static KEEP_ORIGINAL: OptionSpec = OptionSpec::boolean(
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
        let transform = transform_options::build(options)?;
        let (keep_original, runner) = (options.boolean(&KEEP_ORIGINAL), CachedRunner::new(&transform));
        Ok(Arc::new(TransformFilter { transform, keep_original, runner, pending: Vec::new() }))
    }),
};

/// The token filter `unic_transform`.
#[derive(Clone, Debug)]
pub struct TransformFilter {
    transform: Arc<Transform>,
    keep_original: bool,
    runner: CachedRunner,
    /// The indices in the batch of the tokens whose terms may change and are not transformed yet.
    pending: Vec<u32>,
}

/// Transforms terms, with a cache of recent ones.
#[derive(Clone, Debug)]
struct CachedRunner {
    runner: Runner,
    /// `None` for lower case, which takes no longer than a lookup.
    recent: Option<TermCache>,
}

impl<U: CodeUnit> TokenFilter<U> for TransformFilter {
    fn omit_originals(&mut self) {
        self.keep_original = false;
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        if self.keep_original {
            return self.add_terms(text, batch);
        }
        let Some(found) = self.find_terms(text, batch) else { return batch.record_out_of_memory() };
        if let Some(range) = found.dense_range() {
            self.lower_together(text, range, batch);
        }
        for &at in &self.pending {
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

    /// Finds the tokens whose terms may change; `None` without memory.
    fn find_terms<U: CodeUnit>(&mut self, text: &[U], batch: &Batch<U>) -> Option<CandidateTerms> {
        self.pending.clear();
        self.pending.try_reserve(batch.tokens.len()).ok()?;
        let mut unchanged = Runner::unchanged_terms(&self.transform, text);
        let mut found = CandidateTerms::NONE;
        for (at, token) in (0..).zip(&batch.tokens) {
            if let Some((start, end)) = token.term.text_range() {
                let (start, end) = (start as usize, end as usize);
                if unchanged.contains(start, end) {
                    continue;
                }
                found.add(start, end);
            }
            self.pending.push(at);
        }
        Some(found)
    }

    /// Maps the text that contains the terms to lower case, and takes the terms from the result. Keeps those that are
    /// to be transformed alone: terms of other transforms, and those that are not in the text.
    ///
    /// PERF: German terms take two thirds of the time.
    fn lower_together<U: CodeUnit>(&mut self, text: &[U], range: Range<usize>, batch: &mut Batch<U>) {
        let (tokens, arena) = batch.tokens_and_arena();
        let start = range.start;
        let Some(lower) = self.runner.runner.lower_same_length(&self.transform, text.part(range)) else { return };
        let whole = arena.write(|arena| arena.extend(lower));
        self.pending.retain(|&at| {
            let Some(token) = tokens.get_mut(at as usize) else { return false };
            let Some((term_start, term_end)) = token.term.text_range() else { return true };
            token.term = whole.part(term_start as usize - start, term_end as usize - start);
            false
        });
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
