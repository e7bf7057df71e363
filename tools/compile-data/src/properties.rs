//! `data/unicode/properties.txt` to `properties.bin`. The layout is described in `src/unicode/set/property_data.rs`.

use crate::source::Source;
use std::error::Error;
use std::path::Path;
use unic_analysis::unicode::data_file::push_leb128;
use unic_analysis::unicode::set::loose;

#[derive(Default)]
struct Property {
    kind: u8,
    first_value: usize,
    values: usize,
    names: Vec<(String, usize)>,
}

#[derive(Default)]
struct Table {
    property_names: Vec<(String, usize)>,
    properties: Vec<Property>,
    values: Vec<usize>,
    sets: Vec<u8>,
}

/// Writes the table.
pub fn compile(data: &Path) -> Result<(), Box<dyn Error>> {
    let source = Source::read(&data.join("unicode/properties.txt"))?;
    let mut table = Table::default();
    for line in source.lines() {
        table.read_line(line).map_err(|error| format!("{error} in line {line:.80}"))?;
    }
    source.write(&data.join("unicode/properties.bin"), "layout in src/unicode/set/property_data.rs", &table.pack())
}

impl Table {
    fn read_line(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        let mut fields = line.split('\t');
        match fields.next() {
            Some("property") => {
                let kind = kind_of(fields.next().ok_or("no kind")?)?;
                let id = self.properties.len();
                self.property_names.extend(fields.map(|name| (loose(name), id)));
                self.properties.push(Property { kind, first_value: self.values.len(), ..Property::default() });
            }
            Some("value") => {
                let property = self.properties.last_mut().ok_or("value before property")?;
                let id = self.values.len();
                // Numbers and versions are compared as such, so their text is kept.
                let verbatim = matches!(property.kind, AGE | NUMERIC);
                property.names.extend(fields.map(|name| (if verbatim { name.to_owned() } else { loose(name) }, id)));
            }
            Some("set") => {
                self.values.push(self.sets.len());
                if let Some(property) = self.properties.last_mut() {
                    property.values += 1;
                }
                self.push_set(fields.next().unwrap_or(""))?;
            }
            Some("strings") => {
                let strings: Vec<&str> = fields.next().unwrap_or("").split(' ').collect();
                // Replaces the "no strings" of the preceding set.
                self.sets.pop();
                push_leb128(&mut self.sets, u32::try_from(strings.len())?);
                for string in strings {
                    push_leb128(&mut self.sets, u32::try_from(string.len())?);
                    self.sets.extend_from_slice(string.as_bytes());
                }
            }
            _ => return Err("unknown line".into()),
        }
        Ok(())
    }

    fn push_set(&mut self, ranges: &str) -> Result<(), Box<dyn Error>> {
        let ranges: Vec<&str> = ranges.split(' ').filter(|range| !range.is_empty()).collect();
        push_leb128(&mut self.sets, u32::try_from(ranges.len())?);
        let mut last = 0;
        for range in ranges {
            let (first, end) = range.split_once('-').unwrap_or((range, range));
            let (first, end) = (u32::from_str_radix(first, 16)?, u32::from_str_radix(end, 16)? + 1);
            push_leb128(&mut self.sets, first - last);
            push_leb128(&mut self.sets, end - first);
            last = end;
        }
        push_leb128(&mut self.sets, 0); // no strings
        Ok(())
    }

    fn pack(mut self) -> Vec<u8> {
        let mut names = Vec::new();
        let mut strings = Vec::new();
        self.property_names.sort();
        let property_names = self.property_names.len();
        push_names(&mut names, &mut strings, &self.property_names);
        let mut properties = Vec::new();
        for property in &mut self.properties {
            property.names.sort();
            let first_name = names.len() / 6;
            push_names(&mut names, &mut strings, &property.names);
            for number in
                [property.first_value, property.values, first_name, property.names.len(), property.kind.into()]
            {
                properties.extend_from_slice(&u16::try_from(number).expect("16 bits").to_le_bytes());
            }
        }
        let values: Vec<u8> = self.values.iter().flat_map(|&at| (at as u32).to_le_bytes()).collect();
        let mut out = Vec::new();
        for count in
            [property_names, self.properties.len(), self.values.len(), names.len() / 6, strings.len(), self.sets.len()]
        {
            out.extend_from_slice(&(count as u32).to_le_bytes());
        }
        for part in [values, properties, names, strings, self.sets] {
            out.extend_from_slice(&part);
        }
        out
    }
}

fn push_names(names: &mut Vec<u8>, strings: &mut Vec<u8>, list: &[(String, usize)]) {
    for (name, id) in list {
        let location = strings.len() as u32 | (name.len() as u32) << 24;
        names.extend_from_slice(&location.to_le_bytes());
        names.extend_from_slice(&u16::try_from(*id).expect("16 bits").to_le_bytes());
        strings.extend_from_slice(name.as_bytes());
    }
}

/// Numbers of `PropertyKind` in `src/unicode/set/property_data.rs`.
const AGE: u8 = 5;
const NUMERIC: u8 = 6;

fn kind_of(name: &str) -> Result<u8, Box<dyn Error>> {
    let kinds = ["binary", "enum", "ccc", "mask", "scx", "age", "numeric", "strings"];
    Ok(kinds.iter().position(|&kind| kind == name).ok_or("unknown kind")? as u8)
}
