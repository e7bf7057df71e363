//! Compressed data tables, which are decompressed at their first use (`build-support/pack.rs` compresses them).

use super::file_pages;
use crate::lazy;
use miniz_oxide::inflate::decompress_slice_iter_to_slice;
use std::sync::OnceLock;

/// A compressed file. It is decompressed once per process; other threads that need it wait.
pub(crate) struct PackedData {
    packed: &'static [u8],
    unpacked: OnceLock<Vec<u8>>,
}

impl PackedData {
    /// Declares a file with these compressed bytes.
    pub(crate) const fn new(packed: &'static [u8]) -> PackedData {
        PackedData { packed, unpacked: OnceLock::new() }
    }

    /// The bytes of the original file.
    pub(crate) fn bytes(&'static self) -> &'static [u8] {
        get_or_unpack(&self.unpacked, self.packed, |unpacked| unpacked).as_slice()
    }
}

/// The value in a static slot, which is read from a decompressed file at the first use. The process does not decompress
/// the file again, so its pages are released.
#[inline]
pub(crate) fn get_or_unpack<'s, T>(
    slot: &'s OnceLock<T>,
    packed: &'static [u8],
    read: impl FnOnce(Vec<u8>) -> T,
) -> &'s T {
    match slot.get() {
        Some(value) => value,
        None => unpack_to(slot, packed, read),
    }
}

#[cold]
fn unpack_to<'s, T>(slot: &'s OnceLock<T>, packed: &'static [u8], read: impl FnOnce(Vec<u8>) -> T) -> &'s T {
    let value = lazy::get_or_make(slot, || read(unpack(packed)));
    // Not before: after a call that memory runs out in, the file is read again.
    file_pages::release(packed);
    value
}

/// Decompresses a file; the result is empty if the file is damaged.
pub(crate) fn unpack(packed: &[u8]) -> Vec<u8> {
    let unpacked = inflate(packed).unwrap_or_default();
    debug_assert!(!unpacked.is_empty(), "a damaged packed file");
    unpacked
}

/// Variant of [`unpack`] for a table of 32-bit numbers, which are stored as byte planes.
pub(crate) fn unpack_numbers(packed: &[u8]) -> Vec<u8> {
    from_planes(&unpack(packed))
}

/// The contents of a file in a bundle: files that are compressed as one, each as length of its name, name, length,
/// contents.
pub(crate) fn in_bundle(bundle: &[u8], wanted: &str) -> Option<Vec<u8>> {
    let bundle = unpack(bundle);
    let mut rest = bundle.as_slice();
    loop {
        let (&length, after) = rest.split_first()?;
        let (name, after) = after.split_at_checked(length.into())?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (contents, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        if name == wanted.as_bytes() {
            return Some(contents.to_vec());
        }
        rest = after;
    }
}

fn inflate(packed: &[u8]) -> Option<Vec<u8>> {
    let (length, stream) = packed.split_first_chunk::<4>()?;
    inflate_to(stream, u32::from_le_bytes(*length) as usize)
}

/// Decompresses a deflate stream of a known full length, into memory that does not grow; `None` if it is longer or
/// damaged.
pub(crate) fn inflate_to(stream: &[u8], length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let written = decompress_slice_iter_to_slice(&mut bytes, std::iter::once(stream), false, true).ok()?;
    bytes.truncate(written);
    Some(bytes)
}

/// Restores numbers from their byte planes; bytes after the last whole number are at the end of both.
fn from_planes(planes: &[u8]) -> Vec<u8> {
    let count = planes.len() / 4;
    let (numbers, rest) = planes.split_at_checked(count * 4).unwrap_or((planes, &[]));
    let mut bytes = vec![0; numbers.len()];
    if count > 0 {
        for (plane, values) in numbers.chunks_exact(count).enumerate() {
            for (byte, value) in bytes.iter_mut().skip(plane).step_by(4).zip(values) {
                *byte = *value;
            }
        }
    }
    bytes.extend_from_slice(rest);
    bytes
}

/// Declares the compressed form of a file of `data/`.
macro_rules! packed_file {
    ($($name:literal),+) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/packed/", $($name),+))
    };
}
pub(crate) use packed_file;

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    fn committed(file: &str) -> Vec<u8> {
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(file)).unwrap()
    }

    #[test]
    fn packed_files_unpack_to_the_committed_ones() {
        assert_eq!(unpack(packed_file!("cj.trie")), committed("break/dictionary/cj.trie"));
        assert_eq!(unpack(packed_file!("names.bin")), committed("unicode/names.bin"));
    }

    #[test]
    fn numbers_are_restored_from_their_planes() {
        assert_eq!(from_planes(&[1, 5, 2, 6, 3, 7, 4, 8, 9]), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(from_planes(&[1, 2]), [1, 2]);
    }
}
