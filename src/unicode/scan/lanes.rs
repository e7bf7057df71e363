//! Vector operations that a class of code units is written with, once for all backends.

/// Units in the lanes of a vector. A lane of a result is all ones or zero.
pub trait Lanes: Copy {
    /// Lanes from `low` to `high`, both below 0x100.
    fn within(self, low: u8, high: u8) -> Self;
    /// Lanes of at least `low`.
    fn at_least(self, low: u8) -> Self;
    /// The lanes with bit 5 set, which lowercases ASCII letters and makes no other unit a letter.
    fn ascii_lowercased(self) -> Self;
    /// Lanes in either.
    fn or(self, other: Self) -> Self;
    /// Lanes that are zero.
    fn not(self) -> Self;
    /// Lanes that may start white space outside ASCII: first bytes E1 to E3, units of U+16xx, U+20xx, U+30xx.
    fn may_be_white_space(self) -> Self;
    /// Lanes of surrogates; none among bytes.
    fn surrogates(self) -> Self;
    /// Lanes of letters and marks below U+058A, the first dash above ASCII: bytes 80 to D5, units 80 to 589.
    fn below_u058a_letters(self) -> Self;
    /// Lanes from `low` to `high` where a lane has 16 bits; none among bytes.
    fn within_wide(self, low: u16, high: u16) -> Self;
}

/// A class of code units.
pub trait Class {
    /// The lanes of units of the class.
    fn of<L: Lanes>(units: L) -> L;
}
