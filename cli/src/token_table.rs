//! The table of a text's tokens.

use crate::style::Style;
use crate::table::{Column, Table};
use crate::visible::visible;
use unic_analysis::analysis::Token;

const COLUMNS: [Column; 5] = [
    Column { head: "position", is_number: true },
    Column { head: "start", is_number: true },
    Column { head: "end", is_number: true },
    Column { head: "type", is_number: false },
    Column { head: "term", is_number: false },
];

/// Converts tokens to the lines of a table.
pub struct TokenTable {
    table: Table,
    columns: Option<usize>,
    style: Style,
    count: usize,
}

impl TokenTable {
    /// Creates an empty table with a width of `columns`.
    pub fn new(columns: Option<usize>, style: Style) -> TokenTable {
        TokenTable { table: Table::new(&COLUMNS), columns, style, count: 0 }
    }

    /// Adds a token. Unusual attributes follow the type: script, keyword, a position length above 1.
    pub fn add(&mut self, token: &Token<'_, u8>) {
        let mut kind = token.token_type.name().to_owned();
        if token.script != 0 {
            kind.push(' ');
            kind.push_str(&String::from_utf8_lossy(&token.script.to_be_bytes()));
        }
        if token.keyword {
            kind.push_str(" keyword");
        }
        let position = match token.position_length {
            1 => token.position.to_string(),
            length => format!("{}+{length}", token.position),
        };
        let term = visible(&String::from_utf8_lossy(token.term));
        self.table.row(vec![position, token.start.to_string(), token.end.to_string(), kind, term]);
        self.count += 1;
    }

    /// The lines of the tokens so far.
    pub fn take(&mut self) -> String {
        let mut lines = String::new();
        if self.table.len() > 0 {
            self.table.write(self.columns, self.style, &mut lines);
        }
        lines
    }

    /// The number of tokens so far.
    pub fn count(&self) -> usize {
        self.count
    }
}
