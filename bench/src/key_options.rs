//! Sort keys for every setting of collation, over lists in many scripts: through the C interface, alternating with
//! ICU4C in the process.

use crate::cells::Cells;
use crate::icu::Collator;
use crate::measure::{median, seconds_over};
use crate::normalize::normalized;
use crate::ours::Ours;
use crate::texts;
use unic_analysis::unicode::normalize::{Form, Normalizer};

/// Name of the setting, its options, ICU's keywords.
const SETTINGS: [(&str, &str, &str); 14] = [
    ("primary", r#""strength": "primary""#, "colStrength=primary"),
    ("secondary", r#""strength": "secondary""#, "colStrength=secondary"),
    ("tertiary", r#""strength": "tertiary""#, "colStrength=tertiary"),
    ("quaternary", r#""strength": "quaternary""#, "colStrength=quaternary"),
    ("identical", r#""strength": "identical""#, "colStrength=identical"),
    ("primary, case level", r#""strength": "primary", "caseLevel": true"#, "colStrength=primary;colCaseLevel=yes"),
    ("case level", r#""caseLevel": true"#, "colCaseLevel=yes"),
    ("upper first", r#""caseFirst": "upper""#, "colCaseFirst=upper"),
    ("shifted", r#""alternate": "shifted""#, "colAlternate=shifted"),
    (
        "shifted, quaternary",
        r#""alternate": "shifted", "strength": "quaternary""#,
        "colAlternate=shifted;colStrength=quaternary",
    ),
    ("numeric", r#""numeric": true"#, "colNumeric=yes"),
    ("reorder", r#""reorder": ["Grek", "Cyrl"]"#, "colReorder=grek-cyrl"),
    ("backwards", "", "colBackwards=yes"),
    (
        "all at once",
        r#""alternate": "shifted", "strength": "identical", "numeric": true, "caseLevel": true, "caseFirst": "upper""#,
        "colAlternate=shifted;colStrength=identical;colNumeric=yes;colCaseLevel=yes;colCaseFirst=upper",
    ),
];

/// Lists of the shared corpus with their locales, then languages whose texts are split at line ends (`_nfd`: those in
/// decomposed spelling).
const LISTS: [(&str, &str); 9] = [
    ("words_en", "en"),
    ("words_de", "de"),
    ("words_fr", "fr"),
    ("words_ru", "ru"),
    ("titles_num", "en"),
    ("lines_zh_hans", "zh"),
    ("lines_ja", "ja"),
    ("lines_ko", "ko"),
    ("lines_th", "th"),
];
const LANGUAGES: [(&str, &str); 19] = [
    ("ar", "ar"),
    ("de_nfd", "de"),
    ("el", "el"),
    ("el_nfd", "el"),
    ("fr_nfd", "fr"),
    ("he", "he"),
    ("hi", "hi"),
    ("km", "km"),
    ("km", "root"),
    ("km_zwsp", "km"),
    ("ko_nfd", "ko"),
    ("lo", "lo"),
    ("my", "my"),
    ("my", "root"),
    ("udhr_all", "root"),
    (texts::RARE_SCRIPTS, "root"),
    (texts::INDIC, "root"),
    ("mixed", "root"),
    (texts::IN_TURN, "de"),
];
/// The languages of [`texts::IN_TURN`].
const IN_TURN: [&str; 16] =
    ["ar", "de", "el", "en", "fr", "he", "hi", "ja", "km", "ko", "lo", "my", "ru", "th", "zh_hans", "zh_hant"];

/// The number of lines of a list: enough that they do not fit in a cache.
const LINES: usize = 10_000;
const ROUNDS: usize = 9;

/// One row per setting and list. `SETTING` and `LIST` select one.
pub fn key_options(ours: &Ours) {
    let lists = LISTS.into_iter().filter_map(|(name, locale)| Some((name, locale, texts::list(name, LINES)?)));
    let of_language = |(name, locale): (&'static str, &'static str)| {
        let mut lines = match name {
            texts::IN_TURN => texts::lines_in_turn(&IN_TURN),
            _ => texts::lines_of_language(name.trim_end_matches("_nfd")),
        };
        lines.truncate(LINES);
        if name.ends_with("_nfd") {
            let nfd = Normalizer::new(Form::Nfd);
            lines.iter_mut().for_each(|line| *line = normalized(&nfd, line));
        }
        (name, locale, lines)
    };
    let lists: Vec<(&str, &str, Vec<String>)> = lists.chain(LANGUAGES.into_iter().map(of_language)).collect();
    let mut cells = Cells::default();
    let is_picked = |variable: &str, name: &str| std::env::var(variable).ok().is_none_or(|picked| picked == name);
    for (setting, options, keywords) in SETTINGS.into_iter().filter(|(name, ..)| is_picked("SETTING", name)) {
        for (list, locale, lines) in lists.iter().filter(|(name, ..)| is_picked("LIST", name)) {
            row(ours, (setting, options, keywords), (list, locale), lines, &mut cells);
        }
    }
    cells.print("| setting | list | ns per key UTF-8 | UTF-16 | × ICU4C UTF-8 | UTF-16 |");
}

fn row(
    ours: &Ours,
    (setting, options, keywords): (&str, &str, &str),
    (list, locale): (&str, &str),
    lines: &[String],
    cells: &mut Cells,
) {
    // Backwards secondary is not an option: locales have it, such as fr-CA.
    let ours_locale = if options.is_empty() { format!("{locale}-u-kb-true") } else { locale.to_owned() };
    let comma = if options.is_empty() { "" } else { ", " };
    let json =
        format!(r#"{{"analyzer": {{"a": {{"type": "unic_collation", "locale": "{ours_locale}"{comma}{options}}}}}}}"#);
    let analyzer = ours.analyzer(&json);
    let mut stream = analyzer.stream();
    let peer = Collator::open(&format!("{locale}@{keywords}"));
    let utf16: Vec<Vec<u16>> = lines.iter().map(|line| line.encode_utf16().collect()).collect();
    let mut buffer = vec![0; 1 << 20];
    let mut rounds: [Vec<f64>; 4] = Default::default();
    for round in 0..ROUNDS {
        let narrow = seconds_over(lines, |all| {
            all.iter().map(|line| stream.key_utf8(line.as_bytes(), &mut buffer)).sum::<usize>()
        });
        let icu = seconds_over(&utf16, |all| all.iter().map(|line| peer.key(line, &mut buffer)).sum::<usize>());
        let wide =
            seconds_over(&utf16, |all| all.iter().map(|line| stream.key_utf16(line, &mut buffer)).sum::<usize>());
        if round > 0 {
            rounds.iter_mut().zip([narrow, wide, icu / narrow, icu / wide]).for_each(|(all, time)| all.push(time));
        }
    }
    let [narrow, wide, to_narrow, to_wide] = rounds.map(median);
    let each = |time: f64| time * 1e9 / lines.len() as f64;
    // Some lists have their own locale and the root.
    let list = if locale == "root" { format!("{list}, root") } else { list.to_owned() };
    for (ratio, encoding) in [(to_narrow, "UTF-8"), (to_wide, "UTF-16")] {
        cells.ratio(ratio, format!("{setting}, {list}, {encoding}"));
    }
    cells.row(format!(
        "| {setting} | {list} | {:.0} | {:.0} | {to_narrow:.1} | {to_wide:.1} |",
        each(narrow),
        each(wide)
    ));
}
