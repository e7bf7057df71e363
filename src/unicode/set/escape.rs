//! Escapes of characters in patterns and rules (UTS #61; ICU: `unescape`).

/// Parses the text after a backslash; returns the code point and the length in bytes. `\uhhhh`, `\Uhhhhhhhh`, `\xh`,
/// `\xhh`, `\x{h...}`, up to three octal digits, `\cX`, the seven letters of C, or the character itself.
pub(crate) fn unescape(text: &str) -> Option<(u32, usize)> {
    let c = text.chars().next()?;
    let after = text.get(c.len_utf8()..)?;
    let fixed = |digits: usize| {
        let value = u32::from_str_radix(after.get(..digits).filter(|hex| is_hex(hex))?, 16).ok()?;
        (value < 0x11_0000).then_some((value, 1 + digits))
    };
    match c {
        'u' => fixed(4),
        'U' => fixed(8),
        'x' => match after.strip_prefix('{') {
            Some(inner) => {
                let hex = inner.get(..inner.find('}')?).filter(|hex| is_hex(hex) && hex.len() <= 7)?;
                let value = u32::from_str_radix(hex, 16).ok().filter(|&value| value < 0x11_0000)?;
                Some((value, 1 + 1 + hex.len() + 1))
            }
            None => {
                let digits = after.bytes().take(2).take_while(u8::is_ascii_hexdigit).count();
                fixed(digits.max(1))
            }
        },
        '0'..='7' => {
            let digits = text.bytes().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
            Some((u32::from_str_radix(text.get(..digits)?, 8).ok()?, digits))
        }
        'c' => match after.chars().next() {
            Some(control) => Some((u32::from(control) & 0x1F, 1 + control.len_utf8())),
            None => Some(('c'.into(), 1)),
        },
        'a' => Some((7, 1)),
        'b' => Some((8, 1)),
        'e' => Some((0x1B, 1)),
        'f' => Some((0xC, 1)),
        'n' => Some((0xA, 1)),
        'r' => Some((0xD, 1)),
        't' => Some((9, 1)),
        'v' => Some((0xB, 1)),
        _ => Some((c.into(), c.len_utf8())),
    }
}

fn is_hex(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
