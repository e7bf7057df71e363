//! The compiler from rules to a table (LDML part 5, "Collation tailoring").

pub(crate) mod builder;
mod cases;
mod logical_position;
pub(crate) mod mappings;
pub(crate) mod parse;
pub(crate) mod root_elements;
pub mod root_source;
mod tailoring_graph;
mod weight_assigner;
pub(crate) mod weights;
pub(crate) mod write;

use super::root::root;
use super::table::{Section, TableData};
use crate::unicode::rule_text::{Limits, RuleError};

/// Compiles rules to a table. `importer` resolves `[import]`; `sparse` produces a small table for a file.
pub(crate) fn compile(
    rules: &str,
    importer: parse::Importer,
    limits: Limits,
    sparse: bool,
) -> Result<TableData, RuleError> {
    let mut builder = builder::TailoringBuilder::new(root());
    let parsed = parse::TailoringParser::new(root(), importer, &mut builder, limits).run(rules)?;
    let at_end = |message: &str| RuleError::at(rules, rules.len(), message, "");
    let mut mappings = builder.finish().map_err(at_end)?;
    let mut settings = vec![parsed.settings.pack()];
    settings.extend(parsed.reorder.iter().map(|code| code.number()));
    let extra = write::TableSections {
        sections: vec![(Section::Settings, settings)],
        sparse,
        ..write::TableSections::default()
    };
    write::write(&mut mappings, &extra).map_err(at_end)
}
