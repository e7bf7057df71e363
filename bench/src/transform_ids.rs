//! Every transform id, in both directions, beside ICU4C: lines and words of a text that the transform changes, and of
//! English. The slowest one, by ratio, is first.

use crate::icu;
use crate::measure::{median, seconds};
use crate::texts::{self, Random};
use std::collections::BTreeSet;
use std::hint::black_box;
use unic_analysis::unicode::transform::{Direction, Runner, Transform};

/// The languages whose lines are the pool of texts.
const LANGUAGES: [&str; 18] = [
    "ar", "de", "el", "en", "fr", "he", "hi", "ja", "km", "ko", "lo", "mixed", "my", "ru", "th", "udhr_all", "zh_hans",
    "zh_hant",
];

/// UTF-16 units of a measured text.
const LENGTH: usize = 4 << 10;

/// Share of the letters of a line that a transform may change, for a line that is measured with it.
const SHARE: f64 = 0.6;

const ROUNDS: usize = 5;

/// The shortest time of a round, in seconds.
const SHORTEST: f64 = 1e-4;

/// A line with its letters, in units that are counted once.
struct Line {
    text: String,
    letters: Vec<u32>,
}

/// The result of an id, as ratios to ICU4C.
struct Row {
    name: String,
    text: &'static str,
    ns_per_unit: f64,
    /// Whether ICU4C, whose data are older, has the same results for most lines: otherwise the times say little.
    is_equal: bool,
    /// Lines and words of the text, lines and words of English.
    ratios: [f64; 4],
}

/// The section `transform_ids`. `TRANSFORMS` selects ids by a part.
pub fn all() {
    let pool = pool();
    let english: Vec<&Line> = pool.iter().filter(|line| line.text.is_ascii()).collect();
    let english: Vec<String> = cut(english.iter().map(|line| line.text.as_str()));
    let (mut rows, mut without, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let part = std::env::var("TRANSFORMS").unwrap_or_default();
    for id in Transform::ids().filter(|id| id.contains(&part)) {
        for (direction, mark) in [(Direction::Forward, ""), (Direction::Reverse, " (reverse)")] {
            let Ok(transform) = Transform::new(id, direction) else { continue };
            let name = format!("{id}{mark}");
            let Some(peer) = icu::Transform::find(id, direction == Direction::Reverse) else {
                without.push(name);
                continue;
            };
            if !seen.insert(peer.id()) {
                continue; // the reverse one of an id is nearly always another id
            }
            let (text, lines) = matching(&pool, &peer.sources());
            let (own, foreign) = (measure(&transform, &peer, &lines), measure(&transform, &peer, &english));
            let is_equal = equal_results(&transform, &peer, &lines) && equal_results(&transform, &peer, &english);
            let ratios = [own[0], own[1], foreign[0], foreign[1]];
            rows.push(Row { name, text, ns_per_unit: own[2], is_equal, ratios });
        }
    }
    let worst = |row: &Row| row.ratios.iter().copied().fold(f64::INFINITY, f64::min);
    rows.sort_by(|one, other| worst(one).total_cmp(&worst(other)));
    println!(
        "| transform | text | ns per unit | lines, × ICU4C | words, × ICU4C | English lines, × ICU4C | English words, × ICU4C |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for row in &rows {
        let [lines, words, foreign_lines, foreign_words] = row.ratios;
        let results = if row.is_equal { "equal" } else { "differ" };
        println!(
            "| {} | {} | {results} | {:.1} | {lines:.1} | {words:.1} | {foreign_lines:.1} | {foreign_words:.1} |",
            row.name, row.text, row.ns_per_unit
        );
    }
    println!("\n{} transforms; {} that ICU4C does not have: {}\n", rows.len(), without.len(), without.join(", "));
}

/// The distinct lines of all languages, in a random order.
fn pool() -> Vec<Line> {
    let mut lines: Vec<String> = LANGUAGES.iter().flat_map(|language| texts::lines_of_language(language)).collect();
    lines.sort_unstable();
    lines.dedup();
    Random::new().shuffle(&mut lines);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphabetic()).map(u32::from).collect();
    lines.into_iter().map(|text| Line { letters: letters(&text), text }).filter(|line| line.letters.len() > 2).collect()
}

/// Lines up to the length of a measured text.
fn cut<'l>(lines: impl Iterator<Item = &'l str>) -> Vec<String> {
    let mut cut: Vec<String> = Vec::new();
    let mut length = 0;
    for line in lines {
        if length >= LENGTH {
            break;
        }
        length += line.len();
        cut.push(line.to_owned());
    }
    cut
}

