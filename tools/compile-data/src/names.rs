//! `data/unicode/names.txt` to `names.bin`. The layout is described in `src/unicode/character_name/table.rs`.

use crate::source::Source;
use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use unic_analysis::unicode::data_file::push_leb128;

type Lines<'t> = Vec<(u32, &'t str)>;

/// Writes the table.
pub fn compile(data: &Path) -> Result<(), Box<dyn Error>> {
    let source = Source::read(&data.join("unicode/names.txt"))?;
    let (mut rules, mut names, mut aliases) = (Vec::new(), Lines::new(), Lines::new());
    let mut section = "";
    for line in source.lines() {
        match (section, line.split_once('\t')) {
            (_, None) => section = line,
            ("[rules]", Some((range, prefix))) => {
                let (first, last) = range.split_once("..").ok_or("not a range")?;
                let (first, last) = (u32::from_str_radix(first, 16)?, u32::from_str_radix(last, 16)?);
                push_leb128(&mut rules, first);
                push_leb128(&mut rules, last);
                rules.push(u8::try_from(prefix.len())?);
                rules.extend_from_slice(prefix.as_bytes());
            }
            ("[names]", Some((c, name))) => names.push((u32::from_str_radix(c, 16)?, name)),
            (_, Some((c, name))) => aliases.push((u32::from_str_radix(c, 16)?, name)),
        }
    }
    let words = words_by_frequency(names.iter().chain(&aliases));
    let numbers: HashMap<&str, usize> = words.iter().enumerate().map(|(number, &word)| (word, number)).collect();
    let (names, aliases) = (encode(&names, &numbers)?, encode(&aliases, &numbers)?);

    let text = words.concat();
    let mut ends = Vec::new();
    let mut end = 0;
    for word in &words {
        end += word.len() as u32;
        ends.extend_from_slice(&end.to_le_bytes());
    }
    let mut table = Vec::new();
    for count in [words.len(), text.len(), rules.len(), names.len(), aliases.len()] {
        table.extend_from_slice(&u32::try_from(count)?.to_le_bytes());
    }
    for part in [ends, text.into_bytes(), rules, names, aliases] {
        table.extend_from_slice(&part);
    }
    source.write(&data.join("unicode/names.bin"), "layout in src/unicode/character_name/table.rs", &table)
}

fn words_by_frequency<'t>(names: impl Iterator<Item = &'t (u32, &'t str)>) -> Vec<&'t str> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, name) in names {
        for word in name.split(' ') {
            *counts.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<&str> = counts.keys().copied().collect();
    words.sort_by_key(|&word| (std::cmp::Reverse(counts[word]), word));
    words
}

fn encode(names: &Lines, numbers: &HashMap<&str, usize>) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut out = Vec::new();
    let mut last = 0;
    for &(c, name) in names {
        push_leb128(&mut out, c - last);
        last = c;
        let mut codes = Vec::new();
        for word in name.split(' ') {
            match numbers[word] {
                number @ 0..192 => codes.push(number as u8),
                number => {
                    codes.push(u8::try_from(192 + (number - 192) / 256)?);
                    codes.push(((number - 192) % 256) as u8);
                }
            }
        }
        out.push(u8::try_from(codes.len())?);
        out.extend(codes);
    }
    Ok(out)
}
