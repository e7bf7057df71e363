//! `data/transform/*.txt` and its tables of ids to `rules.bin`, compressed file by file. The layout is described in
//! `src/unicode/transform/data.rs`.

use crate::source::{Source, push_number};
use std::error::Error;
use std::fs;
use std::path::Path;

/// Writes the table.
pub fn pack(data: &Path) -> Result<(), Box<dyn Error>> {
    let folder = data.join("transform");
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().into_string().map_err(|_| "a file name that is not Unicode")?;
        if name.ends_with(".txt") || name.ends_with(".tsv") {
            names.push(name);
        }
    }
    names.sort();
    let index = Source::read(&folder.join("index.tsv"))?;
    let (mut entries, mut streams) = (Vec::new(), Vec::new());
    for name in &names {
        let source = Source::read(&folder.join(name))?;
        let body: Vec<&str> = source.lines().collect();
        let text = body.join("\n");
        let stream = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 10);
        let name = name.strip_suffix(".txt").unwrap_or(name);
        entries.push(u8::try_from(name.len())?);
        entries.extend_from_slice(name.as_bytes());
        push_number(&mut entries, streams.len() as u32);
        push_number(&mut entries, stream.len() as u32);
        push_number(&mut entries, text.len() as u32);
        streams.extend_from_slice(&stream);
    }
    let mut table = Vec::new();
    push_number(&mut table, names.len() as u32);
    push_number(&mut table, entries.len() as u32);
    table.extend_from_slice(&entries);
    table.extend_from_slice(&streams);
    index.write(&folder.join("rules.bin"), "rule texts and ids of transforms", &table)
}
