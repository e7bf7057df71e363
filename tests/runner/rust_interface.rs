//! Cases through the Rust interface.

use super::case::{Case, Expectation};
use std::path::Path;
use unic_analysis::analysis::stream::{OwnedToken, StreamUnit};
use unic_analysis::analysis::{OffsetUnit, Stream};
use unic_analysis::config::{self, CompileOptions};

pub fn check(case: &Case, directory: Option<&Path>) -> Result<(), String> {
    let options = CompileOptions { configuration_directory: directory.map(Path::to_owned), ..Default::default() };
    let compiled = config::compile(case.definition.as_bytes(), Some("a"), &options);
    let analyzer = match (&case.expectation, compiled) {
        (Expectation::Error(category), Err(errors)) if errors.first().category.name() == category => return Ok(()),
        (Expectation::Error(category), Err(errors)) => return Err(format!("  expected {category}, got:\n{errors}")),
        (Expectation::Error(category), Ok(_)) => return Err(format!("  expected {category}, but it was accepted")),
        (Expectation::Keys, _) => return Err("  sort keys: this build has none".to_owned()),
        (_, Err(errors)) => return Err(format!("  refused:\n{errors}")),
        (_, Ok(compiled)) => compiled.analyzer,
    };
    let mut used = analyzer.stream();
    used.set_offset_unit(OffsetUnit::Utf16);
    // A stream that another text has been through, and one that was stopped midway.
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

fn check_text<U: StreamUnit>(case: &Case, way: &str, stream: &mut Stream, text: &[U]) -> Result<(), String> {
    let (tokens, final_offset) = analyze(stream, text, usize::MAX)?;
    case.compare(way, &tokens, final_offset)
}

/// The first `most` tokens, and the final offset if all came.
fn analyze<U: StreamUnit>(stream: &mut Stream, text: &[U], most: usize) -> Result<(Vec<OwnedToken>, u32), String> {
    let mut found = Vec::new();
    let mut tokens = stream.analyze(text).map_err(|error| format!("  {error}"))?;
    tokens.next_batch(most, |token| found.push(token.into())).map_err(|error| format!("  {error}"))?;
    Ok((found, tokens.end().map_or(u32::MAX, |end| end.final_offset)))
}

/// The offset map of the char filters, place by place.
fn check_offsets(stream: &mut Stream, text: &[u16], expected: &[u32]) -> Result<(), String> {
    let length = stream.filter_text(text).map_err(|error| error.to_string())?.len() as u32;
    let mut tokens = stream.analyze(text).map_err(|error| error.to_string())?;
    let found: Vec<u32> = (0..=length).map(|place| tokens.original_offset(place)).collect();
    if found == expected { Ok(()) } else { Err(format!("  offsets: expected {expected:?}\n  got      {found:?}")) }
}
