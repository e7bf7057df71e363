//! JSON written straight into a buffer: nothing is allocated per token.

use unic_analysis::analysis::Token;

/// A token as the engine's plain `_analyze` response shows it: `positionLength` only when it is not 1.
#[inline]
pub fn push_token(out: &mut Vec<u8>, token: &Token<'_, u8>) {
    // One growth check for everything but the term.
    out.reserve(160 + token.term.len());
    out.extend_from_slice(b"{\"token\":\"");
    push_escaped(out, token.term);
    out.extend_from_slice(b"\",\"start_offset\":");
    push_number(out, token.start);
    out.extend_from_slice(b",\"end_offset\":");
    push_number(out, token.end);
    out.extend_from_slice(b",\"type\":\"");
    out.extend_from_slice(token.token_type.name().as_bytes());
    out.extend_from_slice(b"\",\"position\":");
    push_number(out, token.position);
    if token.position_length != 1 {
        out.extend_from_slice(b",\"positionLength\":");
        push_number(out, token.position_length);
    }
    out.push(b'}');
}

/// The contents of a JSON string (RFC 8259, section 7). The text is UTF-8: the pipeline sees to it.
#[inline]
fn push_escaped(out: &mut Vec<u8>, text: &[u8]) {
    if text.iter().all(|byte| is_plain(*byte)) {
        out.extend_from_slice(text);
    } else {
        push_with_escapes(out, text);
    }
}

#[inline]
fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

#[cold]
fn push_with_escapes(out: &mut Vec<u8>, text: &[u8]) {
    for byte in text {
        match byte {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            control if *control < 0x20 => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
            byte => out.push(*byte),
        }
    }
}

/// A number in decimal.
#[inline]
fn push_number(out: &mut Vec<u8>, mut number: u32) {
    let mut digits = [0; 10];
    let mut start = digits.len();
    for place in digits.iter_mut().rev() {
        *place = b'0' + (number % 10) as u8;
        number /= 10;
        start -= 1;
        if number == 0 {
            break;
        }
    }
    out.extend_from_slice(digits.get(start..).unwrap_or(&[]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_decimal() {
        for number in [0, 7, 10, 99, 100, 12345, u32::MAX] {
            let mut out = Vec::new();
            push_number(&mut out, number);
            assert_eq!(out, number.to_string().as_bytes());
        }
    }

    #[test]
    fn strings_read_back_as_they_were() {
        let all: String = (0..0x300).filter_map(char::from_u32).chain("\u{2028}😀\u{10FFFF}".chars()).collect();
        for text in [all.as_str(), "plain", ""] {
            let mut out = vec![b'"'];
            push_escaped(&mut out, text.as_bytes());
            out.push(b'"');
            assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
        }
    }
}
