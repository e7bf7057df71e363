//! Status codes.

use crate::analysis::TextError;
use crate::config::Category;
use std::ffi::c_char;

/// What a call answers. Numbers are stable; a retired number is never used again. Callers must accept unknown numbers.
pub type unic_status = u32;

/// The call did what it says.
pub const UNIC_STATUS_OK: unic_status = 0;
/// No token is left in the text.
pub const UNIC_STATUS_END: unic_status = 1;

/// A pointer that must not be NULL is NULL.
pub const UNIC_STATUS_NULL_ARGUMENT: unic_status = 100;
/// An argument has a value that the call does not take: an unknown number, capacity 0, a misaligned pointer.
pub const UNIC_STATUS_INVALID_ARGUMENT: unic_status = 101;
/// The call does not fit the state of the object: a token asked for before a text is set, and the like.
pub const UNIC_STATUS_WRONG_STATE: unic_status = 102;
/// This build does not know a field that the caller uses.
pub const UNIC_STATUS_UNSUPPORTED: unic_status = 103;

/// The definition has an option that the component does not know.
pub const UNIC_STATUS_UNKNOWN_OPTION: unic_status = 200;
/// The definition has a type that does not exist.
pub const UNIC_STATUS_UNKNOWN_TYPE: unic_status = 201;
/// The definition names a component or file that is not there.
pub const UNIC_STATUS_MISSING_REFERENCE: unic_status = 202;
/// The definition has a value of the wrong kind or range.
pub const UNIC_STATUS_WRONG_VALUE: unic_status = 203;
/// The definition has an option in two spellings, or a key twice.
pub const UNIC_STATUS_DUPLICATE: unic_status = 204;
/// JSON, a pattern or a rule text can't be read.
pub const UNIC_STATUS_SYNTAX: unic_status = 205;
/// The definition exceeds a limit.
pub const UNIC_STATUS_CONFIG_LIMIT: unic_status = 206;
/// The definition has no analyzer of the name that was asked for.
pub const UNIC_STATUS_NO_SUCH_ANALYZER: unic_status = 207;

/// A text has 2^31 code units or more.
pub const UNIC_STATUS_TEXT_TOO_LONG: unic_status = 300;
/// Char filters make a text longer than the limits allow.
pub const UNIC_STATUS_LIMIT: unic_status = 301;

/// The caller's buffer is too small; the size that is needed has been told.
pub const UNIC_STATUS_BUFFER_TOO_SMALL: unic_status = 400;

/// Memory ran out.
pub const UNIC_STATUS_OUT_OF_MEMORY: unic_status = 500;

/// A fault of the library itself. The process goes on; the object takes part again after the next call that sets a text.
pub const UNIC_STATUS_INTERNAL: unic_status = 900;

/// The name of a status without its prefix, such as "WRONG_STATE"; "UNKNOWN" for a number that this build does not know.
/// Never NULL; lives as long as the library is loaded. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn unic_status_name(status: unic_status) -> *const c_char {
    let name = match status {
        UNIC_STATUS_OK => c"OK",
        UNIC_STATUS_END => c"END",
        UNIC_STATUS_NULL_ARGUMENT => c"NULL_ARGUMENT",
        UNIC_STATUS_INVALID_ARGUMENT => c"INVALID_ARGUMENT",
        UNIC_STATUS_WRONG_STATE => c"WRONG_STATE",
        UNIC_STATUS_UNSUPPORTED => c"UNSUPPORTED",
        UNIC_STATUS_UNKNOWN_OPTION => c"UNKNOWN_OPTION",
        UNIC_STATUS_UNKNOWN_TYPE => c"UNKNOWN_TYPE",
        UNIC_STATUS_MISSING_REFERENCE => c"MISSING_REFERENCE",
        UNIC_STATUS_WRONG_VALUE => c"WRONG_VALUE",
        UNIC_STATUS_DUPLICATE => c"DUPLICATE",
        UNIC_STATUS_SYNTAX => c"SYNTAX",
        UNIC_STATUS_CONFIG_LIMIT => c"CONFIG_LIMIT",
        UNIC_STATUS_NO_SUCH_ANALYZER => c"NO_SUCH_ANALYZER",
        UNIC_STATUS_TEXT_TOO_LONG => c"TEXT_TOO_LONG",
        UNIC_STATUS_LIMIT => c"LIMIT",
        UNIC_STATUS_BUFFER_TOO_SMALL => c"BUFFER_TOO_SMALL",
        UNIC_STATUS_OUT_OF_MEMORY => c"OUT_OF_MEMORY",
        UNIC_STATUS_INTERNAL => c"INTERNAL",
        _ => c"UNKNOWN",
    };
    name.as_ptr()
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        Failure(match error {
            TextError::TooLong => UNIC_STATUS_TEXT_TOO_LONG,
            TextError::Limit => UNIC_STATUS_LIMIT,
            TextError::OutOfMemory => UNIC_STATUS_OUT_OF_MEMORY,
        })
    }
}

/// A call ends with this status, which is neither OK nor END.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failure(pub unic_status);

pub(crate) const NULL_ARGUMENT: Failure = Failure(UNIC_STATUS_NULL_ARGUMENT);
pub(crate) const INVALID_ARGUMENT: Failure = Failure(UNIC_STATUS_INVALID_ARGUMENT);
pub(crate) const WRONG_STATE: Failure = Failure(UNIC_STATUS_WRONG_STATE);

pub(crate) fn of_category(category: Category) -> unic_status {
    match category {
        Category::UnknownOption => UNIC_STATUS_UNKNOWN_OPTION,
        Category::UnknownType => UNIC_STATUS_UNKNOWN_TYPE,
        Category::MissingReference => UNIC_STATUS_MISSING_REFERENCE,
        Category::WrongValue => UNIC_STATUS_WRONG_VALUE,
        Category::Duplicate => UNIC_STATUS_DUPLICATE,
        Category::Syntax => UNIC_STATUS_SYNTAX,
        Category::Limit => UNIC_STATUS_CONFIG_LIMIT,
        Category::NoSuchAnalyzer => UNIC_STATUS_NO_SUCH_ANALYZER,
    }
}
