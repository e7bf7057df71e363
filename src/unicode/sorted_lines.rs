//! Tables of the data with one entry per line, in the order of their bytes. They are searched in their text: nothing is
//! parsed before the first search, and a table takes no memory of its own.

use crate::unicode::part::StrPart;
use std::cmp::Ordering;

/// A table whose lines have columns separated by tabs; comment lines start with `#`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SortedLines {
    text: &'static str,
}

impl SortedLines {
    /// `text`: lines in the order of their bytes, after the comment lines.
    pub const fn new(text: &'static str) -> SortedLines {
        SortedLines { text }
    }

    /// The other columns of the line that starts with these; of the first one, if there are several lines.
    pub fn get(&self, key: &[&str]) -> Option<&'static str> {
        compare(self.from(key), key).ok()
    }

    /// The lines with this first column, which are next to each other.
    pub fn of(&self, id: &str) -> LinesOf {
        let lines = self.from(&[id]);
        match compare(lines, &[id]) {
            Ok(_) => LinesOf { id: lines.part(..id.len()), lines },
            Err(_) => LinesOf { id: "", lines: "" },
        }
    }

    /// The text from the first line on whose first columns are not less than the key.
    fn from(&self, key: &[&str]) -> &'static str {
        // Comments and blank lines are less than all keys.
        let (mut low, mut high) = (0, self.text.len());
        while low < high {
            let middle = self.text.floor_char_boundary(low + (high - low) / 2);
            let start = self.text.part(low..middle).rfind('\n').map_or(low, |at| low + at + 1);
            let lines = self.text.part(start..high);
            if compare(lines, key) == Err(Ordering::Less) {
                low = lines.find('\n').map_or(high, |end| start + end + 1);
            } else {
                high = start;
            }
        }
        self.text.part(low..)
    }

    /// The first column of all lines with this second column, in order.
    pub fn ids(&self, kind: &str) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter_map(move |line| {
            let (id, rest) = line.split_once('\t')?;
            (rest.split('\t').next() == Some(kind)).then_some(id)
        })
    }

    /// All lines but the comments.
    #[cfg(test)]
    pub fn lines(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter(|line| !line.starts_with('#'))
    }
}

/// Compares the first columns of the first of several lines with a key; returns the other columns if they are equal.
fn compare(lines: &'static str, key: &[&str]) -> Result<&'static str, Ordering> {
    let mut rest = lines.lines().next().unwrap_or("");
    for wanted in key {
        let (column, after) = rest.split_once('\t').unwrap_or((rest, ""));
        match column.cmp(wanted) {
            Ordering::Equal => rest = after,
            order => return Err(order),
        }
    }
    Ok(rest)
}

/// The lines with one first column, followed by others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinesOf {
    /// The first column; empty if there are none.
    pub id: &'static str,
    lines: &'static str,
}

impl LinesOf {
    /// The columns after the second one in the line that has this second column.
    pub fn get(self, kind: &str) -> Option<&'static str> {
        let mut lines = self.lines.lines().map_while(|line| line.strip_prefix(self.id)?.strip_prefix('\t'));
        lines.find_map(|rest| {
            let (column, values) = rest.split_once('\t').unwrap_or((rest, ""));
            (column == kind).then_some(values)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_order() {
        for text in [
            include_str!("../../data/break/locales.tsv"),
            include_str!("../../data/collation/locales.tsv"),
            include_str!("../../data/spell/locales.tsv"),
            include_str!("../../data/spell/plurals.tsv"),
            include_str!("../../data/spell/symbols.tsv"),
            include_str!("../../data/unicode/locale_codes.tsv"),
            include_str!("../../data/unicode/locales.tsv"),
        ] {
            let table = SortedLines::new(text);
            assert!(table.lines().is_sorted());
            for line in table.lines() {
                let columns: Vec<&str> = line.split('\t').collect();
                assert_eq!(table.get(&columns), Some(""));
                let [id, kind, ..] = columns[..] else { panic!("{line}") };
                let mut others = table.lines().filter_map(|line| line.strip_prefix(&format!("{id}\t{kind}")));
                let first = others.find(|rest| rest.is_empty() || rest.starts_with('\t'));
                assert_eq!(
                    (table.of(id).id, table.of(id).get(kind)),
                    (id, first.map(|rest| rest.trim_start_matches('\t')))
                );
                assert_eq!(table.of(id).get("?"), None);
            }
        }
    }

    #[test]
    fn lines_are_found_by_their_first_columns() {
        for head in ["", "# a comment\n# another one\tb\n"] {
            let text: &'static str = format!("{head}a\tx\t1\na\txy\t2\t3\na_b\tx\nb\n\u{E9}\tz\t").leak();
            let table = SortedLines::new(text);
            assert_eq!(table.get(&["a", "x"]), Some("1"));
            assert_eq!(table.get(&["a", "xy"]), Some("2\t3"));
            assert_eq!(table.get(&["a"]), Some("x\t1"));
            assert_eq!(table.get(&["\u{E9}"]), Some("z\t"));
            assert_eq!(table.get(&["\u{E9}", "z", ""]), Some(""));
            for missing in [["a", "w"], ["a", "xx"], ["a", "xyz"], ["", "x"], ["b", "x"], ["z", ""]] {
                assert_eq!(table.get(&missing), None, "{missing:?}");
            }
            assert_eq!((table.of("a").id, table.of("a").get("xy")), ("a", Some("2\t3")));
            for missing in ["", "A", "aa", "c", "zz"] {
                assert_eq!((table.of(missing).id, table.of(missing).get("x")), ("", None), "{missing}");
            }
            assert_eq!(table.of("b").get("x").or(table.of("a").get("xyz")), None);
            assert!(table.ids("x").eq(["a", "a_b"]));
        }
        assert_eq!(SortedLines::new("").get(&["a"]), None);
    }
}
