//! Character names: the code point of a name (UAX #44, UAX44-LM2), and the name of a code point.
//!
//! Names that follow a rule (ideographs, Hangul syllables, labels such as `<control-0007>`) are computed; the others
//! are in the committed table `data/unicode/names.bin`. As in ICU, Unicode 1.0 names and aliases other than corrections
//! and alternates (`NULL`, `ALERT`) are not included.

mod index;
mod loose;
mod names;
mod table;

pub use self::index::find_indexed;
pub use self::names::{extended_name, find, name};
