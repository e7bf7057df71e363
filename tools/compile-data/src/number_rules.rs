//! Number rules to `data/spell/compiled/rules.bin`: the rule sets of each locale and group, in compressed blocks.

use crate::deflate::deflate;
use crate::source::Source;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use unic_analysis::unicode::spell::{RuleSetGroup, to_pack};

/// The names of the groups in the text files.
const HEADINGS: [(&str, RuleSetGroup); 4] = [
    ("[SpelloutRules]", RuleSetGroup::Spellout),
    ("[OrdinalRules]", RuleSetGroup::Ordinal),
    ("[DurationRules]", RuleSetGroup::Duration),
    ("[NumberingSystemRules]", RuleSetGroup::NumberingSystem),
];

/// The minimum length of the text of a block: smaller blocks are read faster, larger ones are smaller in total.
const BLOCK: usize = 2_500;

/// Writes the table; its layout is in `src/unicode/spell/shipped_rules.rs`.
pub fn compile(data: &Path) -> Result<(), Box<dyn Error>> {
    let folder = data.join("spell");
    let mut texts = BTreeMap::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let locale = path.file_stem().and_then(|stem| stem.to_str()).ok_or("a file name is no UTF-8")?;
        let mut group = None;
        for line in Source::read(&path)?.lines() {
            if line.starts_with('[') {
                let known = HEADINGS.iter().find(|(heading, _)| *heading == line);
                group = Some(known.ok_or_else(|| format!("{}: unknown group {line}", path.display()))?.1);
                continue;
            }
            let group = group.ok_or_else(|| format!("{}: rules before a group", path.display()))?;
            texts.insert(format!("{locale}/{}", group.name()), unescape(line));
        }
    }
    let mut names = Names::default();
    let mut directory = Vec::new();
    let mut entries = Vec::new();
    for (name, text) in &texts {
        let entry = pack(text, &mut names).map_err(|error| format!("{name}: {error}"))?;
        push_text(&mut directory, name)?;
        directory.extend(u32::try_from(entry.len())?.to_le_bytes());
        entries.extend(entry);
    }
    let mut table = Vec::new();
    push(&mut table, texts.len())?;
    push(&mut table, names.list.len())?;
    for name in &names.list {
        push_text(&mut table, name)?;
    }
    table.extend(directory);
    table.extend(entries);
    let head = Source::read(&folder.join("locales.tsv"))?;
    head.write(&folder.join("compiled/rules.bin"), "number rules; layout in src/unicode/spell/shipped_rules.rs", &table)
}

/// The names of rule sets, without duplicates.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Names {
    fn number(&mut self, name: &str) -> usize {
        *self.numbers.entry(name.to_owned()).or_insert_with(|| {
            self.list.push(name.to_owned());
            self.list.len() - 1
        })
    }
}

/// The entry of one rule text.
fn pack(text: &str, names: &mut Names) -> Result<Vec<u8>, Box<dyn Error>> {
    let (sets, default, write_only, lenient) = to_pack(text)?;
    let mut packed = Vec::new();
    let mut texts = Vec::new();
    for set in &sets {
        push(&mut packed, names.number(&set.name))?;
        packed
            .push(u8::from(set.is_readable) | u8::from(set.is_fraction) << 1 | u8::from(set.is_fraction_at_parse) << 2);
        push(&mut packed, set.text.len())?;
        texts.push(set.text.as_str());
    }
    if let Some(lenient) = &lenient {
        push(&mut packed, 0)?;
        packed.push(0);
        push(&mut packed, lenient.len())?;
        texts.push(lenient);
    }
    let (mut blocks, mut data) = (Vec::new(), Vec::new());
    let (mut block, mut count, mut block_count) = (String::new(), 0, 0);
    for (number, text) in texts.iter().enumerate() {
        block.push_str(text);
        count += 1;
        if block.len() >= BLOCK || number + 1 == texts.len() {
            let compressed = deflate(block.as_bytes())?;
            push(&mut blocks, count)?;
            push(&mut blocks, compressed.len())?;
            data.extend(compressed);
            block.clear();
            (count, block_count) = (0, block_count + 1);
        }
    }
    let mut entry = vec![u8::from(write_only) | u8::from(lenient.is_some()) << 1];
    push(&mut entry, default)?;
    push(&mut entry, texts.len())?;
    push(&mut entry, block_count)?;
    entry.extend(packed);
    entry.extend(blocks);
    entry.extend(data);
    Ok(entry)
}

fn push(out: &mut Vec<u8>, value: usize) -> Result<(), Box<dyn Error>> {
    out.extend(u16::try_from(value)?.to_le_bytes());
    Ok(())
}

fn push_text(out: &mut Vec<u8>, text: &str) -> Result<(), Box<dyn Error>> {
    out.push(u8::try_from(text.len())?);
    out.extend_from_slice(text.as_bytes());
    Ok(())
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
