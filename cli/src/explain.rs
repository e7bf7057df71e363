//! `unic explain`: all stages of an analyzer side by side or, without space, one below the other.

use crate::analyze::{push_head, text_failure};
use crate::args::{Explain, Unit};
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, TextLocation};
use crate::json_list::JsonList;
use crate::output::Output;
use crate::ruler::{self, Offsets, Span};
use crate::stages::{self, Filtered, Stage};
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::visible::{isolated, visible, width, wrapped, wrapped_words};
use std::collections::{BTreeMap, BTreeSet};
use unic_analysis::analysis::stream::OwnedToken;
use unic_analysis::analysis::{Analyzer, OffsetUnit};
use unic_analysis::config::explain;

/// The line length without a terminal.
const WITHOUT_TERMINAL: usize = 100;

/// Runs the command.
pub fn run(command: &Explain, styles: Styles) -> Result<Exit, Failure> {
    let compiled = definition::compile(&command.chain, styles.err)?;
    let mut run = Run {
        analyzer: compiled.analyzer,
        unit: command.offsets,
        list: JsonList::requested(command.json, command.ndjson),
        columns: terminal::width(),
        style: styles.out,
        count: 0,
        output: Output::new(),
    };
    let read =
        input::for_each(&command.texts, definition::is_standard_input(command.chain.definition.as_deref()), &mut run);
    if let (Ok(()), Some(list)) = (&read, run.list) {
        run.output.text(list.end(run.count == 0));
    }
    run.output.flush()?;
    read.map(|()| Exit::Good)
}

struct Run {
    analyzer: Analyzer,
    unit: Unit,
    /// None: human-readable output.
    list: Option<JsonList>,
    columns: Option<usize>,
    style: Style,
    count: usize,
    output: Output,
}

impl Consumer for Run {
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        let is_first = self.count == 0;
        self.count += 1;
        if let Some(list) = self.list {
            let json = explain::analyze(&self.analyzer, text, self.unit.into(), true);
            let json = json.map_err(|error| text_failure(location, error))?;
            self.output.text(&format!("{}{json}{}", list.before(is_first), list.after()));
        } else {
            if !is_first {
                self.output.line("");
            }
            self.for_people(location, text)?;
        }
        self.output.flush_if_full()
    }

    fn before_read(&mut self, _: bool) -> Result<(), Failure> {
        self.output.flush()
    }

    fn has_read(&mut self, _: usize, _: Option<u64>) {}
}

impl Run {
    fn for_people(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        let failed = |error| text_failure(location, error);
        let filtered = stages::filtered(&self.analyzer, text).map_err(failed)?;
        let stages = stages::stages(&self.analyzer, text).map_err(failed)?;
        let mut out = String::new();
        push_head(&mut out, location, text, self.columns, self.style);
        self.push_ruler(&mut out, text, &stages);
        filtered.iter().for_each(|stage| self.push_filtered(&mut out, stage));
        out.push('\n');
        let grid = Grid::new(text, self.unit.into(), &stages);
        match self.columns {
            Some(columns) if grid.width() > columns => grid.push_below(&mut out, columns, self.style),
            _ => grid.push_beside(&mut out, self.style),
        }
        self.output.text(&out);
        Ok(())
    }

    fn push_ruler(&self, out: &mut String, text: &[u8], stages: &[Stage]) {
        let columns = self.columns.unwrap_or(WITHOUT_TERMINAL);
        let spans: BTreeSet<Span> = stages.iter().flat_map(|stage| stage.tokens.iter().map(span)).collect();
        let spans: Vec<Span> = spans.into_iter().collect();
        out.push('\n');
        for line in ruler::lines(text, &spans, self.unit.into(), columns.saturating_sub(2).max(2)) {
            out.push_str(&format!("  {line}\n"));
        }
        let unit = format!("(offsets in {})", self.unit.counted());
        for line in wrapped_words(&unit, columns.saturating_sub(2).max(8)) {
            out.push_str(&format!("  {}\n", self.style.paint(Paint::Faint, &line)));
        }
    }

    fn push_filtered(&self, out: &mut String, stage: &Filtered) {
        let columns = self.columns.unwrap_or(WITHOUT_TERMINAL);
        let title = format!("{} {}", stage.title.kind, visible(&stage.title.name_and_type()));
        out.push('\n');
        for line in wrapped_words(&title, columns) {
            out.push_str(&format!("{}\n", self.style.paint(Paint::Head, &line)));
        }
        for line in wrapped(&visible(&String::from_utf8_lossy(&stage.text)), columns.saturating_sub(2).max(2)) {
            out.push_str(&format!("  {}\n", isolated(&line)));
        }
    }
}

fn span(token: &OwnedToken) -> Span {
    (token.start as usize, token.end as usize)
}

/// The tokens of all stages: a row has one position and one span, a column is a stage.
struct Grid {
    /// Two header lines.
    heads: [Vec<String>; 2],
    rows: Vec<Row>,
    widths: Vec<usize>,
}

struct Row {
    /// Position and offsets; empty in the further rows of a group.
    location: [String; 2],
    terms: Vec<String>,
    /// Whether the stage changed or added the term.
    is_new: Vec<bool>,
}

const GAP: usize = 2;

