//! The compiled form of a shipped rule text in one direction, from which a transform opens without parsing and without
//! building an index.
//!
//! `tools/compile-data` writes it ([`compile`]) and `rules.bin` holds it, compressed. The layout is that of [`write()`]
//! and [`read`], which go through the parts in the same order: the global filter, the lists of ids, the objects, the
//! passes with their indexes.
//!
//! A set has members only if a pattern is matched with it: for all others the index has the answer.

use super::Transform;
use super::byte_fields::{FieldReader, FieldWriter};
use super::direction::Direction;
use super::error::TransformError;
use super::index::FirstIndex;
use super::parser::{self, ParsedTransform};
use super::pattern::{Functions, PatternObject, PatternToken, SetPattern};
use super::rule::TransformRule;
use super::rules::TransformRules;
use super::transform_name::{SingleId, TransformName};
use crate::unicode::set::UnicodeSet;
use std::sync::Arc;

/// Compiles a shipped rule text.
///
/// # Errors
/// Rules that are malformed.
pub fn compile(text: &str, direction: Direction) -> Result<Vec<u8>, TransformError> {
    let parsed = parser::parse_shipped(text, direction, &|_| Ok(Arc::new(Transform::null())))?;
    let mut output = FieldWriter::default();
    write(&parsed, &mut output);
    Ok(output.bytes)
}

/// The kinds of objects.
const SET: usize = 0;
const SEGMENT: usize = 1;
const QUANTIFIER: usize = 2;
const FUNCTION: usize = 3;

/// The flags of a rule, below the number of its segments. A rule without `HAS_CURSOR` has the cursor after its output,
/// one without `HAS_CONTEXT` has no context.
const ANCHOR_START: usize = 1;
const ANCHOR_END: usize = 1 << 1;
const HAS_CURSOR: usize = 1 << 2;
const HAS_CONTEXT: usize = 1 << 3;
const SEGMENTS_SHIFT: u32 = 4;

fn write_id(id: &SingleId, output: &mut FieldWriter) {
    output.flag(id.name.is_some());
    if let Some(name) = &id.name {
        [&name.source, &name.target, &name.variant].into_iter().for_each(|part| output.text(part));
    }
    output.optional_set(id.filter.as_ref());
}

fn read_id(input: &mut FieldReader<'_>) -> Option<SingleId> {
    let name = match input.flag()? {
        true => Some(TransformName { source: input.text()?, target: input.text()?, variant: input.text()? }),
        false => None,
    };
    Some(SingleId { name, filter: input.optional_set()? })
}

fn write(parsed: &ParsedTransform, output: &mut FieldWriter) {
    output.optional_set(parsed.filter.as_ref());
    output.number(parsed.ids.len());
    for list in &parsed.ids {
        output.number(list.len());
        list.iter().for_each(|id| write_id(id, output));
    }
    let objects = parsed.passes.first().map_or(&[][..], TransformRules::objects);
    output.number(objects.len());
    let all_rules: Vec<&TransformRule> = parsed.passes.iter().flat_map(TransformRules::rules).collect();
    let matched = parser::matched_objects(&all_rules, objects);
    let none = UnicodeSet::new();
    for (object, is_matched) in objects.iter().zip(matched) {
        match object {
            PatternObject::Set(set) => {
                output.number(SET);
                output.set(if is_matched { set.set() } else { &none });
            }
            PatternObject::Segment { number, pattern } => {
                output.number(SEGMENT);
                output.number(*number);
                output.tokens(pattern);
            }
            PatternObject::Quantifier { pattern, min, max, .. } => {
                output.number(QUANTIFIER);
                output.flag(*min > 0);
                output.flag(*max > 1);
                output.tokens(pattern);
            }
            PatternObject::Function { id, output: tokens, .. } => {
                output.number(FUNCTION);
                write_id(id, output);
                output.tokens(tokens);
            }
        }
    }
    output.number(parsed.passes.len());
    for pass in &parsed.passes {
        output.number(pass.rules().len());
        pass.rules().iter().for_each(|rule| write_rule(rule, output));
        pass.index().write(output);
    }
}

/// The compiled rules; `None` if they are damaged, or refer to a transform that does not exist.
pub(super) fn read(serialized: &[u8], functions: &Functions<'_>) -> Option<ParsedTransform> {
    let input = &mut FieldReader { bytes: serialized };
    let filter = input.optional_set()?;
    let mut ids = Vec::new();
    for _ in 0..input.count()? {
        let count = input.count()?;
        ids.push((0..count).map(|_| read_id(input)).collect::<Option<Vec<SingleId>>>()?);
    }
    let count = input.count()?;
    let mut objects = Vec::with_capacity(count);
    for _ in 0..count {
        objects.push(match input.number()? {
            SET => PatternObject::Set(SetPattern::prepared(input.set()?)),
            SEGMENT => PatternObject::Segment { number: input.number()?, pattern: input.tokens()? },
            QUANTIFIER => {
                let min = input.number()?.min(1);
                let max = if input.flag()? { usize::MAX } else { 1 };
                PatternObject::quantifier(input.tokens()?, min, max, &objects)
            }
            FUNCTION => {
                let id = Box::new(read_id(input)?);
                let transform = functions(&id).ok()?;
                PatternObject::function(id, transform, input.tokens()?, &objects)
            }
            _ => return None,
        });
    }
    let objects = Arc::new(objects);
    let (mut passes, mut buffers) = (Vec::new(), Default::default());
    for _ in 0..input.count()? {
        let count = input.count()?;
        let mut rules = Vec::with_capacity(count);
        for _ in 0..count {
            rules.push(read_rule(input, &mut buffers)?);
        }
        let index = FirstIndex::read(input, &rules)?;
        passes.push(TransformRules::with_index(rules, Arc::clone(&objects), index));
    }
    Some(ParsedTransform::of_passes(ids, passes, filter))
}