/// Lines in which the characters are the larger part of the letters; words of random characters where the pool has too
/// few of them.
fn matching(pool: &[Line], sources: &[[u32; 2]]) -> (&'static str, Vec<String>) {
    let mut members = vec![false; 0x11_0000];
    for &[low, high] in sources {
        members[low as usize..=high as usize].fill(true);
        // A transform of capitals is measured with text in which most letters are small ones.
        for c in (low..=high).filter_map(char::from_u32) {
            c.to_lowercase().chain(c.to_uppercase()).for_each(|c| members[c as usize] = true);
        }
    }
    let share = |line: &&Line| {
        let found = line.letters.iter().filter(|&&c| members[c as usize]).count();
        found as f64 >= SHARE * line.letters.len() as f64
    };
    let lines = cut(pool.iter().filter(share).map(|line| line.text.as_str()));
    if lines.iter().map(String::len).sum::<usize>() >= LENGTH / 4 {
        return ("corpus", lines);
    }
    if sources.is_empty() {
        return ("corpus", cut(pool.iter().map(|line| line.text.as_str())));
    }
    let mut random = Random::new();
    let letter = |random: &mut Random| {
        let [low, high] = *random.one_of(sources);
        char::from_u32(low + random.below(u64::from(high - low) + 1) as u32).unwrap_or(' ')
    };
    let word = |random: &mut Random| {
        let length = 2 + random.below(8);
        (0..length).map(|_| letter(random)).collect::<String>()
    };
    let line = |random: &mut Random| (0..8).map(|_| word(random)).collect::<Vec<_>>().join(" ");
    ("random", (0..40).map(|_| line(&mut random)).collect())
}

/// Whether most lines have the same result.
fn equal_results(transform: &Transform, peer: &icu::Transform, lines: &[String]) -> bool {
    let (mut runner, mut buffer) = (Runner::default(), vec![0; 1 << 18]);
    let mut is_equal = |line: &String| {
        let line: Vec<u16> = line.encode_utf16().collect();
        let mut result = Vec::new();
        runner.transform(transform, &line).expect("no limit");
        runner.write(&line, |units: &[u16]| result.extend_from_slice(units));
        let length = peer.transform(&line, &mut buffer);
        buffer.get(..length) == Some(result.as_slice())
    };
    2 * lines.iter().filter(|line| is_equal(line)).count() >= lines.len()
}

/// The ratios to ICU4C of lines and of words, and the nanoseconds per UTF-16 unit of lines.
fn measure(transform: &Transform, peer: &icu::Transform, lines: &[String]) -> [f64; 3] {
    let units = |part: &str| part.encode_utf16().collect::<Vec<u16>>();
    let whole: Vec<Vec<u16>> = lines.iter().map(|line| units(line)).collect();
    let words: Vec<Vec<u16>> = lines.iter().flat_map(|line| line.split_whitespace().map(units)).collect();
    let length: usize = whole.iter().map(Vec::len).sum();
    let (lines, cost) = ratio(transform, peer, &whole);
    let (words, _) = ratio(transform, peer, &words);
    [lines, words, cost * 1e9 / length as f64]
}

/// Transforms all parts of a text, and reads the results.
pub fn pass(runner: &mut Runner, transform: &Transform, parts: &[Vec<u16>]) {
    for part in parts {
        runner.transform(transform, part).expect("no limit");
        let mut length = 0;
        runner.write(part, |units: &[u16]| length += units.len());
        black_box(length);
    }
}

/// The ratio of times, the median over alternating rounds, and our seconds.
fn ratio(transform: &Transform, peer: &icu::Transform, parts: &[Vec<u16>]) -> (f64, f64) {
    let mut runner = Runner::default();
    let mut buffer = vec![0; 1 << 18];
    let (mut ratios, mut costs) = (Vec::new(), Vec::new());
    // A pass over a text without changes takes less than a microsecond, as long as a few readings of the clock.
    let first = seconds(|| pass(&mut runner, transform, parts));
    let passes = (SHORTEST / first.max(1e-9)).ceil().clamp(1.0, 1000.0);
    for round in 0..=ROUNDS {
        let ours = seconds(|| (0..passes as usize).for_each(|_| pass(&mut runner, transform, parts))) / passes;
        let mut icu = || parts.iter().map(|part| peer.transform(part, &mut buffer)).sum::<usize>();
        let icu = seconds(|| (0..passes as usize).for_each(|_| _ = black_box(icu()))) / passes;
        if round > 0 {
            ratios.push(icu / ours);
            costs.push(ours);
        }
    }
    (median(ratios), median(costs))
}
