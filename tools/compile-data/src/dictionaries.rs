//! Compiles word lists to the tries and the map of `data/break/dictionary/`.

use crate::source::Source;
use std::error::Error;
use std::fs;
use std::path::Path;
use unic_analysis::unicode::segment::{compile_cost_trie, compile_script_map, compile_word_trie};

const ABOUT: &str = "layout in src/unicode/segment/dictionary; see also data/LICENSE-DICTIONARIES";

/// Writes the tables.
pub fn compile(data: &Path, lists: &Path) -> Result<(), Box<dyn Error>> {
    // The header of any file of the package.
    let source = Source::read(&data.join("break/locales.tsv"))?;
    let folder = data.join("break/dictionary");
    for script in ["th", "lo", "km", "my"] {
        let words = fs::read_to_string(lists.join(format!("{script}.tsv")))?;
        source.write(&folder.join(format!("{script}.trie")), ABOUT, &compile_word_trie(script, &words)?)?;
    }
    let (trie, labels) = compile_cost_trie(&fs::read_to_string(lists.join("cj.tsv"))?)?;
    source.write(&folder.join("cj.trie"), ABOUT, &trie)?;
    source.write(&folder.join("scripts.map"), ABOUT, &compile_script_map(&labels)?)
}
