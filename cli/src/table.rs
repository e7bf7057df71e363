//! Human-readable tables: columns if there is space, otherwise one line per value.

use crate::style::{Paint, Style};
use crate::visible::{isolated, width, wrapped};

/// With less space than this for the last column, rows are stacked.
const MIN_LAST_WIDTH: usize = 10;
const GAP: &str = "  ";

/// The header and the alignment of a column.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// The header.
    pub head: &'static str,
    /// Whether the column is right-aligned, as numbers are.
    pub is_number: bool,
}

/// A table that is written in parts. Cells are visible text; only the last column may be long.
#[derive(Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
    /// The widths so far: columns of later parts are not narrower.
    widths: Vec<usize>,
    has_head: bool,
}

impl Table {
    /// Creates an empty table.
    pub fn new(columns: &[Column]) -> Table {
        let widths = columns.iter().map(|column| width(column.head)).collect();
        Table { columns: columns.to_vec(), rows: Vec::new(), widths, has_head: false }
    }

    /// Adds a row with one cell per column.
    pub fn row(&mut self, cells: Vec<String>) {
        for (widest, cell) in self.widths.iter_mut().zip(&cells) {
            *widest = width(cell).max(*widest);
        }
        self.rows.push(cells);
    }

    /// The number of rows that are not written yet.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Writes the rows so far, with the header before the first ones.
    pub fn write(&mut self, columns: Option<usize>, style: Style, out: &mut String) {
        let beside: usize = self.widths.iter().rev().skip(1).map(|width| width + GAP.len()).sum();
        let wanted = self.widths.last().copied().unwrap_or_default().min(MIN_LAST_WIDTH);
        match columns {
            Some(columns) if columns < beside + wanted => self.write_stacked(columns, style, out),
            _ => self.write_columns(columns.map_or(usize::MAX, |columns| columns - beside), style, out),
        }
        self.has_head = true;
        self.rows.clear();
    }

    fn write_columns(&self, space: usize, style: Style, out: &mut String) {
        if !self.has_head && !self.rows.is_empty() {
            let heads: Vec<String> = self.columns.iter().map(|column| column.head.to_owned()).collect();
            self.write_row(&heads, space, Some(Paint::Head), style, out);
        }
        for row in &self.rows {
            self.write_row(row, space, None, style, out);
        }
    }

    fn write_row(&self, cells: &[String], space: usize, paint: Option<Paint>, style: Style, out: &mut String) {
        let last = self.columns.len().saturating_sub(1);
        let mut indent = 0;
        for ((at, cell), (column, full)) in cells.iter().enumerate().zip(self.columns.iter().zip(&self.widths)) {
            if at == last {
                for (number, line) in wrapped(cell, space).iter().enumerate() {
                    if number > 0 {
                        out.push_str(&" ".repeat(indent));
                    }
                    out.push_str(&style.paint(paint.unwrap_or(Paint::Term), &isolated(line)));
                    out.push('\n');
                }
                return;
            }
            let padding = " ".repeat(full - width(cell).min(*full));
            let (before, after) = if column.is_number { (padding.as_str(), "") } else { ("", padding.as_str()) };
            let cell = paint.map_or_else(|| isolated(cell), |paint| style.paint(paint, cell));
            out.push_str(&format!("{before}{cell}{after}{GAP}"));
            indent += full + GAP.len();
        }
    }

    /// Writes the last column first, as the name of the values below it.
    fn write_stacked(&self, columns: usize, style: Style, out: &mut String) {
        for row in &self.rows {
            for line in wrapped(row.last().map_or("", String::as_str), columns) {
                out.push_str(&style.paint(Paint::Term, &isolated(&line)));
                out.push('\n');
            }
            let beside = row.iter().zip(&self.columns).take(row.len().saturating_sub(1));
            for (cell, column) in beside.filter(|(cell, _)| !cell.is_empty()) {
                for line in wrapped(&format!("{} {cell}", column.head), columns.saturating_sub(2).max(1)) {
                    out.push_str(&format!("  {}\n", isolated(&line)));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: Option<usize>) -> String {
        let number = Column { head: "start", is_number: true };
        let mut table = Table::new(&[number, Column { head: "term", is_number: false }]);
        let mut out = String::new();
        table.row(vec!["7".to_owned(), "日本語日本語".to_owned()]);
        table.row(vec!["123".to_owned(), "x".to_owned()]);
        table.write(columns, Style::PLAIN, &mut out);
        table.row(vec!["1".to_owned(), "later".to_owned()]);
        table.write(columns, Style::PLAIN, &mut out);
        out
    }

    #[test]
    fn long_cells_wrap_within_their_column() {
        assert_eq!(table(None), "start  term\n    7  日本語日本語\n  123  x\n    1  later\n");
        assert_eq!(table(Some(17)), "start  term\n    7  日本語日本\n       語\n  123  x\n    1  later\n");
    }

    #[test]
    fn without_space_rows_are_stacked() {
        assert_eq!(table(Some(9)), "日本語日\n本語\n  start 7\nx\n  start 1\n  23\nlater\n  start 1\n");
    }
}
