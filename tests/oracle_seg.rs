//! The shipped kinds of boundaries, by locale, compared with the results of ICU 79.1, over both encodings.

mod oracle_files;
#[path = "support/segments.rs"]
mod segments;

use oracle_files::{Score, rows, string};
use segments::in_both_encodings;
use unic_analysis::unicode::segment::{BreakKind, LineStrictness, SentenceExceptions};
use unic_analysis::unicode::text::code_points;

#[test]
fn segments_of_the_root_equal_those_of_icu() {
    let Some(rows) = rows("seg/root.tsv") else { return };
    let mut score = Score::new("seg/root.tsv");
    let kinds = [
        (1, BreakKind::Word),
        (2, BreakKind::Grapheme),
        (3, BreakKind::Sentence),
        (4, BreakKind::Line(LineStrictness::Default)),
    ];
    for row in rows {
        let mut different = Vec::new();
        for (column, kind) in kinds {
            let rules = kind.rules("root").expect("root has all kinds");
            let wanted = match string(&row[column]) {
                same if same == "=" => {
                    code_points(&row[0]).map(|(_, c)| c.len_utf16().to_string()).collect::<Vec<_>>().join(" ")
                }
                segments => segments,
            };
            let found = in_both_encodings(rules, None, &row[0]);
            if found != wanted {
                different.push(format!("{kind:?}: {found}, not {wanted}"));
            }
        }
        score.check(different.is_empty(), || format!("{:?}: {}", string(&row[0]), different.join("; ")));
    }
    score.close();
}

#[test]
fn segments_of_locales_equal_those_of_icu() {
    let Some(rows) = rows("seg/locales.tsv") else { return };
    let mut score = Score::new("seg/locales.tsv");
    for row in rows {
        let (kind, locale, wanted) = (string(&row[0]), string(&row[1]), string(&row[3]));
        if wanted.starts_with('!') {
            score.skip("ICU failed");
            continue;
        }
        let strictness = match &locale {
            strict if strict.contains("-lb-strict") => LineStrictness::Strict,
            normal if normal.contains("-lb-normal") => LineStrictness::Normal,
            loose if loose.contains("-lb-loose") => LineStrictness::Loose,
            _ => LineStrictness::Default,
        };
        let kind = match kind.as_str() {
            "word" => BreakKind::Word,
            "grapheme" => BreakKind::Grapheme,
            "sentence" => BreakKind::Sentence,
            "line" if locale.contains("lw-phrase") => BreakKind::PhraseLine(strictness),
            "line" => BreakKind::Line(strictness),
            "title" => BreakKind::Title,
            other => panic!("unknown kind {other}"),
        };
        let exceptions = SentenceExceptions::of_locale(&locale);
        let rules = kind.rules(&locale).expect("every locale has rules");
        let found = in_both_encodings(rules, exceptions, &row[2]);
        score.check(found == wanted, || format!("{kind:?} {locale} {:?}: {found}, not {wanted}", string(&row[2])));
    }
    score.close();
}
