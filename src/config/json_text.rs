//! JSON output, written piece by piece, so that long output needs no memory but that of the text. A checkpoint whenever
//! the text grows.

use crate::memory;
use serde::Serialize;
use std::io::{self, Write};

/// JSON text.
#[derive(Default)]
pub(crate) struct JsonText {
    bytes: Vec<u8>,
}

/// The members of an object.
pub(crate) struct JsonMembers<'t> {
    text: &'t mut JsonText,
    is_first: bool,
}

impl JsonText {
    /// The text of what a function writes.
    pub(crate) fn of(write: impl FnOnce(&mut JsonText)) -> String {
        let mut text = JsonText::default();
        write(&mut text);
        // All pieces are UTF-8.
        String::from_utf8(text.bytes).unwrap_or_default()
    }

    /// Appends a value.
    pub(crate) fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        // The values are strings, numbers, and objects with string keys, and writing to memory does not fail.
        _ = serde_json::to_writer(self, value);
    }

    /// Appends an object.
    pub(crate) fn object(&mut self, write: impl FnOnce(&mut JsonMembers<'_>)) {
        self.raw(b"{");
        write(&mut JsonMembers { text: self, is_first: true });
        self.raw(b"}");
    }

    /// Appends an array, whose elements a function writes.
    pub(crate) fn array<I>(&mut self, items: impl IntoIterator<Item = I>, mut write: impl FnMut(&mut JsonText, I)) {
        self.raw(b"[");
        for (number, item) in items.into_iter().enumerate() {
            if number > 0 {
                self.raw(b",");
            }
            write(self, item);
            memory::checkpoint();
        }
        self.raw(b"]");
    }

    /// Appends a string of ASCII characters without escapes.
    pub(crate) fn plain_string(&mut self, write: impl FnOnce(&mut JsonText)) {
        self.raw(b"\"");
        write(self);
        self.raw(b"\"");
    }

    /// Appends bytes of a piece.
    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        if self.bytes.capacity() - self.bytes.len() < bytes.len() {
            memory::reserve(&mut self.bytes, bytes.len());
        }
        self.bytes.extend_from_slice(bytes);
    }
}

impl JsonMembers<'_> {
    /// Starts a member; its value is to be appended to the text.
    pub(crate) fn member(&mut self, name: &str) -> &mut JsonText {
        if !self.is_first {
            self.text.raw(b",");
        }
        self.is_first = false;
        self.text.value(name);
        self.text.raw(b":");
        self.text
    }

    /// Appends a member.
    pub(crate) fn add(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.member(name).value(value);
    }
}

impl Write for JsonText {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.raw(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn pieces_are_written_as_by_serde_json() {
        let text = JsonText::of(|text| {
            text.object(|members| {
                members.add("a\"", "ä\n");
                members.member("b").array([1, 2], |text, item| text.value(&item));
                members.member("c").array([0; 0], |text, item| text.value(&item));
                members.member("d").object(|_| {});
                members.member("e").plain_string(|text| text.raw(b"[1 2]"));
            });
        });
        assert_eq!(text, json!({"a\"": "ä\n", "b": [1, 2], "c": [], "d": {}, "e": "[1 2]"}).to_string());
    }
}
