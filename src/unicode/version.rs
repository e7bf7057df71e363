//! The versions of the data in this build.

/// The version of the Unicode Standard.
pub const UNICODE: &str = "18.0";

/// The version of the Unicode Common Locale Data Repository.
pub const CLDR: &str = "49";
