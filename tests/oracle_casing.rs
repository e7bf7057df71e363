//! Full case mapping, as the transforms `Lower`, `Upper`, `Title` and `CaseFold` have it, against the answers of ICU 79.1.

mod oracle_files;

use oracle_files::{Score, rows, string};
use unic_analysis::unicode::transform::{Direction, Transform, transform};

#[test]
fn code_points_are_mapped_as_icu_maps_them() {
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

#[test]
fn texts_are_mapped_as_icu_maps_them_in_a_locale() {
    let Some(rows) = rows("fold/casing_strings.tsv") else { return };
    let mut score = Score::new("fold/casing_strings.tsv");
    for row in rows {
        let [locale, text, lower, upper] = [0, 1, 2, 3].map(|index| string(&row[index]));
        if matches!(locale.as_str(), "el" | "lt") {
            score.skip("the transforms el-Upper, lt-Lower and lt-Upper are rules of CLDR, which differ from ICU's mapping of strings");
            continue;
        }
        for (target, wanted) in [("Lower", lower), ("Upper", upper)] {
            let wanted = if wanted == "=" { text.clone() } else { wanted };
            let mapping =
                Transform::new(&format!("{locale}-{target}"), Direction::Forward).unwrap_or_else(|_| by_id(target));
            let found = transform(&mapping, &text).expect("no limit");
            score.check(found == wanted, || format!("{locale}-{target} {text:?}: {found:?}, not {wanted:?}"));
        }
    }
    score.close();
}

fn by_id(id: &str) -> Transform {
    Transform::new(id, Direction::Forward).expect("a built-in transform")
}

/// `41 301` and the like.
fn characters(hex: &str) -> String {
    hex.split(' ')
        .map(|hex| u32::from_str_radix(hex, 16).ok().and_then(char::from_u32).expect("a code point"))
        .collect()
}
