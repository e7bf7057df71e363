//! Full case mapping by the transforms `Lower`, `Upper`, `Title` and `CaseFold`, compared with the results of ICU 79.1.

mod oracle_files;

use oracle_files::{Score, rows, string};
use unic_analysis::unicode::transform::{Direction, Transform, transform};

#[test]
fn code_points_map_like_in_icu() {
    let Some(rows) = rows("fold/casing.tsv") else { return };
    let mappings = ["Lower", "Upper", "Title", "CaseFold"].map(by_id);
    let mut score = Score::new("fold/casing.tsv");
    for row in rows {
        let source = characters(&string(&row[0]));
        for (index, mapping) in mappings.iter().enumerate() {
            let wanted = match string(&row[index + 1]).as_str() {
                "=" => source.clone(),
                other => characters(other),
            };
            let found = transform(mapping, &source).expect("no limit");
            score.check(found == wanted, || format!("{source:?} column {}: {found:?}, not {wanted:?}", index + 1));
        }
    }
    score.close();
}

/// The expected results are those of ICU's string functions in a locale. ICU's transforms are different functions with
/// a few different results; such a row is skipped, but only if the difference is one of these.
/// `make differential-icu KIND=casing` compares transforms with transforms.
#[test]
fn texts_map_like_in_icu_in_a_locale() {
    let Some(rows) = rows("fold/casing_strings.tsv") else { return };
    let mut score = Score::new("fold/casing_strings.tsv");
    for row in rows {
        let [locale, text, lower, upper, title] = [0, 1, 2, 3, 4].map(|index| string(&row[index]));
        for (target, wanted) in [("Lower", lower), ("Upper", upper), ("Title", title)] {
            let wanted = if wanted == "=" { text.clone() } else { wanted };
            let mapping =
                Transform::new(&format!("{locale}-{target}"), Direction::Forward).unwrap_or_else(|_| by_id(target));
            let found = transform(&mapping, &text).expect("no limit");
            let difference = if found == wanted { None } else { difference_of_transforms(&locale, target) };
            match difference {
                Some((reason, rest)) if rest(&found) == rest(&wanted) => score.skip(reason),
                _ => score.check(found == wanted, || format!("{locale}-{target} {text:?}: {found:?}, not {wanted:?}")),
            }
        }
    }
    score.close();
}

/// A reason, and the function that removes the difference from a text.
type Difference = (&'static str, fn(&str) -> String);

/// The differences of ICU's transforms from its string functions.
fn difference_of_transforms(locale: &str, target: &str) -> Option<Difference> {
    Some(match (locale, target) {
        (_, "Title") => ("Title begins a word after uncased characters, not at a word boundary (UAX #29)", |text| {
            by(text, "NFD; CaseFold; NFD")
        }),
        ("lt", _) => ("lt-Lower and lt-Upper normalize the text", |text| by(text, "NFC")),
        ("el", "Upper") => ("el-Upper removes iota subscripts, and marks of all letters", |text| {
            by(text, "NFD; [:Mn:] Remove; CaseFold; [ιΙ] Remove")
        }),
        ("hy", "Upper") => {
            ("there is no hy-Upper: the ligature is mapped as in other languages", |text| by(text, "[ՒՎ] Remove"))
        }
        _ => return None,
    })
}

fn by(text: &str, id: &str) -> String {
    transform(&by_id(id), text).expect("no limit")
}

fn by_id(id: &str) -> Transform {
    Transform::new(id, Direction::Forward).expect("a built-in transform")
}

/// Parses `41 301` and the like.
fn characters(hex: &str) -> String {
    hex.split(' ')
        .map(|hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).expect("a code point"))
        .collect()
}
