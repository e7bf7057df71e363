//! Compiles the rule texts of `data/collation/rules` to `rules.bin` (for imports) and `tailorings.bin` (compiled).

use std::collections::BTreeMap;

use unic_analysis::unicode::collate::archive::pack;
use unic_analysis::unicode::collate::compile_to_bytes;

const SOURCE: &str = "data/collation/rules";

/// The rule texts by `locale/type`, without their header.
fn texts() -> Result<BTreeMap<String, String>, String> {
    let mut texts = BTreeMap::new();
    for file in std::fs::read_dir(SOURCE).map_err(|error| format!("{SOURCE}: {error}"))? {
        let path = file.map_err(|error| error.to_string())?.path();
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("");
        let (locale, kind) = stem.split_once('.').ok_or_else(|| format!("{}: no LOCALE.TYPE", path.display()))?;
        let mut rules = text.as_str();
        while rules.starts_with('#') {
            rules = rules.split_once('\n').map_or("", |(_, rest)| rest);
        }
        let rules = rules.strip_suffix('\n').unwrap_or(rules);
        texts.insert(format!("{locale}/{kind}"), rules.to_owned());
    }
    Ok(texts)
}

pub fn rules() -> Result<Vec<u8>, String> {
    let pieces = texts()?.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    Ok(pack(&pieces))
}

pub fn tailorings() -> Result<Vec<u8>, String> {
    let mut pieces = BTreeMap::new();
    for (name, text) in texts()? {
        if name.contains("/private-") || name == "root/standard" {
            continue;
        }
        let start = std::time::Instant::now();
        let bytes = compile_to_bytes(&text).map_err(|error| format!("{name}: {error}"))?;
        if std::env::args().any(|argument| argument == "-v") {
            println!("{name}: {} bytes, {} us", bytes.len(), start.elapsed().as_micros());
        }
        pieces.insert(name, bytes);
    }
    Ok(pack(&pieces))
}
