//! Embedded flags.

/// The embedded flags that change how a pattern is read.
#[derive(Clone, Copy, Default)]
pub(super) struct Flags {
    /// `i`.
    pub(super) ignore_case: bool,
    /// `u`, which is not supported with `i`.
    pub(super) unicode_case: bool,
    /// `U`: classes such as `\w` include characters outside of ASCII.
    pub(super) unicode_classes: bool,
    /// `s`.
    pub(super) dot_all: bool,
    /// `d`: `\n` is the only line terminator.
    pub(super) unix_lines: bool,
    /// `x`: white space and comments are ignored.
    pub(super) comments: bool,
}