impl Grid {
    fn new(text: &[u8], unit: OffsetUnit, stages: &[Stage]) -> Grid {
        let kinds = [String::new(), String::new()].into_iter();
        let names = ["position".to_owned(), "offsets".to_owned()].into_iter();
        let heads = [
            kinds.chain(stages.iter().map(|stage| stage.title.kind.to_string())).collect(),
            names.chain(stages.iter().map(|stage| visible(&stage.title.name_and_type()))).collect::<Vec<_>>(),
        ];
        let rows = rows(text, unit, stages);
        let mut widths = vec![0; stages.len() + 2];
        let cells = rows.iter().map(|row| row.location.iter().chain(&row.terms));
        for line in heads.iter().map(|head| head.iter()) {
            widen(&mut widths, line);
        }
        cells.for_each(|line| widen(&mut widths, line));
        Grid { heads, rows, widths }
    }

    fn width(&self) -> usize {
        self.widths.iter().sum::<usize>() + GAP * (self.widths.len() - 1)
    }

    fn push_beside(&self, out: &mut String, style: Style) {
        for head in &self.heads {
            self.push_line(out, head.iter(), |_, cell| style.paint(Paint::Head, cell));
        }
        for row in &self.rows {
            let is_new = |at: usize| row.is_new.get(at.wrapping_sub(2)).copied().unwrap_or(false);
            self.push_line(out, row.location.iter().chain(&row.terms), |at, cell| {
                if is_new(at) { style.paint(Paint::Term, cell) } else { cell.to_owned() }
            });
        }
    }

    /// Appends a line of cells, without trailing spaces.
    fn push_line<'c>(
        &self,
        out: &mut String,
        cells: impl Iterator<Item = &'c String>,
        paint: impl Fn(usize, &str) -> String,
    ) {
        let mut owed = 0;
        for ((at, cell), full) in cells.enumerate().zip(&self.widths) {
            if !cell.is_empty() {
                out.push_str(&" ".repeat(owed));
                out.push_str(&paint(at, &isolated(cell)));
                owed = 0;
            }
            owed += full - width(cell).min(*full) + GAP;
        }
        out.push('\n');
    }

    /// Appends the stages below each other.
    fn push_below(&self, out: &mut String, columns: usize, style: Style) {
        let [kinds, names] = &self.heads;
        for (stage, (kind, name)) in kinds.iter().zip(names).skip(2).enumerate() {
            if stage > 0 {
                out.push('\n');
            }
            for line in wrapped_words(&format!("{kind} {name}"), columns) {
                out.push_str(&format!("{}\n", style.paint(Paint::Head, &line)));
            }
            let mut location = &["".to_owned(), "".to_owned()];
            for row in &self.rows {
                location = if row.location.iter().all(String::is_empty) { location } else { &row.location };
                let Some(term) = row.terms.get(stage).filter(|term| !term.is_empty()) else { continue };
                let line =
                    format!("{} {} {term}", location.first().map_or("", |s| s), location.last().map_or("", |s| s));
                for (number, line) in wrapped(&line, columns.saturating_sub(4).max(4)).iter().enumerate() {
                    out.push_str(&format!("{}{}\n", if number == 0 { "  " } else { "    " }, isolated(line)));
                }
            }
        }
    }
}

fn widen<'c>(widths: &mut [usize], cells: impl Iterator<Item = &'c String>) {
    for (widest, cell) in widths.iter_mut().zip(cells) {
        *widest = width(cell).max(*widest);
    }
}

/// The rows in the order of the text; tokens with equal offsets in the order of the stages.
fn rows(text: &[u8], unit: OffsetUnit, stages: &[Stage]) -> Vec<Row> {
    let counted = Offsets::new(text, unit);
    let key = |token: &OwnedToken| (token.position, token.start, token.end);
    let keys: BTreeSet<_> = stages.iter().flat_map(|stage| stage.tokens.iter().map(key)).collect();
    let mut rows = Vec::new();
    let mut by_key: Vec<BTreeMap<_, Vec<&OwnedToken>>> = Vec::new();
    for stage in stages {
        let mut map = BTreeMap::new();
        stage.tokens.iter().for_each(|token| map.entry(key(token)).or_insert_with(Vec::new).push(token));
        by_key.push(map);
    }
    for (position, start, end) in keys {
        let columns: Vec<&[&OwnedToken]> =
            by_key.iter().map(|map| map.get(&(position, start, end)).map_or(&[][..], Vec::as_slice)).collect();
        let height = columns.iter().map(|tokens| tokens.len()).max().unwrap_or_default();
        for number in 0..height {
            let term_at = |stage: usize| columns.get(stage).and_then(|tokens| tokens.get(number));
            let is_new = |stage: usize| {
                let before = stage.checked_sub(1).and_then(|before| columns.get(before));
                let known = |term: &str| before.is_some_and(|tokens| tokens.iter().any(|token| token.term == term));
                stage > 0 && term_at(stage).is_some_and(|token| !known(&token.term))
            };
            let offsets = || {
                let offset = |at: u32| counted.at(at as usize);
                [position.to_string(), format!("{}-{}", offset(start), offset(end))]
            };
            rows.push(Row {
                location: if number == 0 { offsets() } else { Default::default() },
                terms: (0..columns.len()).map(|stage| term_at(stage).map_or(String::new(), |t| cell(t))).collect(),
                is_new: (0..columns.len()).map(is_new).collect(),
            });
        }
    }
    rows
}

/// The term, and the unusual attributes of the token.
fn cell(token: &OwnedToken) -> String {
    let term = visible(&token.term);
    // An empty cell means that there is no token.
    let term = if term.is_empty() { "\"\"".to_owned() } else { term };
    let keyword = if token.keyword { " [keyword]" } else { "" };
    let length =
        if token.position_length == 1 { String::new() } else { format!(" [{} positions]", token.position_length) };
    format!("{term}{keyword}{length}")
}
