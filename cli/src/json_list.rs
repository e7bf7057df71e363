//! The JSON values of several texts: elements of one array, or one value on each line.

/// How values follow each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum JsonList {
    /// `--json`
    Array,
    /// `--ndjson`
    Lines,
}

impl JsonList {
    /// What the flags `--json` and `--ndjson` ask for.
    pub fn asked(json: bool, ndjson: bool) -> Option<JsonList> {
        match (json, ndjson) {
            (true, _) => Some(JsonList::Array),
            (_, true) => Some(JsonList::Lines),
            _ => None,
        }
    }

    /// What precedes a value.
    pub fn before(self, is_first: bool) -> &'static str {
        match self {
            JsonList::Array if is_first => "[\n",
            JsonList::Array => ",\n",
            JsonList::Lines => "",
        }
    }

    /// The text after it.
    pub fn after(self) -> &'static str {
        if self == JsonList::Lines { "\n" } else { "" }
    }

    /// The text after the last one, or of an empty list.
    pub fn end(self, is_empty: bool) -> &'static str {
        match self {
            JsonList::Array if is_empty => "[]\n",
            JsonList::Array => "\n]\n",
            JsonList::Lines => "",
        }
    }
}
