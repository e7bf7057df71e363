//! `unic sortkey`: the sort keys of texts, level by level, as a table or as JSON.

use crate::analyze::push_head;
use crate::args::Sortkey;
use crate::definition;
use crate::failure::{Exit, Failure};
use crate::input::{self, Consumer, TextLocation};
use crate::json_list::JsonList;
use crate::output::Output;
use crate::style::{Paint, Style, Styles};
use crate::terminal;
use crate::visible::{wrapped, wrapped_words};
use serde_json::{Map, json};
use unic_analysis::analysis::{Analyzer, Stream};
use unic_analysis::unicode::collate::{to_base_32768, to_hex};

/// Runs the command.
pub fn run(command: &Sortkey, styles: Styles) -> Result<Exit, Failure> {
    let analyzer = definition::compile_order(&command.order, styles.err)?.analyzer;
    let format = match JsonList::requested(command.json, command.ndjson) {
        Some(list) => Format::Json(list),
        None if command.hex => Format::Hex,
        None => Format::People,
    };
    let (stream, columns, style) = (analyzer.stream(), terminal::width(), styles.out);
    let mut run = Run { analyzer, stream, format, columns, style, count: 0, output: Output::new() };
    let is_taken = definition::is_standard_input(command.order.definition.as_deref());
    let read = input::for_each(&command.texts, is_taken, &mut run);
    if let (Ok(()), Format::Json(list)) = (&read, run.format) {
        run.output.text(list.end(run.count == 0));
    }
    run.output.flush()?;
    read.map(|()| Exit::Good)
}

#[derive(Clone, Copy)]
enum Format {
    People,
    Json(JsonList),
    Hex,
}

struct Run {
    analyzer: Analyzer,
    stream: Stream,
    format: Format,
    columns: Option<usize>,
    style: Style,
    /// The number of texts so far.
    count: usize,
    output: Output,
}

impl Consumer for Run {
    fn text(&mut self, location: TextLocation<'_>, text: &[u8]) -> Result<(), Failure> {
        let key = self.stream.sort_key(text).map_err(|error| Failure::Key(location.to_string(), error))?;
        let levels = self.analyzer.key_maker().map(|maker| maker.levels(key)).unwrap_or_default();
        let is_first = self.count == 0;
        self.count += 1;
        match self.format {
            Format::People => {
                let mut shown = if is_first { String::new() } else { "\n".to_owned() };
                push_head(&mut shown, location, text, self.columns, self.style);
                for (name, bytes) in &levels {
                    push_field(&mut shown, name, &spaced(bytes), self.columns, self.style);
                }
                push_field(&mut shown, "key", &hex(key), self.columns, self.style);
                // Its characters are of any script or unassigned: their numbers are more useful.
                let units = text_form(key).chars().map(|c| format!("{:04x}", u32::from(c))).collect::<Vec<_>>();
                push_field(&mut shown, "text form", &units.join(" "), self.columns, self.style);
                self.output.text(&shown);
            }
            Format::Hex => self.output.line(&hex(key)),
            Format::Json(list) => {
                let levels: Map<_, _> =
                    levels.iter().map(|(name, bytes)| ((*name).to_owned(), json!(hex(bytes)))).collect();
                let text = String::from_utf8_lossy(text);
                let json = json!({ "text": text, "key": hex(key), "levels": levels, "text_form": text_form(key) });
                self.output.text(&format!("{}{json}{}", list.before(is_first), list.after()));
            }
        }
        self.output.flush_if_full()
    }

    fn before_read(&mut self, _: bool) -> Result<(), Failure> {
        self.output.flush()
    }

    fn has_read(&mut self, _: usize, _: Option<u64>) {}
}

/// Appends a name and its value, next to it or, without space, below it.
fn push_field(shown: &mut String, name: &str, value: &str, columns: Option<usize>, style: Style) {
    const NAMES: usize = 16;
    const MIN_VALUE_WIDTH: usize = 16;
    let columns = columns.unwrap_or(usize::MAX);
    let (indent, first) = if columns < NAMES + MIN_VALUE_WIDTH {
        shown.push_str(&format!("  {}\n", style.paint(Paint::Head, name)));
        (4, "    ".to_owned())
    } else {
        (NAMES, format!("  {}{}", style.paint(Paint::Head, name), " ".repeat(NAMES - 2 - name.len().min(NAMES - 2))))
    };
    let space = columns.saturating_sub(indent).max(1);
    // Values are wrapped between bytes or units; the key anywhere.
    let lines = if value.contains(' ') { wrapped_words(value, space) } else { wrapped(value, space) };
    for (number, line) in lines.iter().enumerate() {
        let before = if number == 0 { first.clone() } else { " ".repeat(indent) };
        shown.push_str(format!("{before}{line}").trim_end());
        shown.push('\n');
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut digits = String::with_capacity(2 * bytes.len());
    to_hex(bytes, &mut digits);
    digits
}

/// Hexadecimal digits, separated by byte.
fn spaced(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| hex(&[*byte])).collect::<Vec<_>>().join(" ")
}

/// The key in base 32768, whose values are code points.
fn text_form(key: &[u8]) -> String {
    let mut units = Vec::new();
    to_base_32768(key, &mut units);
    String::from_utf16_lossy(&units)
}
