//! The size of patterns with their objects expanded.

use super::pattern::{OBJECT, PatternObject, PatternToken};
use std::collections::HashMap;

/// The extent of a pattern or an output with its objects expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ExpandedSize {
    /// The number of tokens.
    pub(super) tokens: usize,
    /// The depth of nested segments, quantifiers and functions.
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpandedSizeError {
    /// A segment contains a reference to itself.
    Cycle,
    /// Objects are nested too deep.
    TooDeep,
}

/// Counts expansions.
pub(super) struct ExpandedSizes<'a> {
    pub(super) objects: &'a [PatternObject],
    /// Those of objects; `None` while one is being counted.
    pub(super) known: &'a mut HashMap<PatternToken, Option<ExpandedSize>>,
    /// The maximum depth.
    pub(super) nesting: usize,
}

impl ExpandedSizes<'_> {
    /// The expansion of tokens at a depth. In an output a segment is the text that it matched.
    pub(super) fn of(
        &mut self,
        tokens: &[PatternToken],
        is_input: bool,
        depth: usize,
    ) -> Result<ExpandedSize, ExpandedSizeError> {
        let mut all = ExpandedSize::default();
        for &token in tokens {
            let object = token.checked_sub(OBJECT).and_then(|index| self.objects.get(index as usize));
            let inner = match object {
                Some(PatternObject::Segment { pattern, .. }) if is_input => pattern,
                Some(PatternObject::Quantifier { pattern, .. }) => pattern,
                Some(PatternObject::Function { output, .. }) => output,
                _ => {
                    all.tokens = all.tokens.saturating_add(1);
                    continue;
                }
            };
            let expansion = match self.known.get(&token) {
                Some(known) => known.ok_or(ExpandedSizeError::Cycle)?,
                None if depth == self.nesting => return Err(ExpandedSizeError::TooDeep),
                None => {
                    self.known.insert(token, None);
                    let counted = self.of(inner, is_input, depth + 1)?;
                    self.known.insert(token, Some(counted));
                    counted
                }
            };
            all.tokens = all.tokens.saturating_add(expansion.tokens).saturating_add(1);
            all.depth = all.depth.max(expansion.depth + 1);
        }
        if depth + all.depth > self.nesting { Err(ExpandedSizeError::TooDeep) } else { Ok(all) }
    }
}
