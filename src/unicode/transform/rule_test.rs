//! The test of a rule that precedes the match of its pattern.

use super::gap_buffer::BufferElement;
use super::pattern::{OBJECT, PatternObject, PatternToken, is_one_code_point};
use super::rule::TransformRule;

/// No token of a rule.
const NO_TOKEN: PatternToken = PatternToken::MAX;

/// A prefilter for a rule of a list: tests the code point before the cursor, and the second and third one of the match,
/// which rejects most rules that do not match. [`NO_TOKEN`] means no test.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleTest {
    /// The number of tokens of the key that the index has matched: 0 or 1.
    pub(super) known: u8,
    /// Whether the output is literal, with the cursor at its end.
    pub(super) is_literal: bool,
    /// Whether the output is literal, wherever the cursor is.
    pub(super) has_literal_output: bool,
    /// The tokens of the second and the third code point, inside or outside of segments, if the match of all tokens
    /// before is as long.
    next: [PatternToken; 2],
    /// The last token before the key, if its match is one code point.
    before: PatternToken,
}

impl RuleTest {
    /// The test that admits every position and knows nothing of the rule, for the reference implementation.
    #[cfg(test)]
    pub(super) const NONE: RuleTest =
        RuleTest { known: 0, is_literal: false, has_literal_output: false, next: [NO_TOKEN; 2], before: NO_TOKEN };

    pub(super) fn new(rule: &TransformRule, objects: &[PatternObject]) -> RuleTest {
        let one = |index: usize| rule.pattern().get(index).copied().filter(|&token| is_one_code_point(token, objects));
        let is_known = rule.key_end > rule.key_start && one(rule.key_start()).is_some();
        let mut start = Vec::new();
        single_tokens(rule.key_and_post(), objects, &mut start);
        let next = [1, 2].map(|index| start.get(index).copied().unwrap_or(NO_TOKEN));
        RuleTest {
            known: u8::from(is_known),
            is_literal: rule.is_literal(),
            has_literal_output: rule.has_literal_output(),
            next,
            before: rule.key_start().checked_sub(1).and_then(one).unwrap_or(NO_TOKEN),
        }
    }

    /// `before` and `after`: the elements around the cursor; `limit`: the number of those after it that a key may
    /// match.
    #[inline(always)]
    pub(super) fn admits<S: BufferElement>(
        self,
        before: Option<&S>,
        after: &[S],
        limit: usize,
        objects: &[PatternObject],
    ) -> bool {
        let is_found = |token: PatternToken, element: Option<&S>, is_end: bool| {
            if token == NO_TOKEN {
                return true;
            }
            let c = element.map(|element| element.code_point());
            match token.checked_sub(OBJECT) {
                None => c == Some(token),
                Some(index) => match objects.get(index as usize) {
                    // `[$]` matches the end of the key and of the text.
                    Some(PatternObject::Set(set)) => {
                        c.is_some_and(|c| set.contains(c)) || set.has_anchor() && (is_end || c.is_none())
                    }
                    _ => false,
                },
            }
        };
        let [second, third] = self.next;
        is_found(second, after.get(1), limit <= 1)
            && is_found(self.before, before, false)
            && is_found(third, after.get(2), limit <= 2)
    }
}

/// Adds the tokens of the first code points of a pattern up to one that may not match exactly one, except that a set
/// with `$` may be the last one. Returns whether all tokens of the pattern match one each.
fn single_tokens(pattern: &[PatternToken], objects: &[PatternObject], tokens: &mut Vec<PatternToken>) -> bool {
    pattern.iter().all(|&token| match token.checked_sub(OBJECT).map(|index| objects.get(index as usize)) {
        Some(Some(PatternObject::Segment { pattern, .. })) => {
            tokens.len() < 3 && single_tokens(pattern, objects, tokens)
        }
        Some(Some(PatternObject::Set(set))) if set.has_anchor() && !set.has_strings() => {
            tokens.push(token);
            false
        }
        _ if tokens.len() < 3 && is_one_code_point(token, objects) => {
            tokens.push(token);
            true
        }
        _ => false,
    })
}
