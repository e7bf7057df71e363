//! The direction in which an id or a rule text is read.

/// The direction of a transform.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Source to target.
    #[default]
    Forward,
    /// Target to source.
    Reverse,
}
