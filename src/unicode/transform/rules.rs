//! A pass of rules: at each position, the first rule that matches replaces its key (LDML part 2, "Transform Rules").

use super::end_cursors::end_cursors;
use super::error::LimitReached;
use super::gap_buffer::{BufferElement, GapBuffer, GapSides, GapView, MAX_SHORT_OUTPUT, ShortStep, TransformPosition};
use super::index::{FirstIndex, RuleList};
use super::index_builder::IndexBuilder;
use super::pattern::{OBJECT, PatternObject, PatternToken};
use super::pattern_matcher::{MatchState, PatternMatcher};
use super::rule::TransformRule;
use super::rule_test::RuleTest;
use super::run_buffers::{GROWTH, RunBuffers, max_work};
use super::scan_memo::PatternPart;
use super::source_set::SourceSet;
use crate::unicode::part::SlicePart;
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// The rules of one pass, with an index from the first code point to the rules that may match there.
#[derive(Debug)]
pub(super) struct TransformRules {
    rules: Vec<TransformRule>,
    /// The test of each rule that precedes the match of its pattern.
    tests: Vec<RuleTest>,
    objects: Arc<Vec<PatternObject>>,
    index: FirstIndex,
    /// The code points at which a rule may start. A filter on the pass limits where the cursor starts, not where rules
    /// move it to.
    source_set: Arc<SourceSet>,
    is_pointwise: bool,
}

/// The number of steps per UTF-16 unit after which rules that move the cursor back have no result (ICU: `loopLimit`).
const MAX_STEPS_PER_UNIT: usize = 16;

impl TransformRules {
    /// Maximum number of rules of one pass.
    pub(super) const MAX_RULES: usize = u16::MAX as usize - 1;

    pub(super) fn new(mut rules: Vec<TransformRule>, objects: Arc<Vec<PatternObject>>) -> TransformRules {
        end_cursors(&mut rules, &objects);
        let index = IndexBuilder::new(&rules, &objects).build();
        TransformRules::with_index(rules, objects, index)
    }

    /// A rule set with a finished index.
    pub(super) fn with_index(
        mut rules: Vec<TransformRule>,
        objects: Arc<Vec<PatternObject>>,
        index: FirstIndex,
    ) -> TransformRules {
        rules.shrink_to_fit();
        let mut tests: Vec<RuleTest> = rules.iter().map(|rule| RuleTest::new(rule, &objects)).collect();
        if index.is_coarse() {
            tests.iter_mut().for_each(|test| test.known = 0);
        }
        let is_pointwise = index.is_direct() && rules.iter().all(|rule| rule.output().len() < GROWTH);
        let source_set = Arc::new(index.source_set().build());
        TransformRules { rules, tests, objects, index, source_set, is_pointwise }
    }

    pub(super) fn rules(&self) -> &[TransformRule] {
        &self.rules
    }

    pub(super) fn objects(&self) -> &[PatternObject] {
        &self.objects
    }

    pub(super) fn index(&self) -> &FirstIndex {
        &self.index
    }

    /// Whether every rule replaces one code point in any context by a literal within the limits.
    pub(super) fn is_pointwise(&self) -> bool {
        self.is_pointwise
    }

    /// The ranges of code points that keys start with, with their last code points, in the order of the rules.
    pub(super) fn key_ranges(&self) -> Vec<(u32, u32)> {
        self.starts_of_rules(|_| true)
    }

    /// The ranges of [`TransformRules::key_ranges`] of the rules with some outputs.
    pub(super) fn starts_of_rules(&self, has_output: impl Fn(&[PatternToken]) -> bool) -> Vec<(u32, u32)> {
        let mut ranges = Vec::new();
        let rules = self.rules.iter().filter(|rule| has_output(rule.output()));
        for &token in rules.filter_map(|rule| rule.key().first()) {
            match token.checked_sub(OBJECT).map(|index| self.objects.get(index as usize)) {
                None => ranges.push((token, token)),
                Some(Some(PatternObject::Set(set))) => ranges.extend(set.set().ranges()),
                Some(_) => {}
            }
        }
        ranges
    }

    /// The output of the direct rule of a code point; complete if [`TransformRules::is_pointwise`].
    #[inline(always)]
    pub(super) fn direct(&self, c: u32) -> Option<&[PatternToken]> {
        let rule = self.index.list(c).direct().and_then(|number| self.rules.get(number));
        rule.map(TransformRule::output)
    }

