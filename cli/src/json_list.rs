//! The JSON values of several texts: elements of one array, or one value on each line.

/// The layout of several values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum JsonList {
    /// `--json`
    Array,
    /// `--ndjson`
    Lines,
}

impl JsonList {
    /// The layout that the flags `--json` and `--ndjson` select.
    pub fn requested(json: bool, ndjson: bool) -> Option<JsonList> {
        match (json, ndjson) {
            (true, _) => Some(JsonList::Array),
            (_, true) => Some(JsonList::Lines),
            _ => None,
        }
    }

    /// The text before a value.
    pub fn before(self, is_first: bool) -> &'static str {
        match self {
            JsonList::Array if is_first => "[\n",
            JsonList::Array => ",\n",
            JsonList::Lines => "",
        }
    }

    /// The text after a value.
    pub fn after(self) -> &'static str {
        if self == JsonList::Lines { "\n" } else { "" }
    }

    /// The text after the last value, or of an empty list.
    pub fn end(self, is_empty: bool) -> &'static str {
        match self {
            JsonList::Array if is_empty => "[]\n",
            JsonList::Array => "\n]\n",
            JsonList::Lines => "",
        }
    }
}
