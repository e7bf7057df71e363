//! Where marks may stand, by what begins a character: a quick look that seldom needs a second one.

use once_cell::sync::Lazy;

use super::super::root::root;
use super::super::table::BLOCK;
use super::decode::wide_at;
use super::item::{MARK, OTHER, PROLONGED, SWAP};
use super::items::Items;
use crate::unicode::text::{CodeUnit, Encoding};

/// Where marks may stand: by the first unit of a character.
#[derive(Debug)]
pub(super) struct MarkPlaces {
    /// By UTF-8 byte.
    pub(super) bytes: [bool; 256],
    /// By 64 UTF-16 units.
    pub(super) blocks: [bool; 1024],
}

impl MarkPlaces {
    /// Whether a mark may stand there, as far as its first units tell.
    #[inline(always)]
    pub(super) fn may_hold<U: CodeUnit>(&self, text: &[U], at: usize) -> bool {
        let Some(&unit) = text.get(at) else { return false };
        let unit: u32 = unit.into();
        let place = match U::ENCODING {
            Encoding::Utf8 if unit & 0xF0 == 0xE0 => {
                let second = text.get(at + 1).map_or(0, |&unit| unit.into()) & 0x3F;
                self.blocks.get((unit << 6 & 0x3C0 | second) as usize)
            }
            Encoding::Utf8 => self.bytes.get(unit as usize),
            Encoding::Utf16 => self.blocks.get(unit as usize >> 6),
        };
        place.is_some_and(|&may| may)
    }

    /// Whether a mark stands there; said of some characters without an item, too.
    #[inline(always)]
    pub(super) fn hold<U: CodeUnit>(&self, items: &Items, text: &[U], at: usize) -> bool {
        self.may_hold(text, at) && !is_starter(items, text, at)
    }

    pub(super) fn get() -> &'static MarkPlaces {
        static PLACES: Lazy<MarkPlaces> = Lazy::new(MarkPlaces::new);
        &PLACES
    }

    /// From the root's table: tailorings make no marks.
    fn new() -> MarkPlaces {
        let mut places = MarkPlaces { bytes: [false; 256], blocks: [false; 1024] };
        let tables = root().tables();
        let marks = (0..0x1_0000).filter(|&c| tables.is_mark(c)).filter_map(char::from_u32);
        for c in marks {
            let first = c.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or(0);
            places.bytes.get_mut(usize::from(first)).into_iter().for_each(|slot| *slot = true);
            places.blocks.get_mut(c as usize / BLOCK).into_iter().for_each(|slot| *slot = true);
        }
        // Other planes are not told apart.
        places.bytes.iter_mut().skip(0xF0).for_each(|slot| *slot = true);
        places.blocks.iter_mut().skip(0xD800 / BLOCK).take(0x800 / BLOCK).for_each(|slot| *slot = true);
        places
    }
}

/// Whether a character stands there that has an item and is no mark.
#[inline]
fn is_starter<U: CodeUnit>(items: &Items, text: &[U], at: usize) -> bool {
    wide_at(text, at)
        .and_then(|c| items.in_page(c))
        .is_some_and(|item| item & (MARK | OTHER) == 0 || item & (SWAP | PROLONGED) != 0)
}
