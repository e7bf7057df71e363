//! The committed property table: names, values and the code points of each value.
//!
//! Layout after the text header and its zero byte, all numbers little-endian:
//!
//! * six `u32` counts: property names, properties, values, all names, bytes of name text, bytes of sets;
//! * per value a `u32`: the offset of its set;
//! * per property five `u16`: first value, number of values, first name of a value, number of these names, kind;
//! * per name six bytes: 24 bits offset and 8 bits length of its text, `u16` id of its property or value. First the
//!   names of properties, then those of each property's values, each group sorted by text;
//! * the text of the names in loose form (lower case, without spaces, hyphens, underscores);
//! * the sets: number of ranges, then for each the gap before it and its length, then the number of strings, for each
//!   its length in bytes and its UTF-8. Numbers are seven bits a byte, least significant first.

use super::UnicodeSet;
use crate::lazy::Lazy;
use crate::unicode::data_file::{self, read_leb128};
use crate::unicode::packed_data::{PackedData, packed_file};

/// The kind of a property's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PropertyKind {
    /// Yes or no.
    Binary,
    /// One named value per code point.
    Enumerated,
    /// Canonical combining classes, whose values also have numbers.
    CombiningClass,
    /// Groups of general categories.
    CategoryMask,
    /// Script extensions, whose values overlap.
    ScriptExtensions,
    /// Versions; each includes the earlier ones.
    Age,
    /// Numeric values.
    Numeric,
    /// Yes or no, for code points and strings.
    Strings,
}

/// One property.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property {
    /// The kind of the values.
    pub(super) kind: PropertyKind,
    first_value: usize,
    first_name: usize,
    names: usize,
}

struct PropertyTable {
    bytes: &'static [u8],
    property_names: usize,
    values: usize,
    properties: usize,
    names: usize,
    strings: usize,
    sets: usize,
}

static PROPERTIES: PackedData = PackedData::new(packed_file!("properties.bin"));

static TABLE: Lazy<PropertyTable> = Lazy::new(|| PropertyTable::open(PROPERTIES.bytes()));

/// The property with this loose name.
pub(super) fn property(loose_name: &str) -> Option<Property> {
    let id = TABLE.find_name(0, TABLE.property_names, loose_name)?;
    let field = |index: usize| TABLE.u16(TABLE.properties + id * 10 + index * 2);
    let kind = match field(4)? {
        0 => PropertyKind::Binary,
        1 => PropertyKind::Enumerated,
        2 => PropertyKind::CombiningClass,
        3 => PropertyKind::CategoryMask,
        4 => PropertyKind::ScriptExtensions,
        5 => PropertyKind::Age,
        6 => PropertyKind::Numeric,
        _ => PropertyKind::Strings,
    };
    Some(Property { kind, first_value: field(0)?, first_name: field(2)?, names: field(3)? })
}

impl Property {
    /// The set of the value with this loose name.
    pub(super) fn named_value(&self, loose_name: &str) -> Option<UnicodeSet> {
        let value = TABLE.find_name(self.first_name, self.names, loose_name)?;
        TABLE.set(value)
    }

    /// The set of a property without named values.
    pub(super) fn only_value(&self) -> Option<UnicodeSet> {
        TABLE.set(self.first_value)
    }

    /// The union of all values whose name satisfies `fits`.
    pub(super) fn values_where(&self, fits: impl Fn(&str) -> bool) -> UnicodeSet {
        let mut found = UnicodeSet::new();
        for index in self.first_name..self.first_name + self.names {
            if let Some((name, value)) = TABLE.name(index)
                && fits(name)
                && let Some(set) = TABLE.set(value)
            {
                found.add_all(&set);
            }
        }
        found
    }
}

impl PropertyTable {
    fn open(file: &'static [u8]) -> PropertyTable {
        let bytes = data_file::data(file);
        let mut table =
            PropertyTable { bytes, property_names: 0, values: 24, properties: 0, names: 0, strings: 0, sets: 0 };
        let count = |index: usize| table.u32(index * 4).unwrap_or(0);
        let (property_names, properties, values, names, strings) = (count(0), count(1), count(2), count(3), count(4));
        table.property_names = property_names;
        table.properties = table.values + values * 4;
        table.names = table.properties + properties * 10;
        table.strings = table.names + names * 6;
        table.sets = table.strings + strings;
        table
    }

    fn u16(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at + 2)?.try_into().ok()?;
        Some(u16::from_le_bytes(bytes).into())
    }

    fn u32(&self, at: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    }

    fn name(&self, index: usize) -> Option<(&'static str, usize)> {
        let packed = self.u32(self.names + index * 6)?;
        let start = self.strings + (packed & 0xFF_FFFF);
        let text = std::str::from_utf8(self.bytes.get(start..start + (packed >> 24))?).ok()?;
        Some((text, self.u16(self.names + index * 6 + 4)?))
    }

    fn find_name(&self, first: usize, count: usize, wanted: &str) -> Option<usize> {
        let (mut low, mut high) = (first, first + count);
        while low < high {
            let middle = low + (high - low) / 2;
            let (name, id) = self.name(middle)?;
            match name.cmp(wanted) {
                std::cmp::Ordering::Equal => return Some(id),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn set(&self, value: usize) -> Option<UnicodeSet> {
        let mut rest = self.bytes.get(self.sets + self.u32(self.values + value * 4)?..)?;
        let ranges = read_leb128(&mut rest)?;
        let mut inversions = Vec::with_capacity(ranges as usize * 2);
        let mut last = 0;
        for _ in 0..ranges * 2 {
            last += read_leb128(&mut rest)?;
            inversions.push(last);
        }
        let mut set = UnicodeSet::from_inversions(inversions);
        for _ in 0..read_leb128(&mut rest)? {
            let length = read_leb128(&mut rest)? as usize;
            let (string, after) = rest.split_at_checked(length)?;
            set.add_string(std::str::from_utf8(string).ok()?);
            rest = after;
        }
        Some(set)
    }
}
