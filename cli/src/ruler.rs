//! A text with its tokens marked below it, and their offsets below the marks.

use crate::visible::{in_memory_order, push_visible, width};
use unic_analysis::analysis::OffsetUnit;
use unic_analysis::analysis::offset_unit::OffsetCounter;
use unic_analysis::unicode::text::CodeUnit;

/// A part of a text, in bytes.
pub type Span = (usize, usize);

/// A character in its visible form.
struct Cell {
    at: usize,
    shown: String,
    width: usize,
}

/// The offsets of all positions of a text in a unit.
pub struct Offsets(Vec<u32>);

impl Offsets {
    /// Computes the offsets.
    pub fn new(text: &[u8], unit: OffsetUnit) -> Offsets {
        let mut counter = OffsetCounter::default();
        let mut offsets = Vec::with_capacity(text.len() + 1);
        // Tokens start and end between characters: a position inside a character has the offset of its start.
        while let Some((_, length)) = u8::decode(text, offsets.len()) {
            let offset = counter.offset(text, offsets.len(), unit);
            offsets.extend(std::iter::repeat_n(offset, length));
        }
        offsets.push(counter.offset(text, text.len(), unit));
        Offsets(offsets)
    }

    /// The offset of a position.
    pub fn at(&self, position: usize) -> u32 {
        self.0.get(position).or(self.0.last()).copied().unwrap_or_default()
    }
}

/// The lines: text, marks, offsets; repeated for each line of a long text. `spans` ascend.
pub fn lines(text: &[u8], spans: &[Span], unit: OffsetUnit, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let offsets = Offsets::new(text, unit);
    let cells = cells(text);
    let (mut rest, mut spans) = (cells.as_slice(), spans);
    // An empty text has one line, too.
    loop {
        let (row, others) = rest.split_at_checked(fitting(rest, columns)).unwrap_or((rest, &[]));
        let from = row.first().map_or(0, |cell| cell.at);
        let to = others.first().map_or(text.len(), |cell| cell.at);
        let shown: String = row.iter().map(|cell| cell.shown.as_str()).collect();
        lines.push(in_memory_order(&shown));
        let past = spans.iter().take_while(|(start, end)| *start < from && *end <= from).count();
        spans = spans.get(past..).unwrap_or(&[]);
        let touching = spans.partition_point(|(start, _)| *start <= to);
        push_marks(&mut lines, row, (from, to, text.len()), spans.get(..touching).unwrap_or(&[]), &offsets, columns);
        if others.is_empty() {
            return lines;
        }
        rest = others;
    }
}

fn cells(text: &[u8]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut at = 0;
    while let Some((c, length)) = u8::decode(text, at) {
        let mut shown = String::new();
        push_visible(&mut shown, c);
        cells.push(Cell { at, width: width(&shown), shown });
        at += length;
    }
    cells
}

/// The number of cells that fit, at least one; a character of zero width belongs to the preceding one.
fn fitting(cells: &[Cell], columns: usize) -> usize {
    let mut filled = 0;
    let fits = |(number, cell): &(usize, &Cell)| {
        filled += cell.width;
        filled <= columns || *number == 0
    };
    cells.iter().enumerate().take_while(fits).count()
}

/// Appends marks and offsets of the spans in a row. `part`: the start and end of the row, and the end of the text.
fn push_marks(
    lines: &mut Vec<String>,
    row: &[Cell],
    part: (usize, usize, usize),
    spans: &[Span],
    offsets: &Offsets,
    columns: usize,
) {
    let (from, to, text_end) = part;
    let column = |position: usize| row.iter().take_while(|cell| cell.at < position).map(|cell| cell.width).sum();
    let mut marks: Vec<Layer> = Vec::new();
    let mut labels: Vec<Layer> = Vec::new();
    for (start, end) in spans.iter().copied() {
        let begins = (from..to).contains(&start) || start == to && to == text_end;
        if !begins && (start >= to || end <= from) {
            continue;
        }
        let at = column(start.max(from));
        let length: usize = column(end.min(to)) - at;
        put(&mut marks, at, &mark(length, begins, end <= to), 0);
        if begins {
            let label = format!("{}-{}", offsets.at(start), offsets.at(end));
            // At the right margin a label is shifted to the left.
            put(&mut labels, at.min(columns.saturating_sub(label.len())), &label, 1);
        }
    }
    lines.extend(marks.into_iter().chain(labels).map(|layer| layer.line));
}

fn mark(length: usize, begins: bool, ends: bool) -> String {
    let left = if begins { '└' } else { '─' };
    let right = if ends { '┘' } else { '─' };
    match length {
        0 | 1 if begins && ends => "╵".to_owned(),
        0 => String::new(),
        1 if begins => left.to_string(),
        1 => right.to_string(),
        length => format!("{left}{}{right}", "─".repeat(length - 2)),
    }
}

/// One line of marks or of offsets.
#[derive(Default)]
struct Layer {
    line: String,
    filled: usize,
}

/// Writes a text at a column of the first layer that has space there.
fn put(layers: &mut Vec<Layer>, at: usize, text: &str, gap: usize) {
    let has_space = |layer: &Layer| layer.filled == 0 || layer.filled + gap <= at;
    let free = layers.iter().position(has_space).unwrap_or(layers.len());
    if free == layers.len() {
        layers.push(Layer::default());
    }
    if let Some(layer) = layers.get_mut(free) {
        layer.line.push_str(&" ".repeat(at - layer.filled));
        layer.line.push_str(text);
        layer.filled = at + text.chars().count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_below_their_tokens() {
        let text = "日本 e\u{301}a x".as_bytes();
        let spans = [(0, 6), (7, 11), (12, 13)];
        let expected = ["日本 e\u{301}a x", "└──┘ └┘ ╵", "0-2  3-6", "        7-8"];
        assert_eq!(lines(text, &spans, OffsetUnit::Utf16, 40), expected);
    }

    #[test]
    fn a_span_continues_in_the_next_line() {
        let expected = ["abcd", "  └─", " 2-6", "efgh", "─┘ ╵", " 7-8"];
        assert_eq!(lines(b"abcdefgh", &[(2, 6), (7, 8)], OffsetUnit::Native, 4), expected);
    }

    #[test]
    fn overlaps_and_empty_texts_are_shown() {
        assert_eq!(lines(b"abc", &[(0, 2), (1, 3)], OffsetUnit::Native, 9), ["abc", "└┘", " └┘", "0-2", " 1-3"]);
        assert_eq!(lines(b"", &[(0, 0)], OffsetUnit::Native, 9), ["", "╵", "0-0"]);
    }
}