    /// Whether a pass over a range has the result of separate passes over its runs of a filter: no key reaches beyond a
    /// run, since all its code points pass the filter, and the cursor never moves back.
    pub(super) fn are_independent_of_runs(&self, filter: &UnicodeSet) -> bool {
        let passes = |&token: &PatternToken| match token.checked_sub(OBJECT) {
            None => filter.contains(token),
            Some(index) => match self.objects.get(index as usize) {
                Some(PatternObject::Set(set)) => set.is_code_point_set() && set.is_within(filter),
                _ => false,
            },
        };
        self.rules
            .iter()
            .all(|rule| rule.is_literal() && rule.key_end > rule.key_start && rule.key().iter().all(passes))
    }

    /// The code points at which a rule may start.
    pub(super) fn source_set(&self) -> &Arc<SourceSet> {
        &self.source_set
    }

    /// Transforms a range. More than 16 steps per code unit count as a loop without end.
    ///
    /// ```text
    /// until the cursor is at the end:
    ///     while the limits are far, and the next code point is kept or has a direct rule of one code point:
    ///         keep it, or write the output
    ///     if the list of the next code point, refined by its neighbours, has a direct rule: write the output
    ///     else if test and pattern of a rule of the list match:
    ///         write the output of the first such rule, move the cursor
    ///     else move by one code point
    /// ```
    ///
    /// The gap of the text is always at the cursor, so that a match reads two slices and the output is appended to the
    /// first of them. Nearly all steps are those of the inner loop: they change only the gap and `rest`, the length of
    /// the text up to the limit, from which the position is computed before any other step.
    #[inline(never)]
    pub(super) fn transform<S: BufferElement>(
        &self,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        let source_set = &*self.source_set;
        let first = text.find(at.start, at.limit, |c| source_set.contains(c));
        if first == at.limit {
            at.start = at.limit;
            return Ok(());
        }
        let max_steps = MAX_STEPS_PER_UNIT * text.utf16_length(at.start, at.limit);
        buffers.matching.memo.start_range(at.start, text.len() - at.limit);
        buffers.work = max_work(at.limit - at.start);
        let mut steps = first - at.start;
        text.seek(first);
        let mut rest = at.limit - first;
        let context_after = at.context_limit - at.limit;
        let locate = |text: &GapBuffer<S>, rest: usize, at: &mut TransformPosition| {
            at.start = text.cursor();
            at.limit = at.start + rest;
            at.context_limit = at.limit + context_after;
        };
        while rest > 0 {
            if steps > max_steps || text.len() > buffers.max_length {
                return Err(LimitReached);
            }
            let is_far = steps + rest <= max_steps && text.len() + (MAX_SHORT_OUTPUT - 1) * rest <= buffers.max_length;
            let (mut found, mut left) = (None, rest);
            let count = text.replace_each(rest, |element, text| {
                let step = self.short_step(element, text, left, is_far, &mut found);
                left -= 1;
                step
            });
            steps += count;
            rest -= count;
            let Some((element, list)) = found else { break };
            if steps > max_steps {
                return Err(LimitReached);
            }
            steps += 1;
            if let Some(rule) = list.direct().filter(|_| list.length() <= rest).and_then(|rule| self.rules.get(rule)) {
                replace_direct(rule, list.length(), element, text, buffers);
                rest -= list.length();
                continue;
            }
            locate(text, rest, at);
            if !self.replace_one(self.index.rules(list), text, at, buffers)? {
                text.advance(1);
                at.start += 1;
            }
            rest = at.limit - at.start;
        }
        locate(text, 0, at);
        Ok(())
    }

