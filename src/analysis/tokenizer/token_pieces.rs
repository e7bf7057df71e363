//! Splits tokens that are too long (ruling T4): at the last grapheme cluster boundary within the limit or, if one
//! cluster exceeds it, at the last code point within the limit. Lengths are in UTF-16 units. Every unit is read a
//! bounded number of times.

use crate::unicode::part::SlicePart;
use crate::unicode::segment::{BreakRules, SegmentState};
use crate::unicode::text::CodeUnit;

/// The pieces of one token that is too long.
#[derive(Clone, Debug, Default)]
pub struct TokenPieces {
    clusters: SegmentState,
    /// The start of the token.
    start: usize,
    end: usize,
    /// The start of the next piece.
    at: usize,
    /// The end of the last cluster that was found, at or after `at`.
    cluster_end: usize,
}

impl TokenPieces {
    /// Sets the token, `start..end` of the text.
    pub fn start<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], start: usize, end: usize) {
        (self.start, self.end, self.at, self.cluster_end) = (start, end, start, start);
        self.clusters.start(rules, text.part(start..end), &());
    }

    /// Drops the remaining pieces.
    pub fn clear(&mut self) {
        (self.at, self.end) = (0, 0);
    }

    /// Whether no pieces remain.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.at >= self.end
    }

    /// Returns the next piece: at most `max_units` UTF-16 units, but at least one code point.
    pub fn next<U: CodeUnit>(&mut self, rules: &BreakRules, text: &[U], max_units: usize) -> Option<(usize, usize)> {
        if self.is_empty() {
            return None;
        }
        let token = text.part(..self.end);
        let from = self.at;
        let (mut to, mut space) = (from, max_units);
        while to < self.end {
            if self.cluster_end <= to {
                let slice = text.part(self.start..self.end);
                let cluster = self.clusters.next(rules, slice, &());
                self.cluster_end = cluster.map_or(self.end, |cluster| self.start + cluster.end);
            }
            let cluster = token.part(..self.cluster_end);
            let (fits_to, left) = fitting(cluster, to, space);
            if fits_to < self.cluster_end {
                if to == from {
                    to = fits_to.max(from + U::decode(cluster, from).map_or(1, |(_, length)| length));
                }
                break;
            }
            (to, space) = (fits_to, left);
        }
        self.at = to;
        Some((from, to))
    }
}

/// The end of the code points from `at` on that fit in `space` UTF-16 units, and the remaining space.
fn fitting<U: CodeUnit>(text: &[U], mut at: usize, mut space: usize) -> (usize, usize) {
    while let Some((c, length)) = U::decode(text, at) {
        let Some(left) = space.checked_sub(c.len_utf16()) else { break };
        (at, space) = (at + length, left);
    }
    (at, space)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::segment::BreakKind;

    fn split<U: CodeUnit>(text: &[U], max_units: usize) -> Vec<(usize, usize)> {
        let rules = BreakKind::Grapheme.rules("root").unwrap();
        let mut pieces = TokenPieces::default();
        pieces.start(rules, text, 0, text.len());
        std::iter::from_fn(|| pieces.next(rules, text, max_units)).collect()
    }

    #[test]
    fn pieces_end_with_clusters_or_else_with_code_points() {
        assert_eq!(split("abcde\u{301}f".as_bytes(), 5), [(0, 4), (4, 8)]);
        let text: Vec<u16> = "e\u{301}\u{302}\u{303}x😀😀".encode_utf16().collect();
        assert_eq!(split(&text, 3), [(0, 3), (3, 5), (5, 7), (7, 9)]);
        assert_eq!(split(&text, 1), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 7), (7, 9)]);
        assert_eq!(split(&text, 100), [(0, 9)]);
    }

    #[test]
    fn one_cluster_of_a_million_marks_takes_linear_time() {
        let text = "\u{301}".repeat(1 << 20);
        assert_eq!(split(text.as_bytes(), 255).len(), (1 << 20) / 255 + 1);
    }
}
