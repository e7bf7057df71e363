//! The table of docs/components/unic_transform_ids.md: the ids of all transforms.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use unic_analysis::unicode::transform::{Direction, Transform};

type Make = fn(&[&str]) -> String;

/// For the first line of a generated part: its last line, and the function that generates it.
pub fn maker(line: &str) -> Option<(&'static str, Make)> {
    (line == "<!-- transform ids -->").then_some(("<!-- /transform ids -->", transform_ids))
}

/// One row for each source, with its targets.
fn transform_ids(_: &[&str]) -> String {
    let mut rows = BTreeMap::<&str, Vec<String>>::new();
    for id in Transform::ids() {
        let (source, target) = id.split_once('-').unwrap();
        let mark = if Transform::new(id, Direction::Reverse).is_ok() { "" } else { "†" };
        rows.entry(source).or_default().push(format!("`{target}`{mark}"));
    }
    let mut table = "| Source | Targets |\n|---|---|\n".to_owned();
    for (source, targets) in rows {
        let _ = writeln!(table, "| `{source}` | {} |", targets.join(", "));
    }
    table
}