    /// The step for the element after the gap: it is kept if its list, refined by its neighbours, has no rule, or a
    /// single one that its test rejects. If the limits are far, it is replaced by a direct output of up to
    /// [`MAX_SHORT_OUTPUT`] elements. Else `found` is the element and its list. `rest` is the number of elements up to
    /// the limit.
    #[inline(always)]
    fn short_step<'r, S: BufferElement>(
        &'r self,
        element: S,
        text: GapView<'_, S>,
        rest: usize,
        is_far: bool,
        found: &mut Option<(S, &'r RuleList)>,
    ) -> ShortStep<S> {
        let c = element.code_point();
        if !self.source_set.contains(c) {
            return ShortStep::Keep;
        }
        let list = self.index.narrow(self.index.list(c), text.second(), || text.before());
        if let Some((output, count)) = self.index.short_output(list).filter(|_| is_far) {
            // A replacement of one element keeps its piece.
            return ShortStep::Replace(output.map(|token| element.with(token)), count);
        }
        if list.is_empty() {
            return ShortStep::Keep;
        }
        let GapSides { before, after } = text.sides();
        if list.direct().is_none() && !self.may_match(list, before.last(), after, rest) {
            return ShortStep::Keep;
        }
        *found = Some((element, list));
        ShortStep::Stop
    }

    /// Whether a list has several rules, or one that its test admits.
    #[inline(never)]
    fn may_match<S: BufferElement>(&self, list: &RuleList, before: Option<&S>, after: &[S], limit: usize) -> bool {
        let test = self.index.only_rule(list).and_then(|rule| self.tests.get(rule));
        test.is_none_or(|test| test.admits(before, after, limit, &self.objects))
    }

