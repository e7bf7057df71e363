//! The tables of docs/components/unic_folding.md: foldings, languages, examples. All columns of a row except the last
//! one are given, or only the language and the text; the rest is generated.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use unic_analysis::unicode::fold::{Expansion, language_mappings, languages};
use unic_analysis::unicode::normalize::{Form, Mode, Normalizer, Scratch};

type Make = fn(&[&str]) -> String;

/// For the first line of a generated part: its last line, and the function that generates it from the given lines.
pub fn maker(line: &str) -> Option<(&'static str, Make)> {
    match line {
        "<!-- foldings -->" => Some(("<!-- /foldings -->", foldings)),
        "<!-- languages -->" => Some(("<!-- /languages -->", all_languages)),
        "<!-- folded by language -->" => Some(("<!-- /folded by language -->", folded_by_language)),
        _ => None,
    }
}

fn fold(normalizer: &Normalizer, text: &str) -> String {
    let mut result = Vec::new();
    normalizer.normalize(text.as_bytes(), &mut result, &mut Scratch::default());
    String::from_utf8(result).unwrap()
}

/// The cells of the rows below the header of a table.
fn rows<'p>(given: &[&'p str]) -> Vec<Vec<&'p str>> {
    let cells = |line: &&'p str| line.trim_matches('|').split('|').map(str::trim).collect();
    given.iter().skip(2).map(cells).collect()
}

/// The columns folding, source, examples, results: the last one is generated. Each list of the generator must be named.
fn foldings(given: &[&str]) -> String {
    let folding = Normalizer::new(Form::Utr30);
    let mut unchanged = Vec::new();
    let mut table = "| Folding | By | From | To |\n|---|---|---|---|\n".to_owned();
    for row in rows(given) {
        let made = row[2].split_whitespace().map(|example| {
            let source = read(example);
            let folded = fold(&folding, &source);
            if folded == source {
                unchanged.push(format!("{}: {example}", row[0]));
            }
            show(&folded)
        });
        let made: Vec<String> = made.collect();
        let _ = writeln!(table, "| {} | {} | {} | {} |", row[0], row[1], row[2], made.join(" "));
    }
    assert!(unchanged.is_empty(), "these stay and are no examples: {unchanged:?}");
    for list in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tools/fold-data/foldings")).unwrap() {
        let name = list.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(table.contains(&format!("`{name}`")), "no folding in the table is by the list {name}");
    }
    table
}

/// `U+00A0` or the text itself.
fn read(example: &str) -> String {
    let code = |part: &str| char::from_u32(u32::from_str_radix(part.strip_prefix("U+")?, 16).ok()?);
    example
        .split('+')
        .next()
        .filter(|head| *head == "U")
        .and_then(|_| code(example))
        .map_or(example.to_owned(), String::from)
}

fn show(folded: &str) -> String {
    match folded {
        "" => "(removed)".to_owned(),
        " " => "(space)".to_owned(),
        _ => folded.replace('|', "\\|").replace('`', "\\`"),
    }
}

/// All languages; those with equal letters are in one row.
fn all_languages(_: &[&str]) -> String {
    let mut by_letters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    languages().iter().for_each(|(tag, letters)| by_letters.entry(letters).or_default().push(tag));
    let mut rows: Vec<(String, &str)> =
        by_letters.into_iter().map(|(letters, tags)| (tags.join(", "), letters)).collect();
    rows.sort();
    let mut table = "| Languages | Letters that stay |\n|---|---|\n".to_owned();
    for (tags, letters) in rows {
        let letters: Vec<String> = letters.chars().map(String::from).collect();
        let letters = if letters.is_empty() { "–".to_owned() } else { letters.join(" ") };
        let _ = writeln!(table, "| {tags} | {letters} |");
    }
    table
}

/// The columns language, letters, text, folded: language and text are given.
fn folded_by_language(given: &[&str]) -> String {
    let mut table = "| Language | Letters that stay | Text | Folded |\n|---|---|---|---|\n".to_owned();
    let rows = rows(given);
    assert!(rows.len() >= 25, "{} languages have an example", rows.len());
    for row in rows {
        let tag = row[0].split('`').nth(1).unwrap_or_else(|| panic!("no tag in {}", row[0]));
        let kept = language_mappings(tag, Expansion::Base).unwrap_or_else(|error| panic!("{error}"));
        let folding = Normalizer::with_mappings(Form::Utr30, Mode::Compose, &kept).unwrap();
        let letters = languages().iter().find(|(known, _)| *known == tag).map_or("", |(_, letters)| letters);
        let letters: Vec<String> = letters.chars().map(String::from).collect();
        let letters = if letters.is_empty() { "–".to_owned() } else { letters.join(" ") };
        let _ = writeln!(table, "| {} | {letters} | {} | {} |", row[0], row[2], fold(&folding, row[2]));
    }
    table
}
