//! Deflate streams (RFC 1951) as short as possible: slow, but written once.

use std::io;

/// The stream of some bytes.
pub fn deflate(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut stream = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, bytes, &mut stream)?;
    Ok(stream)
}
