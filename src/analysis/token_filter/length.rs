//! Token filter `length`: keeps terms within a range of lengths in UTF-16 units. Removed tokens leave gaps in the
//! positions.

use crate::analysis::batch::{Batch, BatchToken};
use crate::analysis::build_error::BuildError;
use crate::analysis::component::{Build, ComponentSpec, TokenFilter};
use crate::analysis::options::OptionSpec;
use crate::analysis::token_filter::position_gaps::PositionGaps;
use crate::unicode::text::{CodeUnit, utf16_length};
use std::sync::Arc;

static MIN: OptionSpec = OptionSpec::integer("min", 0, i32::MAX as i64, 0, "minimum length of a term, in UTF-16 units");
static MAX: OptionSpec =
    OptionSpec::integer("max", 0, i32::MAX as i64, i32::MAX as i64, "maximum length of a term, in UTF-16 units");

/// The component type of the token filter `length`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "length",
    help: "removes terms that are too short or too long",
    options: &[&MIN, &MAX],
    has_default_instance: true,
    fits_normalizer: false,
    version: 1,
    build: Build::TokenFilter(|options, _| {
        let (min, max) = (options.length(&MIN), options.length(&MAX));
        if min > max {
            return Err(BuildError::wrong_value(
                &MIN,
                format!("`min` is {min}, `max` is {max}"),
                "`min` at most `max`",
            ));
        }
        Ok(Arc::new(LengthFilter { min, max, gaps: PositionGaps::default() }))
    }),
};

/// The token filter `length`.
#[derive(Clone, Debug)]
pub struct LengthFilter {
    min: usize,
    max: usize,
    gaps: PositionGaps,
}

impl<U: CodeUnit> TokenFilter<U> for LengthFilter {
    fn reset(&mut self) {
        self.gaps.reset();
    }

    fn filter(&mut self, text: &[U], batch: &mut Batch<U>) {
        let (min, max) = (self.min, self.max);
        self.gaps.remove(batch, |batch, tokens| {
            let fits = |token: &BatchToken| (min..=max).contains(&utf16_length(batch.units(text, token.term)));
            tokens.iter().enumerate().fold(0, |bits, (at, token)| bits | u64::from(!fits(token)) << at)
        });
    }
}
