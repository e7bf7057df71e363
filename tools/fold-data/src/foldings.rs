//! The foldings of UTR #30: reads the lists and computes their closure with NFKC_Casefold.
//!
//! A list is a section of `tools/fold-data/foldings`. Its lines are `sources > target # comment`: sources are code
//! points, ranges `a..b`, properties (`\p{Dash}`), and, after a `-`, exceptions; the target is a string of code points
//! (none: removed), `value` (the digit's value) or `from N` (a run of digits).

use crate::forms::{Mapping, Unicode};
use icu_properties::props::{ChangesWhenNfkcCasefolded, Dash, Diacritic, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use std::collections::BTreeMap;
use std::path::Path;

/// A map from code points to their target in a list.
pub type List = BTreeMap<char, String>;

/// All lists of the folder, sorted by name. A code point in two lists is an error, unless both agree.
pub fn read(folder: &Path) -> Result<List, String> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let mut list = List::new();
    for file in files {
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        for (number, line) in text.lines().enumerate() {
            let at_line = |error| format!("{}:{}: {error}", file.display(), number + 1);
            for (c, target) in read_line(line).map_err(at_line)? {
                if list.insert(c, target.clone()).is_some_and(|other| other != target) {
                    return Err(at_line(format!("U+{:04X} has a target already", u32::from(c))));
                }
            }
        }
    }
    Ok(list)
}

fn read_line(line: &str) -> Result<Vec<(char, String)>, String> {
    let line = line.split('#').next().unwrap_or("").trim();
    if line.is_empty() {
        return Ok(Vec::new());
    }
    let (sources, target) = line.split_once('>').ok_or("no > in the line")?;
    let (taken, left) = sources.split_once(" - ").unwrap_or((sources, ""));
    let (taken, left) = (read_set(taken)?, read_set(left)?);
    let sources: Vec<char> = taken.into_iter().filter(|c| !left.contains(c)).collect();
    let digit = |value: usize| char::from(b'0' + (value % 10) as u8).to_string();
    match target.trim() {
        "value" => Ok(decimal_values(&sources).map(|(c, value)| (c, digit(value))).collect()),
        target => match target.strip_prefix("from ") {
            Some(first) => {
                let first: usize = first.trim().parse().map_err(|_| "bad first digit")?;
                Ok(sources.into_iter().enumerate().map(|(at, c)| (c, digit(first + at))).collect())
            }
            None => {
                let target = target.split_whitespace().map(read_char).collect::<Result<String, _>>()?;
                Ok(sources.into_iter().map(|c| (c, target.clone())).collect())
            }
        },
    }
}

/// Decimal digits form runs of ten, with zero first (the standard's stability policy on Nd).
fn decimal_values(sources: &[char]) -> impl Iterator<Item = (char, usize)> + '_ {
    let mut zero = u32::MAX - 10;
    sources.iter().map(move |&c| {
        if u32::from(c) >= zero.saturating_add(10) || zero > u32::from(c) {
            zero = u32::from(c);
        }
        (c, (u32::from(c) - zero) as usize)
    })
}

fn read_set(text: &str) -> Result<Vec<char>, String> {
    let mut set = Vec::new();
    for item in text.split_whitespace() {
        match (item.strip_prefix("\\p{").and_then(|name| name.strip_suffix('}')), item.split_once("..")) {
            (Some(name), _) => set.extend(read_property(name)?),
            (None, Some((first, last))) => set.extend(read_char(first)?..=read_char(last)?),
            (None, None) => set.push(read_char(item)?),
        }
    }
    Ok(set)
}

fn read_property(name: &str) -> Result<Vec<char>, String> {
    let category = |wanted: GeneralCategory| {
        CodePointMapData::<GeneralCategory>::new()
            .iter_ranges_for_group(GeneralCategoryGroup::from(wanted))
            .flatten()
            .filter_map(char::from_u32)
            .collect()
    };
    let chars = |ranges: &mut dyn Iterator<Item = std::ops::RangeInclusive<u32>>| {
        ranges.flatten().filter_map(char::from_u32).collect()
    };
    match name {
        "Dash" => Ok(chars(&mut CodePointSetData::new::<Dash>().iter_ranges())),
        "Diacritic" => Ok(chars(&mut CodePointSetData::new::<Diacritic>().iter_ranges())),
        "CWKCF" => Ok(chars(&mut CodePointSetData::new::<ChangesWhenNfkcCasefolded>().iter_ranges())),
        "Pd" => Ok(category(GeneralCategory::DashPunctuation)),
        "Zs" => Ok(category(GeneralCategory::SpaceSeparator)),
        "Nd" => Ok(category(GeneralCategory::DecimalNumber)),
        _ => Err(format!("unknown property {name}")),
    }
}

fn read_char(text: &str) -> Result<char, String> {
    let code = u32::from_str_radix(text, 16).map_err(|_| format!("{text} is not a code point"))?;
    char::from_u32(code).ok_or_else(|| format!("{text} is not a scalar value"))
}

/// The whole folding: rounds of NFKC_Casefold and of the lists until a fixed point.
pub fn utr30(unicode: &Unicode, list: &List) -> Result<Mapping, String> {
    let folding = unicode.fixpoint(|text| {
        let folded = unicode.casefold_round(text);
        folded.chars().map(|c| list.get(&c).cloned().unwrap_or_else(|| c.to_string())).collect()
    });
    match folding.get(&'\u{E9}') {
        Some(e) if *e == ['e'] => Ok(folding),
        _ => Err("the folding does not remove accents: are the lists complete?".to_owned()),
    }
}
