//! `data/transform/*.txt`, compiled for the directions that `index.tsv` names, and the tables of ids to `rules.bin`,
//! compressed part by part. The layout is described in `src/unicode/transform/shipped_rules.rs` and
//! `serialized_rules.rs`.

use crate::deflate::deflate;
use crate::source::Source;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use unic_analysis::unicode::data_file::push_leb128;
use unic_analysis::unicode::transform::{Direction, compile_shipped_rules};

/// The texts that are shipped in compiled form, with their direction: those of `Any-Latin`, which opens all of them,
/// and of its parts. Any other text compiles in less than 5 ms, and most are smaller as texts.
const COMPILED: [&str; 47] = [
    "Arab-Latn>",
    "Armn-Latn<",
    "Beng-Latn>",
    "Bengali-InterIndic>",
    "Bopo-Latn<",
    "ConjoiningJamo-Latin<",
    "Cyrl-Latn>",
    "Deva-Latn>",
    "Devanagari-InterIndic>",
    "Ethi-Latn.Beta_Metsehaf>",
    "Ethi-Latn>",
    "Fullwidth-Halfwidth<",
    "Fullwidth-Halfwidth>",
    "Geor-Latn>",
    "Grek-Latn>",
    "Gujarati-InterIndic>",
    "Gujr-Latn>",
    "Gurmukhi-InterIndic>",
    "Guru-Latn>",
    "Han-Spacedhan>",
    "Hang-Latn>",
    "Hani-Latn>",
    "Hebr-Latn>",
    "Hira-Kana>",
    "Hira-Latn>",
    "InterIndic-Latin>",
    "Kana-Latn<",
    "Kannada-InterIndic>",
    "Knda-Latn>",
    "Latin-NumericPinyin<",
    "Latin-ThaiLogical>",
    "Latn-Syrc>",
    "Latn-Thaa<",
    "Malayalam-InterIndic>",
    "Mlym-Latn>",
    "NumericPinyin-Pinyin<",
    "NumericPinyin-Pinyin>",
    "Oriya-InterIndic>",
    "Orya-Latn>",
    "Tamil-InterIndic>",
    "Taml-Latn>",
    "Telu-Latn>",
    "Telugu-InterIndic>",
    "Thai-Latn>",
    "Thai-ThaiLogical>",
    "Thai-ThaiSemi>",
    "my-my_Latn>",
];

/// The length of texts that are compressed together: opening one of them decompresses all.
const BLOCK: usize = 32 << 10;

/// Writes the table.
pub fn pack(data: &Path) -> Result<(), Box<dyn Error>> {
    let folder = data.join("transform");
    let index = Source::read(&folder.join("index.tsv"))?;
    let table = table(&parts(&folder, &index)?)?;
    index.write(&folder.join("rules.bin"), "rule texts, compiled transforms and their ids", &table)
}

/// The contents by name: the tables, compiled texts by file and direction, and the other texts by file.
fn parts(folder: &Path, index: &Source) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let text_of = |name: &str| -> Result<String, Box<dyn Error>> {
        Ok(Source::read(&folder.join(name))?.lines().collect::<Vec<_>>().join("\n"))
    };
    let mut parts: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for name in ["index.tsv", "scripts.tsv", "languages.tsv"] {
        parts.insert(name.to_owned(), text_of(name)?.into_bytes());
    }
    for line in index.lines() {
        let &[kind, _, file, direction] = line.split('\t').collect::<Vec<_>>().as_slice() else { continue };
        let (name, direction) = match (kind, direction) {
            ("alias", _) => continue,
            (_, "REVERSE") => (format!("{file}<"), Direction::Reverse),
            _ => (format!("{file}>"), Direction::Forward),
        };
        let text = text_of(&format!("{file}.txt"))?;
        if COMPILED.contains(&name.as_str()) {
            parts.insert(name, compile_shipped_rules(&text, direction).map_err(|error| format!("{file}: {error}"))?);
        } else {
            parts.insert(file.to_owned(), text.into_bytes());
        }
    }
    Ok(parts)
}

/// The contents in compressed blocks, with their lengths and the names and offsets of the parts.
fn table(parts: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, Box<dyn Error>> {
    let is_alone = |name: &str| name.ends_with(['<', '>']) || name.ends_with(".tsv");
    let mut names: Vec<&str> = parts.keys().map(String::as_str).collect();
    names.sort_by_key(|name| is_alone(name));
    let (mut lengths, mut entries, mut streams) = (Vec::new(), Vec::new(), Vec::new());
    let mut blocks = 0;
    let mut at = 0;
    while at < names.len() {
        // Texts that follow each other share a block; a compiled text and a table have their own.
        let (mut block, first) = (Vec::new(), at);
        while let Some(name) = names.get(at) {
            let part = &parts[*name];
            if at > first && (is_alone(name) || block.len() + part.len() > BLOCK) {
                break;
            }
            entries.push(u8::try_from(name.len())?);
            entries.extend_from_slice(name.as_bytes());
            [blocks, block.len(), part.len()].into_iter().for_each(|number| push_leb128(&mut entries, number as u32));
            block.extend_from_slice(part);
            at += 1;
            if is_alone(name) {
                break;
            }
        }
        let stream = deflate(&block)?;
        [stream.len(), block.len()].into_iter().for_each(|number| push_leb128(&mut lengths, number as u32));
        streams.extend_from_slice(&stream);
        blocks += 1;
    }
    let mut table = Vec::new();
    push_leb128(&mut table, blocks as u32);
    table.extend_from_slice(&lengths);
    push_leb128(&mut table, names.len() as u32);
    push_leb128(&mut table, entries.len() as u32);
    table.extend_from_slice(&entries);
    table.extend_from_slice(&streams);
    Ok(table)
}
