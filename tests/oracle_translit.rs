//! Transforms compared with the results of ICU 79.1, over both encodings.

mod oracle_files;

use oracle_files::{Score, known_difference, lines, rows, string, well_formed};
use std::collections::HashMap;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::transform::{Direction, Runner, Transform};

#[test]
fn results_of_ids_equal_those_of_icu() {
    let Some(rows) = rows("translit/ids.tsv") else { return };
    let mut transforms = HashMap::new();
    let mut score = Score::new("translit/ids.tsv");
    for row in rows {
        let id = string(&row[0]);
        let transform = transforms.entry(id.clone()).or_insert_with(|| by_id(&id));
        compare(&mut score, "translit/ids.tsv", &id, transform, &row);
    }
    score.close();
}

#[test]
fn ids_that_icu_rejects_are_rejected() {
    let Some(rows) = lines("translit/ids_unavailable.txt") else { return };
    let mut score = Score::new("translit/ids_unavailable.txt");
    for row in rows {
        let id = string(&row[0]);
        if Transform::bcp47_ids().any(|known| known.eq_ignore_ascii_case(&id)) {
            score.skip("a BCP 47 id of the data, which is accepted here");
            continue;
        }
        score.check(by_id(&id).is_err(), || format!("{id:?} is accepted"));
    }
    score.close();
}

#[test]
fn results_of_rules_equal_those_of_icu() {
    let (Some(rules), Some(rows)) = (rows("translit/rules_made.rules.tsv"), rows("translit/rules_made.tsv")) else {
        return;
    };
    let transforms: HashMap<String, _> =
        rules.iter().map(|row| (string(&row[0]), by_rules(&string(&row[1]), &string(&row[2])))).collect();
    let mut score = Score::new("translit/rules_made.tsv");
    for row in rows {
        let id = string(&row[0]);
        compare(&mut score, "translit/rules_made.tsv", &id, &transforms[&id], &row);
    }
    score.close();
}

#[test]
fn rejected_rules_are_rejected_with_a_location() {
    let Some(rows) = rows("translit/refused.tsv") else { return };
    let mut score = Score::new("translit/refused.tsv");
    for row in rows {
        let (direction, rules) = (string(&row[0]), string(&row[1]));
        score.check(by_rules(&direction, &rules).is_err(), || format!("{direction} {rules:?} is accepted"));
    }
    score.close();
}

fn by_id(id: &str) -> Result<Transform, String> {
    let (id, direction) = match id.strip_prefix("REVERSE ") {
        Some(id) => (id, Direction::Reverse),
        None => (id, Direction::Forward),
    };
    Transform::new(id, direction).map_err(|error| error.to_string())
}

fn by_rules(direction: &str, rules: &str) -> Result<Transform, String> {
    let direction = if direction == "reverse" { Direction::Reverse } else { Direction::Forward };
    Transform::from_rules(rules, direction, &Limits::default()).map_err(|error| error.to_string())
}

/// Columns of a row: id, text, result.
fn compare(score: &mut Score, file: &str, id: &str, transform: &Result<Transform, String>, row: &[Vec<u16>]) {
    let wanted = if string(&row[2]) == "=" { row[1].clone() } else { row[2].clone() };
    if row[2].first() == Some(&u16::from(b'!')) && string(&row[2]).len() > 1 {
        return score.skip("ICU failed");
    }
    if let Some(reason) = known_difference(file, "id", id) {
        return score.skip(&reason);
    }
    let found = match transform {
        Ok(transform) => in_both_encodings(transform, &row[1]),
        Err(error) => format!("refused: {error}"),
    };
    let wanted = string(&wanted);
    score.check(found == wanted, || format!("{id} {:?}: {found:?}, not {wanted:?}", string(&row[1])));
}

fn in_both_encodings(transform: &Transform, text: &[u16]) -> String {
    let mut runner = Runner::default();
    if runner.transform(transform, text).is_err() {
        return "a limit".to_owned();
    }
    let mut units: Vec<u16> = Vec::new();
    runner.write(text, |unit| units.extend_from_slice(unit));
    let from_utf16 = string(&units);
    if well_formed(text) {
        let mut bytes: Vec<u8> = Vec::new();
        let is_over = runner.transform(transform, string(text).as_bytes()).is_err();
        runner.write(string(text).as_bytes(), |unit| bytes.extend_from_slice(unit));
        let from_utf8 = String::from_utf8(bytes).expect("UTF-8");
        if is_over || from_utf8 != from_utf16 {
            return format!("UTF-8 {from_utf8} UTF-16 {from_utf16}");
        }
    }
    from_utf16
}
