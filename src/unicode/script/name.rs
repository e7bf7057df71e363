//! Names of scripts: four-letter codes and long names (UAX #24, ISO 15924), from the property table of set patterns.

use icu_properties::props::Script;
use icu_properties::{PropertyNamesShort, PropertyParser};

use super::JAPANESE;

/// The four-letter code, such as `Latn`.
pub fn script_code(script: Script) -> &'static str {
    match script {
        JAPANESE => "Jpan",
        _ => PropertyNamesShort::<Script>::new().get(script).unwrap_or("Zzzz"),
    }
}

/// The script with a code or long name, by loose matching; `Jpan` is the joined Japanese script.
pub fn script_from_name(name: &str) -> Option<Script> {
    if name.eq_ignore_ascii_case("jpan") {
        return Some(JAPANESE);
    }
    PropertyParser::<Script>::new().get_loose(name)
}
