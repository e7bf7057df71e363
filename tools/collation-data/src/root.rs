//! Compiles `data/collation/root.txt` (its header describes it) to `root.bin`.

use std::collections::{BTreeMap, HashMap};

use unic_analysis::unicode::collate::tailor::root_source::RootSource;

const SOURCE: &str = "data/collation/root.txt";
const UNASSIGNED: u32 = 0xFFFF_FFFF;

/// The value of the character without context, and with a string before or after it.
type Context = (u32, Vec<(Vec<u32>, u32)>);

/// The sections of the file that depend on each other.
#[derive(Default)]
struct Pools {
    ce32s: Vec<u32>,
    ces: Vec<u64>,
    contexts: HashMap<u32, Context>,
}

pub fn compile() -> Result<Vec<u8>, String> {
    let text = std::fs::read_to_string(SOURCE).map_err(|error| format!("{SOURCE}: {error}"))?;
    let sections = sections(&text);
    let lines = |name: &str| sections.get(name).cloned().unwrap_or_default();
    let pools = Pools {
        ce32s: lines("ce32s").iter().map(|line| hex(second(line))).collect(),
        ces: lines("ces").iter().map(|line| u64::from_str_radix(second(line), 16).unwrap_or(0)).collect(),
        contexts: lines("contexts").iter().map(|line| context(line)).collect(),
    };
    let mut source = RootSource::default();
    for line in lines("ce32") {
        let (first, last) = range(line);
        let ce32 = hex(second(line));
        for c in first..=last {
            add(c, ce32, &pools, &mut source);
        }
    }
    for line in lines("scripts") {
        let mut words = line.split(' ');
        let (kind, number) = (words.next().unwrap_or(""), hex(words.next().unwrap_or("")));
        match kind {
            "numScripts" => source.script_count = number,
            "index" => source.scripts.push(hex(words.next().unwrap_or(""))),
            _ => source.starts.push(hex(words.next().unwrap_or(""))),
        }
    }
    source.compressible = lines("compressible").iter().map(|line| hex(line) as u8).collect();
    source.elements = lines("rootelements").iter().map(|line| hex(second(line))).collect();
    source.numeric_primary =
        lines("values").iter().find(|l| l.starts_with("numericPrimary")).map_or(0, |l| hex(second(l)));
    source.compile().map_err(str::to_owned)
}

fn sections(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut name = "";
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(section) => name = section,
            None => sections.entry(name).or_default().push(line),
        }
    }
    sections
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap_or_else(|_| panic!("not a number: {text}"))
}

fn second(line: &str) -> &str {
    line.split(' ').nth(1).unwrap_or("")
}

fn range(line: &str) -> (u32, u32) {
    let range = line.split(' ').next().unwrap_or("");
    range.split_once("..").map_or_else(|| (hex(range), hex(range)), |(first, last)| (hex(first), hex(last)))
}

fn context(line: &str) -> (u32, Context) {
    let mut parts = line.split('\t');
    let head = parts.next().unwrap_or("");
    let strings = parts.map(|part| {
        let (units, value) = part.split_once('=').unwrap_or(("", ""));
        let units: Vec<u16> = units.split(' ').map(|unit| hex(unit) as u16).collect();
        (char::decode_utf16(units).map(|c| c.map_or(0xFFFD, u32::from)).collect(), hex(value))
    });
    (hex(head.split(' ').next().unwrap_or("")), (hex(second(head)), strings.collect()))
}

/// Adds the mappings of a character. Those of decomposable characters, Hangul syllables and unassigned code points are
/// derived.
fn add(c: u32, ce32: u32, pools: &Pools, source: &mut RootSource) {
    let decomposes = unic_analysis::unicode::collate::tailor::root_source::decomposes(c);
    if decomposes || (0xD800..0xE000).contains(&c) || ce32 == UNASSIGNED {
        return;
    }
    match (ce32 & 0xFF >= 0xC0).then_some(ce32 & 15) {
        Some(8) => {
            let (alone, prefixes) = &pools.contexts[&(ce32 >> 13)];
            add(c, *alone, pools, source);
            for (prefix, value) in prefixes {
                let prefix = prefix.iter().rev().copied().collect();
                source.mappings.push((prefix, vec![c], ces(c, *value, pools)));
            }
        }
        Some(9) => {
            let (alone, suffixes) = &pools.contexts[&(ce32 >> 13)];
            if *alone != UNASSIGNED {
                source.mappings.push((Vec::new(), vec![c], ces(c, *alone, pools)));
            }
            for (suffix, value) in suffixes {
                // Suffixes that decompose exist only for ICU, which does not decompose everything.
                if suffix.iter().any(|&c| unic_analysis::unicode::collate::tailor::root_source::decomposes(c)) {
                    continue;
                }
                let string = std::iter::once(c).chain(suffix.iter().copied()).collect();
                source.mappings.push((Vec::new(), string, ces(c, *value, pools)));
            }
        }
        Some(10) => {
            source.digits.insert(c, (ce32 >> 8 & 15) as u8);
            source.mappings.push((Vec::new(), vec![c], ces(c, pools.ce32s[(ce32 >> 13) as usize], pools)));
        }
        Some(12 | 13 | 15) => {}
        _ => source.mappings.push((Vec::new(), vec![c], ces(c, ce32, pools))),
    }
}

/// The CEs of a value without context.
fn ces(c: u32, ce32: u32, pools: &Pools) -> Vec<u64> {
    let simple = |ce32: u32| -> u64 {
        match ce32 & 0xFF {
            0..=0xBF => u64::from(ce32 & 0xFFFF_0000) << 32 | u64::from((ce32 & 0xFF00) << 16 | (ce32 & 0xFF) << 8),
            0xC1 => u64::from(ce32 & !0xFF) << 32 | 0x0500_0500,
            _ => u64::from(ce32 & !0xFF),
        }
    };
    if ce32 & 0xFF < 0xC0 {
        return vec![simple(ce32)];
    }
    let (index, length) = ((ce32 >> 13) as usize, (ce32 >> 8 & 31) as usize);
    match ce32 & 15 {
        1 | 2 => vec![simple(ce32)],
        4 => vec![
            u64::from(ce32 & 0xFF00_0000) << 32 | 0x0500_0000 | u64::from((ce32 & 0xFF_0000) >> 8),
            u64::from((ce32 & 0xFF00) << 16) | 0x0500,
        ],
        5 => pools.ce32s[index..index + length].iter().map(|&ce32| simple(ce32)).collect(),
        6 => pools.ces[index..index + length].to_vec(),
        11 => vec![0],
        14 => vec![u64::from(offset_primary(c, pools.ces[index])) << 32 | 0x0500_0500],
        tag => panic!("U+{c:04X}: value {ce32:08X} with tag {tag}"),
    }
}

/// The primary of a code point in a range whose primaries increase by equal steps.
fn offset_primary(c: u32, data: u64) -> u32 {
    let (base, lower) = ((data >> 32) as u32, data as u32);
    let steps = (c - (lower >> 8)) * (lower & 0x7F);
    unic_analysis::unicode::collate::tailor::root_source::step(base, lower & 0x80 != 0, steps)
}
