//! Builds a key from several parts.

use super::key_scanner::continue_key;
use super::key_start::KeyStart;
use super::writer::FastKeyWriter;
use crate::unicode::collate::ce::{Ce, LEVEL_SEPARATOR};
use crate::unicode::collate::elements::NfdBuffer;
use crate::unicode::collate::key::Levels;
use crate::unicode::collate::key_context::KeyContext;
use crate::unicode::collate::key_plan::KeyLevels;
use crate::unicode::text::CodeUnit;

/// Builds a key from parts (in `NaturalSort`, texts and numbers). Contractions and marks do not cross parts.
pub(crate) struct KeyBuilder<'a> {
    context: &'a KeyContext,
    nfd_buffer: &'a mut NfdBuffer,
    writer: FastKeyWriter<'a>,
}

impl<'a> KeyBuilder<'a> {
    pub(crate) fn new(
        context: &'a KeyContext,
        nfd_buffer: &'a mut NfdBuffer,
        levels: &'a mut Levels,
        out: &'a mut Vec<u8>,
    ) -> KeyBuilder<'a> {
        KeyBuilder { context, nfd_buffer, writer: FastKeyWriter::new(context, levels, out, &KeyStart::default()) }
    }

    /// Adds the collation elements of a text.
    pub(crate) fn text<U: CodeUnit>(&mut self, text: &[U]) {
        continue_key(self.context, text, 0, self.nfd_buffer, &mut self.writer);
    }

    /// Adds one collation element.
    pub(crate) fn element(&mut self, ce: Ce) {
        self.writer.ce(ce);
    }

    /// Appends the key to `out`.
    pub(crate) fn finish(mut self, out: &mut Vec<u8>) {
        let length = self.writer.finish(self.context.plan().strength);
        out.extend_from_slice(self.writer.written(length));
        if self.context.plan().levels == KeyLevels::CommonAndEmptyQuaternary {
            out.push(LEVEL_SEPARATOR);
        }
    }
}
