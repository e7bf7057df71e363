//! The plain sets of `[suppressContractions [..]]` and `[optimize [..]]`: characters, ranges, nested sets, complement,
//! `\` and `\uXXXX`. (Properties and set algebra belong to the UnicodeSet parser, which can take this one's place.)

/// The ranges of a set, sorted and apart.
pub(crate) fn parse(pattern: &str) -> Result<Vec<(u32, u32)>, String> {
    let chars: Vec<char> = pattern.chars().collect();
    let mut at = 0;
    let mut set = Vec::new();
    let mut open: Vec<(bool, Vec<(u32, u32)>)> = Vec::new();
    let mut last: Option<u32> = None;
    while let Some(&c) = chars.get(at) {
        at += 1;
        match c {
            '[' => {
                if chars.get(at) == Some(&':') {
                    return Err("properties are not offered here".to_owned());
                }
                let inverted = chars.get(at) == Some(&'^');
                at += usize::from(inverted);
                open.push((inverted, std::mem::take(&mut set)));
                last = None;
            }
            ']' => {
                let Some((inverted, outer)) = open.pop() else { return Err("] without [".to_owned()) };
                let own = if inverted { complement(&joined(set)) } else { set };
                set = outer;
                set.extend(own);
                last = None;
            }
            '-' if last.is_some() && chars.get(at).is_some_and(|&c| c != ']') => {
                let first = last.take().unwrap_or(0);
                let end = member(&chars, &mut at)?;
                if end <= first {
                    return Err("the end of a range comes before its start".to_owned());
                }
                set.push((first, end));
            }
            c if crate::unicode::rule_text::is_pattern_white_space(c) => {}
            '{' | '&' | '$' => return Err(format!("'{c}' is not offered here")),
            _ => {
                at -= 1;
                let c = member(&chars, &mut at)?;
                set.push((c, c));
                last = Some(c);
            }
        }
    }
    if !open.is_empty() {
        return Err("a set without its end".to_owned());
    }
    Ok(joined(set))
}

fn member(chars: &[char], at: &mut usize) -> Result<u32, String> {
    while chars.get(*at).is_some_and(|&c| crate::unicode::rule_text::is_pattern_white_space(c)) {
        *at += 1;
    }
    let mut take = || {
        let c = chars.get(*at).copied();
        *at += 1;
        c.ok_or_else(|| "the set ends early".to_owned())
    };
    let c = take()?;
    if c != '\\' {
        return Ok(u32::from(c));
    }
    let digits = match take()? {
        'u' => 4,
        'U' => 8,
        'x' => 2,
        'p' | 'P' | 'N' => return Err("properties are not offered here".to_owned()),
        c => return Ok(u32::from(c)),
    };
    let mut value = 0u32;
    for _ in 0..digits {
        let digit = take()?.to_digit(16).ok_or_else(|| "a hexadecimal digit is missing".to_owned())?;
        value = value.wrapping_mul(16) + digit;
    }
    if value < 0x11_0000 { Ok(value) } else { Err("no code point".to_owned()) }
}

fn joined(mut set: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    set.sort_unstable();
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (first, end) in set {
        match out.last_mut() {
            Some(last) if first <= last.1.saturating_add(1) => last.1 = last.1.max(end),
            _ => out.push((first, end)),
        }
    }
    out
}

fn complement(set: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut next = 0;
    let mut out = Vec::new();
    for &(first, end) in set {
        if first > next {
            out.push((next, first - 1));
        }
        next = end + 1;
    }
    if next < 0x11_0000 {
        out.push((next, 0x10_FFFF));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_ranges() {
        assert_eq!(parse("[a-c e \\u0041]").unwrap(), [(0x41, 0x41), (0x61, 0x63), (0x65, 0x65)]);
        assert_eq!(parse("[^\\u0000-\\U0010FFFE]").unwrap(), [(0x10_FFFF, 0x10_FFFF)]);
        assert!(parse("[z-a]").is_err() && parse("[[a]").is_err() && parse("[\\p{L}]").is_err());
    }
}
