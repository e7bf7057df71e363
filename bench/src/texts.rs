//! What is measured on: the project's own texts, and `../shared/corpus` where it is found.

use std::fs;
use std::path::{Path, PathBuf};

/// A text in some variants that differ in the order of their lines, so that no run sees what the last one saw.
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

/// Texts of a language, each of about `length` bytes.
pub fn of_language(language: &str, length: usize) -> Vec<Text> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = root.join(format!("corpus/udhr_{language}.txt"));
    let shared = shared_corpus().join(format!("text/{language}.txt.xz"));
    let mut texts = Vec::new();
    if let Ok(text) = fs::read_to_string(&own) {
        texts.push(Text::new(format!("{language} UDHR"), &text, length));
    }
    if let Some(text) = read_xz(&shared) {
        texts.push(Text::new(format!("{language} corpus"), &text, length));
    }
    texts
}

/// Lines of a list of the shared corpus, at most so many, in an order of no meaning; `None` when it is not there.
pub fn list(name: &str, most: usize) -> Option<Vec<String>> {
    let text = read_xz(&shared_corpus().join(format!("lists/{name}.txt.xz")))?;
    let mut lines: Vec<String> = text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    for at in (1..lines.len()).rev() {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        lines.swap(at, (seed % (at as u64 + 1)) as usize);
    }
    lines.truncate(most);
    Some(lines)
}

/// Where the shared corpus is, if it is.
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

impl Text {
    /// The same with every line changed.
    pub fn mapped(self, change: impl Fn(&str) -> String) -> Text {
        let mapped = |variant: Variant| {
            let utf8: String = variant.utf8.lines().map(|line| change(line) + "\n").collect();
            let utf16 = utf8.encode_utf16().collect();
            Variant { utf8, utf16 }
        };
        Text { name: self.name, variants: self.variants.into_iter().map(mapped).collect() }
    }

    fn new(name: String, text: &str, length: usize) -> Text {
        let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        let mut variant = || {
            let mut utf8 = String::with_capacity(length + 4096);
            while utf8.len() < length {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                utf8.push_str(lines[(seed % lines.len() as u64) as usize]);
                utf8.push('\n');
            }
            let utf16 = utf8.encode_utf16().collect();
            Variant { utf8, utf16 }
        };
        Text { name, variants: (0..16).map(|_| variant()).collect() }
    }
}
