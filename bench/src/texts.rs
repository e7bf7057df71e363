//! The measured texts: those of the repository, and `../shared/corpus` if it exists.

use std::fs;
use std::path::{Path, PathBuf};

/// Variants of a text in different orders of its lines, so that no run repeats the preceding one.
#[derive(Clone)]
pub struct Text {
    pub name: String,
    pub variants: Vec<Variant>,
}

/// One order of lines, in both encodings.
#[derive(Clone)]
pub struct Variant {
    pub utf8: String,
    pub utf16: Vec<u16>,
}

/// The name, in place of a language, of the lines of `udhr_all` in rare scripts, such as Cherokee, Canadian syllabics,
/// Javanese, Tai Tham, Mongolian, Yi, Chakma and Adlam.
pub const RARE_SCRIPTS: &str = "rare_scripts";

/// The name, in place of a language, of the lines of `udhr_all` in Bengali, Gujarati, Kannada and Malayalam, three of
/// which have vowel signs that may compose.
pub const INDIC: &str = "indic";

/// The name, in place of a language, of the sentences of English, one a line, with one to three emoji after each.
pub const EMOJI: &str = "emoji";

/// Texts of a language, each of about `length` bytes.
pub fn of_language(language: &str, length: usize) -> Vec<Text> {
    sources(language).into_iter().map(|(name, text)| Text::new(name, &text, length)).collect()
}

/// The distinct lines of a language's texts, without empty ones.
pub fn lines_of_language(language: &str) -> Vec<String> {
    let lines = |text: &str| text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    sources(language).iter().flat_map(|(_, text)| lines(text)).collect()
}

/// The name, in place of a language, of lines of many languages in turn: documents of an index for all of them.
pub const IN_TURN: &str = "in_turn";

/// One line of each of these languages, then the next one of each.
pub fn lines_in_turn(languages: &[&str]) -> Vec<String> {
    let texts: Vec<Vec<String>> = languages.iter().map(|language| lines_of_language(language)).collect();
    let longest = texts.iter().map(Vec::len).max().unwrap_or(0);
    (0..longest).flat_map(|number| texts.iter().filter_map(move |lines| lines.get(number)).cloned()).collect()
}

/// The text of the repository and that of the shared corpus, as far as they exist, with their names.
fn sources(language: &str) -> Vec<(String, String)> {
    let udhr = |language: &str| {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/udhr_{language}.txt"))).ok()
    };
    let shared = |language: &str| read_xz(&shared_corpus().join(format!("text/{language}.txt.xz")));
    let (udhr, shared) = match language {
        EMOJI => (udhr("en").map(|text| with_emoji(&text)), None),
        RARE_SCRIPTS => (None, shared("udhr_all").map(|text| lines_of(&text, is_rare))),
        INDIC => (None, shared("udhr_all").map(|text| lines_of(&text, |c| matches!(c, '\u{980}'..='\u{DFF}')))),
        _ => (udhr(language), shared(language)),
    };
    let named = |source: &str, text: Option<String>| text.map(|text| (format!("{language} {source}"), text));
    named("UDHR", udhr).into_iter().chain(named("corpus", shared)).collect()
}

fn with_emoji(text: &str) -> String {
    const SEQUENCES: [&str; 10] = ["😀", "👍🏽", "❤️", "👩‍🚀", "🇩🇪", "🎉", "1️⃣", "🚀", "☕", "🧑‍🤝‍🧑"];
    let mut random = Random::new();
    let mut emoji = |sentence: &str| {
        let emoji: String = (0..=random.below(3)).map(|_| *random.one_of(&SEQUENCES)).collect();
        format!("{sentence} {emoji}")
    };
    text.split_inclusive(". ").flat_map(|part| part.lines()).map(|line| emoji(line.trim_end()) + "\n").collect()
}

fn is_rare(c: char) -> bool {
    matches!(c, '\u{1300}'..='\u{16FF}' | '\u{1800}'..='\u{1DFF}' | '\u{2C00}'..='\u{2DFF}'
        | '\u{A000}'..='\u{ABFF}' | '\u{10000}'..)
}

/// The lines most of whose characters pass a test.
fn lines_of(text: &str, test: impl Fn(char) -> bool) -> String {
    let is_one = |line: &&str| 2 * line.chars().filter(|c| test(*c)).count() > line.chars().count();
    text.lines().filter(is_one).map(|line| line.to_owned() + "\n").collect()
}

/// A pseudo-random sequence, equal in every run.
pub struct Random(u64);

impl Random {
    /// The start of the sequence.
    pub fn new() -> Random {
        Random(0x9E37_79B9_7F4A_7C15)
    }

    /// A number below a limit that is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// One of a list that is not empty.
    pub fn one_of<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// A random permutation.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            list.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}

/// Up to `most` lines of a list of the shared corpus, in a random order; `None` if the list does not exist.
pub fn list(name: &str, most: usize) -> Option<Vec<String>> {
    let text = read_xz(&shared_corpus().join(format!("lists/{name}.txt.xz")))?;
    let mut lines: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    Random::new().shuffle(&mut lines);
    lines.truncate(most);
    Some(lines)
}

/// The folder of the shared corpus, if it exists.
fn shared_corpus() -> PathBuf {
    let given = std::env::var_os("CORPUS").map(PathBuf::from);
    given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus"))
}

fn read_xz(path: &Path) -> Option<String> {
    let packed = fs::read(path).ok()?;
    let mut text = Vec::new();
    lzma_rs::xz_decompress(&mut packed.as_slice(), &mut text).ok()?;
    String::from_utf8(text).ok()
}

impl Variant {
    /// A text in both encodings.
    pub fn new(utf8: String) -> Variant {
        let utf16 = utf8.encode_utf16().collect();
        Variant { utf8, utf16 }
    }
}

impl Text {
    /// A copy with every line changed.
    pub fn mapped(self, change: impl Fn(&str) -> String) -> Text {
        let mapped = |variant: Variant| {
            let utf8: String = variant.utf8.lines().map(|line| change(line) + "\n").collect();
            Variant::new(utf8)
        };
        Text { name: self.name, variants: self.variants.into_iter().map(mapped).collect() }
    }

    fn new(name: String, text: &str, length: usize) -> Text {
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let mut random = Random::new();
        let mut variant = || {
            let mut utf8 = String::with_capacity(length + 4096);
            while utf8.len() < length {
                utf8.push_str(random.one_of::<&str>(&lines));
                utf8.push('\n');
            }
            Variant::new(utf8)
        };
        Text { name, variants: (0..16).map(|_| variant()).collect() }
    }
}