    /// Applies the first rule that matches at the cursor.
    #[inline]
    fn replace_one<S: BufferElement>(
        &self,
        list: &[u16],
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<bool, LimitReached> {
        for number in list.iter().map(|&number| usize::from(number)) {
            let Some((rule, test)) = self.rules.get(number).zip(self.tests.get(number)) else { continue };
            let GapSides { before, after } = text.sides();
            if test.admits(before.last(), after, at.limit - at.start, &self.objects)
                && let Some(found) = self.find(rule, test, text.sides(), at, buffers)
            {
                self.replace(rule, test, found, text, at, buffers)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Matches a rule at the cursor.
    #[inline]
    fn find<S: BufferElement>(
        &self,
        rule: &TransformRule,
        test: &RuleTest,
        text: GapSides<'_, S>,
        at: &TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Option<RuleMatch> {
        let found = self.find_once(rule, test, text, at, &mut buffers.matching)?;
        if buffers.matching.skipped_segments && rule.segments > 0 && !test.is_literal {
            // The output may have segments that were skipped.
            let (again, scanned) = buffers.matching.capture_all(|state| self.find_once(rule, test, text, at, state));
            buffers.work = buffers.work.saturating_sub(scanned);
            return again;
        }
        Some(found)
    }

    #[inline(always)]
    fn find_once<S: BufferElement>(
        &self,
        rule: &TransformRule,
        test: &RuleTest,
        text: GapSides<'_, S>,
        at: &TransformPosition,
        state: &mut MatchState,
    ) -> Option<RuleMatch> {
        if rule.segments > 0 {
            state.start(rule.segments);
        }
        let matcher = PatternMatcher { objects: &self.objects, text };
        let ante_limit = at.context_start as isize - at.start as isize - 1;
        let mut before = -1;
        if rule.key_start > 0 {
            state.part = PatternPart::Ante;
            if !matcher.pattern(rule.ante(), &mut before, ante_limit, state) {
                return None;
            }
        }
        if rule.anchor_start && before != ante_limit {
            return None;
        }
        let known = usize::from(test.known);
        let mut position = known as isize;
        let key = rule.key().part(known..);
        state.part = PatternPart::Key;
        if !matcher.pattern(key, &mut position, (at.limit - at.start) as isize, state) {
            return None;
        }
        let key = position as usize;
        let context_limit = (at.context_limit - at.start) as isize;
        if rule.key_end < rule.pattern_end {
            state.part = PatternPart::Post;
            if !matcher.pattern(rule.post(), &mut position, context_limit, state) {
                return None;
            }
        }
        if rule.anchor_end && position != context_limit {
            return None;
        }
        Some(RuleMatch {
            earliest: at.start.saturating_add_signed(before + 1),
            key,
            latest: at.start + position as usize,
        })
    }

    /// Writes the output and moves the cursor.
    fn replace<S: BufferElement>(
        &self,
        rule: &TransformRule,
        test: &RuleTest,
        found: RuleMatch,
        text: &mut GapBuffer<S>,
        at: &mut TransformPosition,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(), LimitReached> {
        let piece = joined(text, at.start, found.key, buffers);
        if test.is_literal {
            rule.output().iter().for_each(|&token| text.put(piece.with(token)));
            text.take(found.key);
            at.resize(found.key, rule.output().len());
            at.start += rule.output().len();
            return Ok(());
        }
        let (new, inside) = if test.has_literal_output {
            rule.output().iter().for_each(|&token| text.put(piece.with(token)));
            (rule.output().len(), rule.cursor.max(0) as usize)
        } else {
            self.put_output(rule, piece, text, buffers)?
        };
        buffers.spend(new + found.key)?;
        text.take(found.key);
        let latest = found.latest + new - found.key;
        at.resize(found.key, new);
        let (tokens, cursor) = (rule.output().len() as isize, rule.cursor as isize);
        let cursor = if cursor < 0 {
            at.start.saturating_sub(cursor.unsigned_abs())
        } else if cursor > tokens {
            at.start + new + (cursor - tokens) as usize
        } else {
            at.start + inside
        };
        let end = at.start + new;
        at.start = cursor.min(latest).min(at.limit).max(found.earliest);
        if at.start < end {
            buffers.matching.memo.rewind(at.start, text.len() - end);
        }
        text.seek(at.start);
        Ok(())
    }

    /// Writes an output of segments and functions; returns its length, and the length before the cursor.
    fn put_output<S: BufferElement>(
        &self,
        rule: &TransformRule,
        piece: S,
        text: &mut GapBuffer<S>,
        buffers: &mut RunBuffers<S>,
    ) -> Result<(usize, usize), LimitReached> {
        let mut output = std::mem::take(&mut buffers.output);
        output.clear();
        let inside = self.write(rule.output(), rule.cursor as isize, piece, text.sides(), &mut output, buffers);
        let new = output.len();
        output.iter().for_each(|&element| text.put(element));
        buffers.output = output;
        Ok((new, inside?))
    }

    /// Appends the text of output tokens; returns the length of the text before the token `cursor`.
    fn write<S: BufferElement>(
        &self,
        tokens: &[PatternToken],
        cursor: isize,
        piece: S,
        text: GapSides<'_, S>,
        out: &mut Vec<S>,
        buffers: &mut RunBuffers<S>,
    ) -> Result<usize, LimitReached> {
        let start = out.len();
        let mut inside = 0;
        for (index, &token) in tokens.iter().enumerate() {
            if index as isize == cursor {
                inside = out.len() - start;
            }
            if token < OBJECT {
                out.push(piece.with(token));
                continue;
            }
            match self.objects.get((token - OBJECT) as usize) {
                Some(PatternObject::Segment { number, .. }) => {
                    let matched =
                        number.checked_sub(1).and_then(|index| buffers.matching.segments.get(index).copied().flatten());
                    let (from, to) = matched.unwrap_or_default();
                    out.extend((from..to).filter_map(|offset| text.get(offset)).map(|c| piece.with(c)));
                }
                Some(PatternObject::Function { transform, output, .. }) => {
                    let mut argument = Vec::new();
                    self.write(output, -1, S::default(), text, &mut argument, buffers)?;
                    buffers.spend(argument.len())?;
                    transform.apply_to_part(&mut argument, buffers)?;
                    out.extend(argument.iter().map(|element| piece.with(element.code_point())));
                }
                _ => {}
            }
            if out.len() > buffers.max_length {
                return Err(LimitReached);
            }
        }
        if tokens.len() as isize == cursor {
            inside = out.len() - start;
        }
        Ok(inside)
    }
}

/// The match of a rule.
struct RuleMatch {
    /// The start of the ante context.
    earliest: usize,
    /// The length of the key.
    key: usize,
    /// The end of the post context.
    latest: usize,
}

/// Replaces `length` elements at the cursor, whose first one is `element`, by the output of a direct rule.
#[inline(always)]
fn replace_direct<S: BufferElement>(
    rule: &TransformRule,
    length: usize,
    element: S,
    text: &mut GapBuffer<S>,
    buffers: &mut RunBuffers<S>,
) {
    let piece = if length == 1 { element } else { joined(text, text.cursor(), length, buffers) };
    text.take(length);
    rule.output().iter().for_each(|&token| text.put(piece.with(token)));
}

/// An element that carries the merged piece of replaced elements.
#[inline(always)]
fn joined<S: BufferElement>(text: &GapBuffer<S>, at: usize, length: usize, buffers: &mut RunBuffers<S>) -> S {
    if !S::TRACKS {
        return S::default();
    }
    let before = at.checked_sub(1).and_then(|before| text.element(before));
    buffers.pieces.join(text.slice(at, at + length), before)
}

#[cfg(test)]
mod tests {
    use super::super::Transform;
    use super::super::direction::Direction;
    use super::super::loader::Loader;
    use super::super::parser;
    use super::super::source_ranges::ChangedPiece;
    use super::*;
    use crate::unicode::rule_text::Limits;
    use proptest::prelude::*;

    impl TransformRules {
        /// Reference implementation: tries every rule at every code point, without the index and the tests.
        fn transform_by_definition<S: BufferElement>(
            &self,
            text: &mut GapBuffer<S>,
            at: &mut TransformPosition,
            buffers: &mut RunBuffers<S>,
        ) -> Result<(), LimitReached> {
            let test = RuleTest::NONE;
            let max_steps = MAX_STEPS_PER_UNIT * text.utf16_length(at.start, at.limit);
            buffers.work = max_work(at.limit - at.start);
            buffers.matching.short_scan = usize::MAX;
            let mut steps = 0;
            text.seek(at.start);
            while at.start < at.limit {
                if steps > max_steps || text.len() > buffers.max_length {
                    return Err(LimitReached);
                }
                steps += 1;
                let mut rules = self.rules.iter();
                let found = rules.find_map(|rule| Some((rule, self.find(rule, &test, text.sides(), at, buffers)?)));
                match found {
                    Some((rule, found)) => self.replace(rule, &test, found, text, at, buffers)?,
                    None => {
                        text.advance(1);
                        at.start += 1;
                    }
                }
            }
            Ok(())
        }
    }

    /// Returns the code points of the result, and the changed pieces if they are recorded.
    type Outcome = Option<(Vec<u32>, Vec<ChangedPiece>)>;

    fn outcome<S: BufferElement>(
        source: &[u32],
        range: (usize, usize),
        max_length: usize,
        transform: impl Fn(&mut GapBuffer<S>, &mut TransformPosition, &mut RunBuffers<S>) -> Result<(), LimitReached>,
    ) -> Outcome {
        let mut text = GapBuffer::default();
        text.set((0..).zip(source).map(|(at, &c)| S::new(c, at)));
        let mut buffers = RunBuffers { max_length, ..RunBuffers::default() };
        buffers.matching.short_scan = 1;
        buffers.pieces.start(source.len(), false);
        let mut at = TransformPosition { start: range.0, limit: range.1, ..TransformPosition::all(source.len()) };
        transform(&mut text, &mut at, &mut buffers).ok()?;
        text.close();
        let elements: Vec<u64> = text
            .whole()
            .iter()
            .map(|element| u64::from(element.piece()) << 32 | u64::from(element.code_point()))
            .collect();
        let pieces = if S::TRACKS { buffers.pieces.changed(source, &elements) } else { Vec::new() };
        Some((text.whole().iter().map(|element| element.code_point()).collect(), pieces))
    }

    fn rule() -> impl Strategy<Value = String> {
        let part = "([abc\u{416}\u{10400}]|\\[ab\\]|\\[\\^a\\]|\\[b-\u{416}\\]|\\[a\\$\\]|\\[a\\{bc\\}\\]|\\([ab]c?\\)|a\\+|b\\*|\\(\\[bc\\]\\)){1,3}";
        let context = prop_oneof![Just(String::new()), part];
        let output = "[abcx\u{416}]{0,3}(\\||\\|@)?[abx]{0,2}";
        (context.clone(), part, context, output).prop_map(|(ante, key, post, output)| {
            let ante = if ante.is_empty() { ante } else { ante + " { " };
            let post = if post.is_empty() { post } else { " } ".to_owned() + &post };
            format!("{ante}{key}{post} > {output};\n")
        })
    }

    /// A rule with quantifiers in all parts, also nested ones and ones with segments.
    fn rule_with_quantifiers() -> impl Strategy<Value = String> {
        let part = "(a|b|[ab]\\*|\\[a-c\\]\\+|\\[\\^c\\]\\*|\\[a\\{bc\\}\\]\\+|\\(a\\+ b\\?\\)\\*|\\(\\(a\\)\\? b\\)\\+|\\(\\[ab\\]\\* c\\)\\+|\\[c\\$\\]){1,2}";
        let context = prop_oneof![Just(String::new()), part];
        let output = "[abc]{0,2}(\\$1)?(\\||\\|@|@\\|)?[ab]{0,2}";
        (context.clone(), part, context, output)
            .prop_map(|(ante, key, post, output)| format!("{ante} {{ {key} }} {post} > {output};\n"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn stored_ends_of_quantifiers_equal_reference(
            rules in prop::collection::vec(rule_with_quantifiers(), 1..4),
            text in "[abc]{0,24}",
            cut in (0_usize..4, 0_usize..4),
        ) {
            let kept = |rule: &&String| parser::parse(rule, Direction::Forward, &Limits::default(), &|id| Loader::default().single(id)).is_ok();
            let rules: String = rules.iter().filter(kept).cloned().collect();
            let parsed = parser::parse(&rules, Direction::Forward, &Limits::default(), &|id| Loader::default().single(id));
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let start = cut.0.min(source.len());
            let range = (start, source.len().saturating_sub(cut.1).max(start));
            for rules in parsed.iter().flat_map(|parsed| &parsed.passes) {
                let stored = outcome::<u64>(&source, range, 1000, |text, at, buffers| rules.transform(text, at, buffers));
                let reference = outcome::<u64>(&source, range, 1000, |text, at, buffers| rules.transform_by_definition(text, at, buffers));
                if reference.is_some() {
                    prop_assert_eq!(stored, reference);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]
        /// A rule at every letter that never matches keeps the cursors where they are.
        #[test]
        fn cursors_at_the_end_of_the_output_equal_reference(
            rules in prop::collection::vec("[abc]{1,2}( \\} [ab])? > [abcxyz]{0,3}\\|[abcxyz]{1,3};", 1..4),
            text in "[abcxyz]{0,12}",
        ) {
            let outcome = |rules: &str| {
                let transform = Transform::from_rules(rules, Direction::Forward, &Limits::default()).ok()?;
                super::super::transform(&transform, &text).ok()
            };
            let rules = rules.concat();
            let reference = outcome(&[&rules, "[a-z] } Q > Q;"].concat());
            prop_assert!(reference.is_none() || outcome(&rules) == reference);
        }

        #[test]
        fn index_and_prefilter_equal_reference(
            rules in prop::collection::vec(rule(), 1..6),
            text in "[abcx\u{416}\u{10400}]{0,12}",
            cut in (0_usize..4, 0_usize..4),
            max_length in prop::sample::select(vec![1000_usize, 13]),
        ) {
            let parsed = parser::parse(&rules.concat(), Direction::Forward, &Limits::default(), &|id| Loader::default().single(id));
            let source: Vec<u32> = text.chars().map(u32::from).collect();
            let start = cut.0.min(source.len());
            let range = (start, source.len().saturating_sub(cut.1).max(start));
            for rules in parsed.iter().flat_map(|parsed| &parsed.passes) {
                let untracked = outcome::<u32>(&source, range, max_length, |text, at, buffers| rules.transform(text, at, buffers));
                let tracked = outcome::<u64>(&source, range, max_length, |text, at, buffers| rules.transform(text, at, buffers));
                let reference = outcome::<u64>(&source, range, max_length, |text, at, buffers| rules.transform_by_definition(text, at, buffers));
                prop_assert_eq!(untracked.map(|untracked| untracked.0), tracked.clone().map(|tracked| tracked.0));
                // Code points outside of the source set are skipped without a check of the limit.
                if reference.is_some() {
                    prop_assert_eq!(tracked, reference);
                }
            }
            let parsed = parser::parse(&rules.concat(), Direction::Forward, &Limits::default(), &|id| Loader::default().single(id));
            for TransformRules { rules, objects, .. } in parsed.into_iter().flat_map(|parsed| parsed.passes) {
                let index = FirstIndex::coarse(rules.len());
                let coarse = TransformRules::with_index(rules, objects, index);
                let tracked = outcome::<u64>(&source, range, max_length, |text, at, buffers| coarse.transform(text, at, buffers));
                let reference = outcome::<u64>(&source, range, max_length, |text, at, buffers| coarse.transform_by_definition(text, at, buffers));
                if reference.is_some() || max_length == 1000 {
                    prop_assert_eq!(tracked, reference);
                }
            }
        }
    }
}
