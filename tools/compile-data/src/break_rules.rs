//! Compiles the shipped break rules to `data/break/compiled/`.

use crate::source::Source;
use std::error::Error;
use std::fs;
use std::path::Path;
use unic_analysis::unicode::rule_text::Limits;
use unic_analysis::unicode::segment::{BreakRules, SHIPPED_SOURCES};

/// Writes the tables. The rule files of this repository are not generated, so they are read from the committed folder
/// `sources`.
pub fn compile(data: &Path, sources: &Path) -> Result<(), Box<dyn Error>> {
    let head = Source::read(&data.join("break/locales.tsv"))?;
    for (name, source) in SHIPPED_SOURCES {
        let text =
            fs::read_to_string(sources.join("break").join(source)).map_err(|error| format!("{source}: {error}"))?;
        let rules = BreakRules::compile(&text, &Limits::default()).map_err(|error| format!("{source}: {error}"))?;
        let about = format!("break/{source}; layout in src/unicode/segment/serialized_rules.rs");
        head.write(&data.join(format!("break/compiled/{name}.brk")), &about, &rules.to_bytes())?;
    }
    Ok(())
}