fn write_rule(rule: &TransformRule, output: &mut FieldWriter) {
    let has_cursor = rule.cursor as usize != rule.output().len();
    let has_context = rule.key_start() > 0 || rule.key_end() < rule.pattern().len();
    let flags = [
        (rule.anchor_start, ANCHOR_START),
        (rule.anchor_end, ANCHOR_END),
        (has_cursor, HAS_CURSOR),
        (has_context, HAS_CONTEXT),
    ];
    let flags = flags.into_iter().filter(|(is_set, _)| *is_set).fold(0, |all, (_, flag)| all | flag);
    output.number(flags | (rule.segments as usize) << SEGMENTS_SHIFT);
    output.tokens(rule.pattern());
    output.tokens(rule.output());
    if has_cursor {
        let cursor = rule.cursor;
        output.number((cursor.unsigned_abs() as usize) << 1 | usize::from(cursor < 0));
    }
    if has_context {
        output.number(rule.key_start());
        output.number(rule.key_end() - rule.key_start());
    }
}

/// Reads what [`write_rule`] wrote; `buffers` are for the pattern and the output.
fn read_rule(input: &mut FieldReader<'_>, buffers: &mut [Vec<PatternToken>; 2]) -> Option<TransformRule> {
    let [pattern, output] = buffers;
    let flags = input.number()?;
    input.tokens_to(pattern)?;
    input.tokens_to(output)?;
    let mut cursor = output.len() as i32;
    if flags & HAS_CURSOR != 0 {
        let value = input.number()?;
        cursor = (value >> 1) as i32;
        cursor = if value & 1 != 0 { -cursor } else { cursor };
    }
    let mut key = 0..pattern.len();
    if flags & HAS_CONTEXT != 0 {
        key.start = input.number()?;
        key.end = key.start.checked_add(input.number()?).filter(|end| *end <= pattern.len())?;
    }
    Some(TransformRule {
        cursor,
        segments: (flags >> SEGMENTS_SHIFT) as u32,
        anchor_start: flags & ANCHOR_START != 0,
        anchor_end: flags & ANCHOR_END != 0,
        ..TransformRule::new(pattern, key, output)
    })
}

#[cfg(test)]
mod tests {
    use super::super::loader::Loader;
    use super::super::{PieceOptions, Runner, registry, shipped_rules};
    use super::*;

    #[test]
    fn shipped_texts_and_compiled_ones_are_those_of_the_files() {
        let mut compiled = 0;
        for (file, forward) in registry::files() {
            let direction = if forward { Direction::Forward } else { Direction::Reverse };
            let serialized = compile(&shipped_rules::source(file), direction).unwrap();
            match shipped_rules::compiled(file, direction) {
                Some(shipped) => {
                    assert!(shipped == serialized, "{file} {direction:?}");
                    compiled += 1;
                }
                None => assert!(shipped_rules::text(file).unwrap() == shipped_rules::source(file), "{file}"),
            }
            let mut output = FieldWriter::default();
            write(&read(&serialized, &|id| Loader::default().single(id)).unwrap(), &mut output);
            assert!(output.bytes == serialized, "{file} {direction:?}");
        }
        assert!(compiled > 40);
    }

    /// A compiled text and the text itself change random text alike, with equal pieces.
    #[test]
    fn compiled_texts_equal_texts() {
        let mut random = 1_u64;
        let mut below = |limit: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as usize % limit
        };
        for (file, forward) in registry::files() {
            let direction = if forward { Direction::Forward } else { Direction::Reverse };
            let (loader, text) = (Loader::default(), shipped_rules::source(file));
            let parsed = parser::parse_shipped(&text, direction, &|id| loader.single(id)).unwrap();
            let serialized = read(&compile(&text, direction).unwrap(), &|id| loader.single(id)).unwrap();
            let transforms = [loader.assemble(parsed).unwrap(), loader.assemble(serialized).unwrap()];
            assert_eq!(transforms[0].source_set, transforms[1].source_set, "{file} {direction:?}");
            let letters: Vec<char> = text.chars().chain(" a\u{301}-.".chars()).collect();
            for _ in 0..40 {
                let word: String = (0..below(12)).map(|_| letters[below(letters.len())]).collect();
                let outcome = |transform: &Transform| {
                    let mut runner = Runner::default();
                    runner.transform_with_pieces(transform, word.as_bytes(), PieceOptions::default()).ok()?;
                    let mut result = Vec::new();
                    runner.write(word.as_bytes(), |units: &[u8]| result.extend_from_slice(units));
                    Some((result, runner.pieces()))
                };
                assert_eq!(outcome(&transforms[0]), outcome(&transforms[1]), "{file} {direction:?} {word}");
            }
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let serialized =
            compile("$v = [a-z{xy}]; ($v+) b } c > $1 &Any-Upper($1) | x; :: [a-c] NFD; q > ;", Direction::Forward)
                .unwrap();
        assert!(read(&serialized, &|id| Loader::default().single(id)).is_some());
        for at in 0..serialized.len() {
            assert!(read(&serialized[..at], &|id| Loader::default().single(id)).is_none(), "{at}");
            let mut changed = serialized.clone();
            changed[at] ^= 0x55;
            let _ = read(&changed, &|id| Loader::default().single(id));
        }
    }
}
