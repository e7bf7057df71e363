//! Number rules to `data/spell/compiled/`: the text of each locale and group, compressed.

use crate::source::Source;
use std::error::Error;
use std::fs;
use std::path::Path;
use unic_analysis::unicode::spell::Group;

/// The names of the groups in the text files.
const HEADINGS: [(&str, Group); 4] = [
    ("[SpelloutRules]", Group::Spellout),
    ("[OrdinalRules]", Group::Ordinal),
    ("[DurationRules]", Group::Duration),
    ("[NumberingSystemRules]", Group::NumberingSystem),
];

/// Writes the table; its layout is in `src/unicode/spell/locale.rs`.
pub fn compile(data: &Path) -> Result<(), Box<dyn Error>> {
    let folder = data.join("spell");
    let mut texts = Vec::new();
    let mut files: Vec<_> =
        fs::read_dir(&folder)?.collect::<Result<Vec<_>, _>>()?.into_iter().map(|file| file.path()).collect();
    files.sort();
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "txt")) {
        let locale = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a file name is no UTF-8")?;
        let mut group = None;
        for line in Source::read(path)?.lines() {
            if line.starts_with('[') {
                let known = HEADINGS.iter().find(|(heading, _)| *heading == line);
                group = Some(known.ok_or_else(|| format!("{}: unknown group {line}", path.display()))?.1);
                continue;
            }
            let group = group.ok_or_else(|| format!("{}: rules before a group", path.display()))?;
            texts.push((format!("{locale}/{}", group.name()), unescape(line)));
        }
    }
    let mut table = u16::try_from(texts.len())?.to_le_bytes().to_vec();
    let mut compressed = Vec::new();
    for (name, text) in &texts {
        let data = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
        table.push(u8::try_from(name.len())?);
        table.extend_from_slice(name.as_bytes());
        table.extend_from_slice(&u32::try_from(data.len())?.to_le_bytes());
        compressed.extend(data);
    }
    table.extend(compressed);
    let head = Source::read(&folder.join("locales.tsv"))?;
    head.write(&folder.join("compiled/rules.bin"), "number rules; layout in src/unicode/spell/locale.rs", &table)
}

/// The text files escape backslashes, tabs and line ends.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        out.push(match c {
            '\\' => match characters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    out
}
