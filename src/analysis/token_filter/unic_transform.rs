//! Token filter `unic_transform`: applies a transform to each whole term (ruling U11). Offsets, type, position and keyword mark
//! stay; a term may become empty or contain spaces. A term that exceeds a limit is kept unchanged.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::normalization::UNICODE_SET_FILTER;
use crate::analysis::options::OptionSpec;
use crate::analysis::transform::{self, DIR, ID, RULES};
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
        Ok(Arc::new(TransformFilter {
            transform: transform::build(options)?,
            keep_original: options.boolean(&KEEP_ORIGINAL),
            runner: Runner::default(),
        }))
    }),
};

/// The token filter `unic_transform`.
#[derive(Clone, Debug)]
pub struct TransformFilter {
    transform: Arc<Transform>,
    keep_original: bool,
    runner: Runner,
}

impl<U: CodeUnit> TokenFilter<U> for TransformFilter {
    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        batch.spare.clear();
        let mut unchanged = Runner::unchanged_terms(&self.transform, text);
        for at in 0..batch.tokens.len() {
            let Some(token) = batch.tokens.get(at) else { break };
            let range = token.term.text_range();
            let is_unchanged = range.is_some_and(|(start, end)| unchanged.contains(start as usize, end as usize));
            if is_unchanged && !self.keep_original {
                continue;
            }
            let token = *token;
            let changed = !is_unchanged
                && self.runner.transform(&self.transform, batch.units(text, token.term)).is_ok()
                && !self.runner.is_unchanged();
            if !changed {
                if self.keep_original {
                    batch.spare.push(token);
                }
                continue;
            }
            let runner = &mut self.runner;
            // The changed term is moved from the runner to the arena.
            let term = batch.write(|arena| runner.write(&[], |units| arena.extend(units)));
            if self.keep_original {
                batch.spare.push(token);
                batch.spare.push(BatchToken { term, position_increment: 0, ..token });
            } else {
                batch.tokens.iter_mut().skip(at).take(1).for_each(|token| token.term = term);
            }
        }
        if self.keep_original {
            std::mem::swap(&mut batch.tokens, &mut batch.spare);
        }
    }
}
