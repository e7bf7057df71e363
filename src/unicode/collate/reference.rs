//! The reference implementation of sort keys: one collation element at a time, for any settings. Tests compare the fast
//! path with it.

use super::ce::{self, Ce};
use super::collator::{Collator, CollatorScratch};
use super::elements::{Elements, NfdBuffer};
use super::key::{Levels, NonPrimaryWriter};
use super::natural::{KeyPart, NaturalSort};
use super::options::{Alternate, Settings, Strength};
use super::reorder::Reordering;
use crate::unicode::text::CodeUnit;

impl Collator {
    /// Appends the sort key for any settings.
    pub(crate) fn append_key_slow<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        let tables = self.context().tables();
        self.write_key(scratch, out, |nfd_buffer, writer| {
            let mut elements =
                Elements::new(&tables, self.context().jamo_ce32s(), self.context().numeric(), text, 0, nfd_buffer);
            while elements.step(&mut |ce| writer.ce(ce)) {}
        });
        if self.context().settings().strength == Strength::Identical {
            out.push(ce::LEVEL_SEPARATOR);
            self.append_identical_slow(text, scratch, out);
        }
    }

    /// Writes the levels of a key, except the identical one, from the CEs that `fill` passes to the writer.
    pub(crate) fn write_key(
        &self,
        scratch: &mut CollatorScratch,
        out: &mut Vec<u8>,
        fill: impl FnOnce(&mut NfdBuffer, &mut KeyWriter<'_>),
    ) {
        let CollatorScratch { nfd_buffer, levels, .. } = scratch;
        let mut writer = KeyWriter::new(
            self.settings(),
            self.context().variable_limit(),
            self.context().reordering(),
            self.context().compressible(),
            out,
            levels,
        );
        fill(nfd_buffer, &mut writer);
        writer.finish();
    }
}

impl NaturalSort {
    /// Appends the key for any settings.
    pub(crate) fn append_key_slow<U: CodeUnit>(&self, text: &[U], scratch: &mut CollatorScratch, out: &mut Vec<u8>) {
        let context = self.collator.context();
        let (tables, mut end, mut last_level) = (context.tables(), 0, Vec::new());
        self.collator.write_key(scratch, out, |nfd_buffer, writer| {
            end = self.each_part(text, &mut last_level, &mut |part| match part {
                KeyPart::Text(text) => {
                    let mut elements = Elements::new(&tables, context.jamo_ce32s(), None, text, 0, nfd_buffer);
                    while elements.step(&mut |ce| writer.ce(ce)) {}
                }
                KeyPart::Element(ce) => writer.ce(ce),
            });
        });
        self.append_further(text, end, &mut last_level, scratch, out);
    }
}

/// Writes one key, CE by CE.
pub(crate) struct KeyWriter<'a> {
    /// Primaries below it are variable; 0 if none is.
    variable_top: u32,
    reordering: &'a Reordering,
    compressible: &'a [bool; 256],
    out: &'a mut Vec<u8>,
    levels: &'a mut Levels,
    non_primary: NonPrimaryWriter,
    /// The primary with only the lead byte of the current compressed run; 0 for none.
    run_primary: u32,
    /// Whether the last CE was variable: ignorable ones after it are ignored.
    after_variable: bool,
}

impl<'a> KeyWriter<'a> {
    pub(crate) fn new(
        settings: Settings,
        variable_top: u32,
        reordering: &'a Reordering,
        compressible: &'a [bool; 256],
        out: &'a mut Vec<u8>,
        levels: &'a mut Levels,
    ) -> Self {
        let variable_top = if settings.alternate == Alternate::Shifted { variable_top } else { 0 };
        let non_primary = NonPrimaryWriter::new(settings, levels);
        KeyWriter {
            variable_top,
            reordering,
            compressible,
            out,
            levels,
            non_primary,
            run_primary: 0,
            after_variable: false,
        }
    }

    /// Adds one CE to all levels.
    pub(crate) fn ce(&mut self, ce: Ce) {
        let primary = ce::primary(ce);
        if primary < self.variable_top {
            if primary > ce::MERGE_SEPARATOR_PRIMARY {
                self.after_variable = true;
                return self.non_primary.shifted(self.reordering.apply(primary), self.levels);
            }
            if primary == 0 && self.after_variable {
                return;
            }
        }
        self.after_variable = false;
        if primary != 0 {
            self.primary(primary);
        }
        self.non_primary.ce(ce::lower(ce), primary, self.levels);
    }

    /// Writes a primary; a compressible lead byte is omitted where it repeats.
    fn primary(&mut self, primary: u32) {
        let [lead, ..] = primary.to_be_bytes();
        let compressible = self.compressible.get(usize::from(lead)).copied().unwrap_or(false);
        let primary = self.reordering.apply(primary);
        let [lead, second, third, fourth] = primary.to_be_bytes();
        if !compressible || lead != (self.run_primary >> 24) as u8 {
            if self.run_primary != 0 {
                if primary > self.run_primary {
                    self.out.push(ce::COMPRESSION_HIGH);
                } else if primary > ce::MERGE_SEPARATOR_PRIMARY | 0xFF_FFFF {
                    self.out.push(ce::COMPRESSION_LOW);
                }
            }
            self.out.push(lead);
            self.run_primary = if compressible { primary } else { 0 };
        }
        self.out.extend([second, third, fourth].into_iter().take_while(|&byte| byte != 0));
    }

    /// Ends the levels and concatenates them.
    pub(crate) fn finish(self) {
        let out = self.out;
        self.non_primary.finish(self.levels, |level| {
            out.push(ce::LEVEL_SEPARATOR);
            out.extend_from_slice(level);
        });
    }
}
