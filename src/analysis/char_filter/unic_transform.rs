//! Char filter `unic_transform`: applies a transform to the whole text, with exact offsets (rulings U11, U7a).

use crate::analysis::component::{Build, CharFilter, ComponentSpec};
use crate::analysis::normalization::EXPANSION_OFFSETS;
use crate::analysis::offset_map_builder::OffsetPolicy;
use crate::analysis::rewriter::Rewriter;
use crate::analysis::transform_options::{self, DIR, ID, RULES, UNICODE_SET_FILTER};
use crate::unicode::part::SlicePart;
use crate::unicode::text::CodeUnit;
use crate::unicode::transform::{PieceOptions, Runner, Transform};
use std::sync::Arc;

/// The component type of the char filter `unic_transform`.
pub static SPEC: ComponentSpec = ComponentSpec {
    type_name: "unic_transform",
    help: "transforms the text before tokenization",
    options: &[&ID, &DIR, &RULES, &UNICODE_SET_FILTER, &EXPANSION_OFFSETS],
    has_default_instance: true,
    fits_normalizer: true,
    version: 1,
    build: Build::CharFilter(|options, _| {
        let cover = options.text(&EXPANSION_OFFSETS) == Some("cover");
        Ok(Arc::new(TransformCharFilter {
            transform: transform_options::build(options)?,
            cover,
            runner: Runner::default(),
        }))
    }),
};

/// The char filter `unic_transform`.
#[derive(Clone, Debug)]
pub struct TransformCharFilter {
    transform: Arc<Transform>,
    cover: bool,
    runner: Runner,
}

impl<U: CodeUnit> CharFilter<U> for TransformCharFilter {
    fn filter(&mut self, rewriter: &mut Rewriter<'_, U>) {
        let source = rewriter.source();
        let options = PieceOptions { is_fine_grained: self.cover, max_length: rewriter.max_length() };
        if self.runner.transform_with_pieces(&self.transform, source, options).is_err() {
            return rewriter.exceed_limit();
        }
        let policy = if self.cover { OffsetPolicy::Span } else { OffsetPolicy::AlignEnd };
        let (mut unit, mut point) = (0, 0);
        let mut replacement: Vec<U> = Vec::new();
        for piece in self.runner.pieces() {
            let start = units_to(source, &mut unit, &mut point, piece.source_start);
            let length = units_to(source, &mut unit, &mut point, piece.source_end);
            rewriter.keep(start);
            replacement.clear();
            for c in self.runner.result(piece.result_start, piece.result_end) {
                let (units, length) = U::encode(c);
                replacement.extend_from_slice(units.part(..length));
            }
            rewriter.replace(length, &replacement, policy);
        }
    }
}

/// Advances to the code point with index `to`, and returns the number of code units from there on.
fn units_to<U: CodeUnit>(text: &[U], unit: &mut usize, point: &mut usize, to: usize) -> usize {
    let from = *unit;
    while *point < to {
        *unit += U::decode(text, *unit).map_or(1, |(_, length)| length);
        *point += 1;
    }
    *unit - from
}
