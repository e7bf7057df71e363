//! Sort keys and comparison: through the C interface, alternating with ICU4C in the process.

use crate::cells::Cells;
use crate::icu::Collator;
use crate::measure::{median, seconds, seconds_over};
use crate::ours::{Batch, Ours, Stream};
use crate::texts;
use std::cmp::Ordering;
use unic_analysis::unicode::collate;

/// Name of the list, options, ICU's locale.
const LISTS: [(&str, &str, &str); 15] = [
    ("words_en", r#""locale": "en""#, "en"),
    ("words_de", r#""locale": "de""#, "de"),
    ("words_de", r#""locale": "de-u-co-phonebk""#, "de@collation=phonebook"),
    ("words_fr", r#""locale": "fr""#, "fr"),
    ("words_sv", r#""locale": "sv""#, "sv"),
    ("words_pl", r#""locale": "pl""#, "pl"),
    ("words_ru", r#""locale": "ru""#, "ru"),
    ("words_es", r#""locale": "es""#, "es"),
    ("titles_num", r#""locale": "en""#, "en"),
    ("titles_num", r#""locale": "en-u-kn-true""#, "en@colNumeric=yes"),
    ("lines_zh_hans", r#""locale": "zh""#, "zh"),
    ("lines_ja", r#""locale": "ja""#, "ja"),
    ("lines_ko", r#""locale": "ko""#, "ko"),
    ("lines_th", r#""locale": "th""#, "th"),
    ("words_en", r#""locale": "en", "strength": "identical""#, "en@colStrength=identical"),
];

/// Keys one by one and in batches, and sorting by comparison.
pub fn keys(ours: &Ours) {
    let mut cells = Cells::default();
    for (list, options, locale) in LISTS {
        let Some(lines) = texts::list(list, 100_000) else { continue };
        let json = format!(r#"{{"analyzer": {{"a": {{"type": "unic_collation", {options}}}}}}}"#);
        let analyzer = ours.analyzer(&json);
        let bare = collate::Collator::open(locale).expect("ICU's way to name a locale is one of ours").collator;
        row((list, locale), &mut analyzer.stream(), &bare, &Collator::open(locale), &lines, &mut cells);
    }
    cells.print(
        "| list | options | ns per key UTF-8 | UTF-16 | in batches | ÷ bare engine | × ICU4C keys UTF-8 | UTF-16 | × ICU4C sorting by comparison | by `unic_sort` | lists of 100 | all processors |",
    );
}

fn row(
    (list, locale): (&str, &str),
    stream: &mut Stream<'_>,
    bare: &collate::Collator,
    peer: &Collator,
    lines: &[String],
    cells: &mut Cells,
) {
    let mut state = collate::CollatorScratch::default();
    let utf16: Vec<Vec<u16>> = lines.iter().map(|line| line.encode_utf16().collect()).collect();
    let mut buffer = vec![0; 1 << 20];
    let batches: Vec<Batch> = lines.chunks(256).map(Stream::batch_of).collect();
    // UTF-8, UTF-16, in batches: seconds; then ratios of ICU4C to the first two, and of a batch to the Rust interface.
    let mut rounds: [Vec<f64>; 6] = Default::default();
    for round in 0..26 {
        let narrow = seconds_over(lines, |all| {
            all.iter().map(|line| stream.key_utf8(line.as_bytes(), &mut buffer)).sum::<usize>()
        });
        let icu = seconds_over(&utf16, |all| all.iter().map(|line| peer.key(line, &mut buffer)).sum::<usize>());
        let wide =
            seconds_over(&utf16, |all| all.iter().map(|line| stream.key_utf16(line, &mut buffer)).sum::<usize>());
        let batch =
            seconds_over(lines, |_| batches.iter().map(|batch| stream.keys_utf8(batch, &mut buffer)).sum::<usize>());
        let engine = seconds_over(lines, |all| {
            all.iter().map(|line| bare.key(line.as_bytes(), &mut state).len()).sum::<usize>()
        });
        if round > 0 {
            let times = [narrow, wide, batch, icu / narrow, icu / wide, batch / engine];
            rounds.iter_mut().zip(times).for_each(|(list, time)| list.push(time));
        }
    }
    let [narrow, wide, batch, to_narrow, to_wide, to_bare] = rounds.map(median);
    let sorted = |compare: &mut dyn FnMut(&[u16], &[u16]) -> Ordering| {
        let mut order: Vec<&[u16]> = utf16.iter().map(Vec::as_slice).collect();
        seconds(|| order.sort_by(|left, right| compare(left, right)))
    };
    // Whole lists by `unic_sort_utf16` on one thread and on all, and lists of a hundred lines.
    let mut order = vec![0; utf16.len()];
    let (mut compared, mut whole, mut parallel, mut short) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..11 {
        let icu = sorted(&mut |left, right| peer.compare(left, right));
        whole.push(icu / seconds(|| stream.sort_utf16(&utf16, 1, &mut order)));
        compared.push(icu / sorted(&mut |left, right| stream.compare_utf16(left, right)));
        parallel.push(icu / seconds(|| stream.sort_utf16(&utf16, 0, &mut order)));
        let icu = seconds(|| {
            for list in utf16.chunks(100) {
                let mut order: Vec<&[u16]> = list.iter().map(Vec::as_slice).collect();
                order.sort_by(|left, right| peer.compare(left, right));
            }
        });
        let ours = seconds(|| {
            utf16.chunks(100).for_each(|list| stream.sort_utf16(list, 1, &mut order[..list.len()]));
        });
        short.push(icu / ours);
    }
    let [compared, whole, parallel, short] = [compared, whole, parallel, short].map(median);
    let each = |time: f64| time * 1e9 / lines.len() as f64;
    for (what, ratio) in [
        ("keys, UTF-8", to_narrow),
        ("keys, UTF-16", to_wide),
        ("comparison", compared),
        ("sorting", whole),
        ("sorting lists of 100", short),
    ] {
        cells.ratio(ratio, format!("{what}, {list}, {locale}"));
    }
    cells.row(format!(
        "| {list} | {locale} | {:.0} | {:.0} | {:.0} | {to_bare:.2} | {to_narrow:.1} | {to_wide:.1} | {compared:.1} | {whole:.1} | {short:.1} | {parallel:.1} |",
        each(narrow),
        each(wide),
        each(batch)
    ));
}
