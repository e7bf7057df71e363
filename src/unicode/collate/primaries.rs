//! The primary weights of single characters, for lenient parsing of numbers.

use super::ce;
use super::collator::Collator;
use super::elements::{Elements, NfdBuffer};

/// Looks up the primary weights of a character, without ignorable ones.
pub(crate) struct Primaries;

impl Primaries {
    /// The primary weights of a character without context.
    pub(crate) fn of(collator: &Collator, c: char) -> Vec<u32> {
        let tables = collator.context().tables();
        let (mut nfd_buffer, mut buffer, mut primaries) = (NfdBuffer::default(), [0; 4], Vec::new());
        let text = c.encode_utf8(&mut buffer).as_bytes();
        let mut elements = Elements::new(&tables, collator.context().jamo_ce32s(), None, text, 0, &mut nfd_buffer);
        while elements.step(&mut |element| primaries.extend(Some(ce::primary(element)).filter(|primary| *primary != 0)))
        {
        }
        primaries
    }
}
