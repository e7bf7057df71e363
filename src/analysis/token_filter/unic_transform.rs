//! Token filter `unic_transform`: applies a transform to each whole term (ruling U11). Offsets, type, position and
//! keyword mark stay; a term may become empty or contain spaces. A term that exceeds a limit is kept unchanged.

use crate::analysis::batch::{Batch, BatchToken, Term};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::OptionSpec;
use crate::analysis::term_cache::{TermCache, TermForm};
use crate::analysis::transform::{self, DIR, ID, RULES, UNICODE_SET_FILTER};
use crate::unicode::text::CodeUnit;
use crate::unicode::transform::{Runner, Transform};
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
        Ok(Arc::new(TransformFilter { transform, keep_original, runner }))
    }),
};

/// The token filter `unic_transform`.
#[derive(Clone, Debug)]
pub struct TransformFilter {
    transform: Arc<Transform>,
    keep_original: bool,
    runner: CachedRunner,
}

/// Transforms terms, with a cache of recent ones.
#[derive(Clone, Debug)]
struct CachedRunner {
    runner: Runner,
    /// `None` for lower case, which takes no longer than a lookup.
    recent: Option<TermCache>,
}

impl<U: CodeUnit> TokenFilter<U> for TransformFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.spare.clear();
        let mut unchanged = Runner::unchanged_terms(&self.transform, text);
        for at in 0..batch.tokens.len() {
            let Some(&token) = batch.tokens.get(at) else { break };
            let range = token.term.text_range();
            let is_unchanged = range.is_some_and(|(start, end)| unchanged.contains(start as usize, end as usize));
            if is_unchanged && !self.keep_original {
                continue;
            }
            let term =
                if is_unchanged { token.term } else { self.runner.form(&self.transform, text, batch, token.term) };
            if self.keep_original {
                batch.spare.push(token);
                if term != token.term {
                    batch.spare.push(BatchToken { term, position_increment: 0, ..token });
                }
            } else {
                batch.set_term(at, term);
            }
        }
        if self.keep_original {
            std::mem::swap(&mut batch.tokens, &mut batch.spare);
        }
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
