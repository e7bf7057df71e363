//! The primary weights of single characters, for lenient parsing of numbers.

use super::ce;
use super::collator::Collator;
use super::elements::{Elements, NfdBuffer};

/// The primary weights of a character, without ignorable ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Primaries {
    pub(crate) weights: Vec<u32>,
    /// Whether an ignorable collation element follows the last weight: the accent of a letter.
    pub(crate) ends_with_ignorable: bool,
}

impl Primaries {
    /// The weights of a character without context.
    pub(crate) fn of(collator: &Collator, c: char) -> Primaries {
        let tables = collator.context().tables();
        let (mut nfd_buffer, mut buffer, mut primaries) = (NfdBuffer::default(), [0; 4], Primaries::default());
        let text = c.encode_utf8(&mut buffer).as_bytes();
        let mut elements = Elements::new(&tables, collator.context().jamo_ce32s(), None, text, 0, &mut nfd_buffer);
        let mut add = |element| {
            let primary = ce::primary(element);
            primaries.ends_with_ignorable = primary == 0;
            primaries.weights.extend(Some(primary).filter(|primary| *primary != 0));
        };
        while elements.step(&mut add) {}
        primaries
    }
}
