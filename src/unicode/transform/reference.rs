//! Comparison of [`Runner`], which has fast paths, with the engine over code points: for tests.

use super::runner::TransformEngine;
use super::{Runner, Transform};
use crate::unicode::text::{CodeUnit, code_points, from_str};
use proptest::prelude::*;
use proptest::sample::Index;

/// The result of the engine.
fn transformed<U: CodeUnit>(transform: &Transform, text: &[U]) -> String {
    let source: Vec<u32> = code_points(text).map(|(_, c)| c.into()).collect();
    let mut engine = TransformEngine::<u32>::default();
    engine.transform(transform, &source).unwrap();
    engine.text.elements().map(|c| char::from_u32(c).unwrap()).collect()
}

/// Checks the result of a runner, new and used; returns whether the runner finds the text unchanged.
fn check_runner<U: CodeUnit>(transform: &Transform, text: &[U], expected: &str) -> bool {
    let expected = from_str::<U>(expected);
    let mut runner = Runner::default();
    for _ in 0..2 {
        let mut result = Vec::new();
        runner.transform(transform, text).unwrap();
        runner.write(text, |units| result.extend_from_slice(units));
        assert_eq!(result, expected);
    }
    runner.is_unchanged()
}

/// Checks a text in both encodings. If `is_exact`, the runner must find texts unchanged that are.
pub(super) fn check(transform: &Transform, text: &str, is_exact: bool) {
    let expected = transformed(transform, text.as_bytes());
    let utf16: Vec<u16> = text.encode_utf16().collect();
    for is_unchanged in
        [check_runner(transform, text.as_bytes(), &expected), check_runner(transform, &utf16, &expected)]
    {
        assert!(if is_exact { is_unchanged == (text == expected) } else { !is_unchanged || text == expected });
    }
}

/// Checks the text and variants with lone surrogates in both encodings.
pub(super) fn check_with_surrogates(transform: &Transform, text: &str, lone: &[(Index, u16)], is_exact: bool) {
    check(transform, text, is_exact);
    let mut units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = text.as_bytes().to_vec();
    for (index, surrogate) in lone {
        units.insert(index.index(units.len() + 1), *surrogate);
        bytes.insert(index.index(bytes.len() + 1), *surrogate as u8);
    }
    check_runner(transform, &units, &transformed(transform, &units));
    check_runner(transform, &bytes, &transformed(transform, &bytes));
}

/// Lone surrogates, and where they are.
pub(super) fn lone_surrogates() -> impl Strategy<Value = Vec<(Index, u16)>> {
    prop::collection::vec((any::<Index>(), 0xD800_u16..0xE000), 0..2)
}
