//! A table that lists its slowest cells first.

/// The number of cells that are listed.
const LISTED: usize = 5;

/// The rows of a table, and the ratio to the peer in each cell.
#[derive(Default)]
pub struct Cells {
    rows: Vec<String>,
    ratios: Vec<(f64, String)>,
}

impl Cells {
    /// Adds a printed row.
    pub fn row(&mut self, row: String) {
        self.rows.push(row);
    }

    /// Adds the ratio to the peer in a cell.
    pub fn ratio(&mut self, ratio: f64, name: String) {
        self.ratios.push((ratio, name));
    }

    /// Prints the slowest cells, then the table.
    pub fn print(mut self, head: &str) {
        self.ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
        let slowest: Vec<String> =
            self.ratios.iter().take(LISTED).map(|(ratio, name)| format!("{ratio:.2} {name}")).collect();
        if !slowest.is_empty() {
            println!("Slowest of {} cells, × ICU4C: {}.\n", self.ratios.len(), slowest.join("; "));
        }
        println!("{head}");
        println!("|{}", "---|".repeat(head.matches('|').count().saturating_sub(1)));
        self.rows.iter().for_each(|row| println!("{row}"));
        println!();
    }
}
