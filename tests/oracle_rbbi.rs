//! Break rules compared with the results of ICU 79.1, over both encodings.

mod oracle_files;
#[path = "support/segments.rs"]
mod segments;

use oracle_files::{Score, known_difference, rows, string};
use segments::in_both_encodings;
use std::collections::HashMap;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::segment::BreakRules;

#[test]
fn segments_of_rules_equal_those_of_icu() {
    let (Some(rules), Some(rows)) = (rows("rbbi/rules.tsv"), rows("rbbi/rules.segments.tsv")) else { return };
    let compiled: HashMap<String, Result<BreakRules, String>> = rules
        .iter()
        .map(|row| {
            let rules = BreakRules::compile(&string(&row[1]), &Limits::default());
            (string(&row[0]), rules.map_err(|error| error.to_string()))
        })
        .collect();
    let without_blanks = |text: String| text.split_whitespace().collect::<String>();
    let skipped: HashMap<String, String> = rules
        .iter()
        .filter_map(|row| {
            let rules = without_blanks(string(&row[1]));
            let reason = known_difference("rbbi/rules.segments.tsv", "rules without blanks", &rules)?;
            Some((string(&row[0]), reason))
        })
        .collect();
    let mut score = Score::new("rbbi/rules.segments.tsv");
    for row in rows {
        let (id, wanted) = (string(&row[0]), string(&row[2]));
        if wanted.starts_with('!') {
            score.skip("ICU failed");
            continue;
        }
        if let Some(reason) = skipped.get(&id) {
            score.skip(reason);
            continue;
        }
        let found = match &compiled[&id] {
            Ok(rules) => in_both_encodings(rules, None, &row[1]),
            Err(error) => format!("refused: {error}"),
        };
        score.check(found == wanted, || format!("{id} {:?}: {found}, not {wanted}", string(&row[1])));
    }
    score.close();
}

#[test]
fn rejected_rules_are_rejected_with_a_location() {
    let Some(rows) = rows("rbbi/refused.tsv") else { return };
    let mut score = Score::new("rbbi/refused.tsv");
    for row in rows {
        let rules = string(&row[0]);
        let refused = BreakRules::compile(&rules, &Limits::default()).err();
        score.check(refused.is_some_and(|error| error.offset <= rules.len()), || format!("{rules} is accepted"));
    }
    score.close();
}
