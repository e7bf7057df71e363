//! Runs cases through the Rust interface.

use super::case::{Case, Expectation, Keys};
use std::path::Path;
use unic_analysis::analysis::stream::{OwnedToken, StreamUnit};
use unic_analysis::analysis::{Analyzer, OffsetUnit, Stream};
use unic_analysis::config::{self, CompileOptions};

pub fn check(case: &Case, directory: Option<&Path>) -> Result<(), String> {
    let options = CompileOptions { configuration_directory: directory.map(Path::to_owned), ..Default::default() };
    let compiled = config::compile(case.definition.as_bytes(), Some("a"), &options);
    let analyzer = match (&case.expectation, compiled) {
        (Expectation::Error(category), Err(errors)) if errors.first().category.name() == category => return Ok(()),
        (Expectation::Error(category), Err(errors)) => return Err(format!("  expected {category}, got:\n{errors}")),
        (Expectation::Error(category), Ok(_)) => return Err(format!("  expected {category}, but it was accepted")),
        (_, Err(errors)) => return Err(format!("  refused:\n{errors}")),
        (_, Ok(compiled)) => compiled.analyzer,
    };
    if let Expectation::Keys(keys) = &case.expectation {
        return check_keys(keys, &analyzer);
    }
    let mut used = analyzer.stream();
    used.set_offset_unit(OffsetUnit::Utf16);
    // A stream that has analysed another text, and one that was stopped in the middle of a text.
    let _ = analyze(&mut used, "Ein E-Book, x-y 漢字 и др.".as_bytes(), usize::MAX);
    let _ = analyze(&mut used, &"stopped mid-way".encode_utf16().collect::<Vec<_>>(), 1);
    let fresh = || {
        let mut stream = analyzer.stream();
        stream.set_offset_unit(OffsetUnit::Utf16);
        stream
    };
    if let Some(text) = &case.utf8 {
        check_text(case, "Rust, UTF-8, fresh", &mut fresh(), text)?;
        check_text(case, "Rust, UTF-8, used", &mut used, text)?;
    }
    check_text(case, "Rust, UTF-16, fresh", &mut fresh(), &case.utf16)?;
    check_text(case, "Rust, UTF-16, used", &mut used, &case.utf16)?;
    if let Expectation::Text { offsets: Some(expected), .. } = &case.expectation {
        check_offsets(&mut fresh(), &case.utf16, expected)?;
    }
    Ok(())
}

/// Checks keys and comparison, in both encodings, on fresh and used streams, which must all agree.
fn check_keys(keys: &Keys, analyzer: &Analyzer) -> Result<(), String> {
    let mut used = analyzer.stream();
    let _ = used.sort_key("Ein E-Book 12, 漢字".as_bytes());
    let _ = used.sort_key(&"stopped 7".encode_utf16().collect::<Vec<_>>());
    let of = |stream: &mut Stream, at: usize| -> Result<Vec<u8>, String> {
        let text = &keys.texts[at];
        let utf16 = stream.sort_key(&text.utf16).map_err(|error| format!("  {error}"))?.to_vec();
        if let Some(utf8) = &text.utf8 {
            let key = stream.sort_key(utf8).map_err(|error| format!("  {error}"))?;
            if key != utf16 {
                return Err(format!("  Rust: text {at} has another key in UTF-8: {key:?}, {utf16:?}"));
            }
        }
        Ok(utf16)
    };
    let mut found = Vec::new();
    for at in 0..keys.texts.len() {
        let fresh = of(&mut analyzer.stream(), at)?;
        if of(&mut used, at)? != fresh {
            return Err(format!("  Rust: text {at} has another key on a used stream"));
        }
        found.push(fresh);
    }
    keys.check("Rust, keys", |left, right| found[left].cmp(&found[right]))?;
    let stream = std::cell::RefCell::new(used);
    keys.check("Rust, compare UTF-16", |left, right| {
        stream.borrow_mut().compare(&keys.texts[left].utf16, &keys.texts[right].utf16).expect("the analyzer has keys")
    })?;
    keys.check("Rust, compare UTF-8", |left, right| match (&keys.texts[left].utf8, &keys.texts[right].utf8) {
        (Some(left), Some(right)) => stream.borrow_mut().compare(left, right).expect("the analyzer has keys"),
        _ => found[left].cmp(&found[right]),
    })
}

fn check_text<U: StreamUnit>(case: &Case, way: &str, stream: &mut Stream, text: &[U]) -> Result<(), String> {
    let (tokens, final_offset) = analyze(stream, text, usize::MAX)?;
    case.compare(way, &tokens, final_offset)
}

/// The first `most` tokens, and the final offset if these are all tokens.
fn analyze<U: StreamUnit>(stream: &mut Stream, text: &[U], most: usize) -> Result<(Vec<OwnedToken>, u32), String> {
    let mut found = Vec::new();
    let mut tokens = stream.analyze(text).map_err(|error| format!("  {error}"))?;
    tokens.next_batch(most, |token| found.push(token.into())).map_err(|error| format!("  {error}"))?;
    Ok((found, tokens.end().map_or(u32::MAX, |end| end.final_offset)))
}

/// Checks the offset map of the char filters, offset by offset.
fn check_offsets(stream: &mut Stream, text: &[u16], expected: &[u32]) -> Result<(), String> {
    let length = stream.apply_char_filters(text).map_err(|error| error.to_string())?.len() as u32;
    let mut tokens = stream.analyze(text).map_err(|error| error.to_string())?;
    let found: Vec<u32> = (0..=length).map(|offset| tokens.original_offset(offset)).collect();
    if found == expected { Ok(()) } else { Err(format!("  offsets: expected {expected:?}\n  got      {found:?}")) }
}
