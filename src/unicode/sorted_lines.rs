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

    /// The last column of the key in the line that starts with these columns, and the rest of the line. One of them, if
    /// there are several lines.
    pub fn get(&self, key: &[&str]) -> Option<(&'static str, &'static str)> {
        // Comments and blank lines sort before all keys.
        let (mut low, mut high) = (0, self.text.len());
        while low < high {
            let middle = self.text.floor_char_boundary(low + (high - low) / 2);
            let start = self.text.get(low..middle)?.rfind('\n').map_or(low, |at| low + at + 1);
            let end = self.text.get(middle..high)?.find('\n').map_or(high, |at| middle + at);
            match Entry::compare(self.text.get(start..end)?, key) {
                (Ordering::Less, _) => low = end + 1,
                (Ordering::Greater, _) => high = start,
                (Ordering::Equal, entry) => return Some((entry.key, entry.values)),
            }
        }
        None
    }

    /// The lines with this first column, which are next to each other.
    pub fn of(&self, id: &str) -> LinesOf {
        let (mut low, mut high) = (0, self.text.len());
        while low < high {
            let middle = self.text.floor_char_boundary(low + (high - low) / 2);
            let start = self.text.part(low..middle).rfind('\n').map_or(low, |at| low + at + 1);
            let line = self.text.part(start..);
            if line.split(['\t', '\n']).next().is_some_and(|column| column < id) {
                low = line.find('\n').map_or(high, |end| start + end + 1);
            } else {
                high = start;
            }
        }
        let lines = self.text.part(low..);
        let is_found = lines.split('\t').next() == Some(id);
        LinesOf { length: id.len(), lines: if is_found { lines } else { "" } }
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

/// The lines with one first column, and others after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinesOf {
    /// The length of the first column.
    length: usize,
    lines: &'static str,
}

impl LinesOf {
    /// The first column, and the columns after the second one in the line that has this second column.
    pub fn get(self, kind: &str) -> Option<(&'static str, &'static str)> {
        let id = self.lines.get(..self.length)?;
        let lines = self.lines.lines().map_while(|line| line.strip_prefix(id)?.strip_prefix('\t'));
        let mut found = lines.filter_map(|rest| rest.strip_prefix(kind));
        found
            .find_map(|values| if values.is_empty() { Some("") } else { values.strip_prefix('\t') })
            .map(|values| (id, values))
    }
}

/// A line after the comparison with a key.
struct Entry {
    /// The last column that was compared.
    key: &'static str,
    /// The columns after it.
    values: &'static str,
}

impl Entry {
    /// Compares the first columns of a line with a key.
    fn compare(line: &'static str, key: &[&str]) -> (Ordering, Entry) {
        let mut entry = Entry { key: "", values: line };
        for wanted in key {
            let (column, rest) = entry.values.split_once('\t').unwrap_or((entry.values, ""));
            entry = Entry { key: column, values: rest };
            match column.cmp(wanted) {
                Ordering::Equal => {}
                order => return (order, entry),
            }
        }
        (Ordering::Equal, entry)
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
            include_str!("../../data/unicode/locales.tsv"),
        ] {
            let table = SortedLines::new(text);
            assert!(table.lines().is_sorted());
            for line in table.lines() {
                let columns: Vec<&str> = line.split('\t').collect();
                assert_eq!(table.get(&columns), Some((columns[columns.len() - 1], "")));
                if let [id, kind, ..] = columns[..] {
                    let of_id = table.lines().filter_map(|line| line.strip_prefix(id)?.strip_prefix('\t'));
                    let mut of_kind = of_id.filter_map(|rest| Some(rest.strip_prefix(kind)?.trim_start_matches('\t')));
                    let found = table.of(id).get(kind);
                    assert_eq!(
                        found.map(|(id, values)| (id, values.trim_start_matches('\t'))),
                        of_kind.next().map(|values| (id, values))
                    );
                    assert_eq!(table.of(id).get("?"), None);
                }
            }
        }
    }

    #[test]
    fn lines_are_found_by_their_first_columns() {
        for head in ["", "# a comment\n# another one\tb\n"] {
            let text: &'static str = format!("{head}a\tx\t1\na\txy\t2\t3\na_b\tx\nb\n\u{E9}\tz\t").leak();
            let table = SortedLines::new(text);
            assert_eq!(table.get(&["a", "x"]), Some(("x", "1")));
            assert_eq!(table.get(&["a", "xy"]), Some(("xy", "2\t3")));
            assert_eq!(table.get(&["\u{E9}"]), Some(("\u{E9}", "z\t")));
            assert_eq!(table.get(&["\u{E9}", "z", ""]), Some(("", "")));
            for missing in [["a", "w"], ["a", "xx"], ["a", "xyz"], ["", "x"], ["b", "x"], ["z", ""]] {
                assert_eq!(table.get(&missing), None, "{missing:?}");
            }
            assert_eq!(table.of("a").get("xy"), Some(("a", "2\t3")));
            assert_eq!(table.of("c").get("x").or(table.of("A").get("x")).or(table.of("").get("x")), None);
            assert_eq!(table.of("b").get("x").or(table.of("a").get("xyz")).or(table.of("zz").get("x")), None);
            assert!(table.ids("x").eq(["a", "a_b"]));
        }
        assert_eq!(SortedLines::new("").get(&["a"]), None);
    }
}
