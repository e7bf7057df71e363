//! The vector operations that define a class of code units, independent of the backend.

/// A vector of units. The lanes of a result are all ones or zero.
pub trait Lanes: Copy {
    /// Lanes with values from `low` to `high`, both below 0x100.
    fn within(self, low: u8, high: u8) -> Self;
    /// Lanes with values of at least `low`.
    fn at_least(self, low: u8) -> Self;
    /// The lanes with bit 5 set: lowercases ASCII letters, and maps no other unit to a letter.
    fn ascii_lowercased(self) -> Self;
    /// The union of two results.
    fn or(self, other: Self) -> Self;
    /// The complement of a result; for units, the zero lanes.
    fn not(self) -> Self;
    /// Lanes that may start white space outside ASCII: lead bytes E1 to E3, units 16xx, 20xx, 30xx.
    fn may_start_non_ascii_white_space(self) -> Self;
    /// Lanes of surrogates; none for bytes.
    fn surrogates(self) -> Self;
    /// Lanes of characters from U+0080 to U+0589, which are letters and marks: the first dash above ASCII is U+058A.
    /// Bytes 80 to D5, units 80 to 589.
    fn below_u058a_letters(self) -> Self;
    /// Lanes of 16 bits with values from `low` to `high`; none for bytes.
    fn within_wide(self, low: u16, high: u16) -> Self;
}

/// A class of code units.
pub trait Class {
    /// Computes the lanes of units that belong to the class.
    fn of<L: Lanes>(units: L) -> L;
}
