//! The identical level: the NFD text as differences of code points, few bytes each, in an order-preserving way
//! (BOCSU, UTS #10 section 9.3 points to it; UTN #6 describes the kind).

/// Least byte and number of byte values of what follows a lead byte.
const LEAST: i32 = 3;
const VALUES: i32 = 0x100 - LEAST;
/// The byte of difference 0.
const MIDDLE: i32 = 0x81;
/// Differences of one byte reach this far, either way; then two, three, and four bytes.
const REACH_1: i32 = 80;
/// Lead bytes of two- and three-byte differences, either way.
const LEADS_2: i32 = 42;
const LEADS_3: i32 = 3;
const REACH_2: i32 = LEADS_2 * VALUES + LEADS_2 - 1;
const REACH_3: i32 = LEADS_3 * VALUES * VALUES + (LEADS_3 - 1) * VALUES + VALUES - 1;

/// Appends one code point after `previous`, and remembers it there.
pub(crate) fn push(c: u32, previous: &mut i32, out: &mut Vec<u8>) {
    if c == 0xFFFE {
        out.push(2);
        *previous = 0;
        return;
    }
    // Stay in the middle of a small alphabet's block, and at the end of the Han block.
    let base = match *previous {
        0x4E00..=0x9FFF => 0x9FFF - REACH_2,
        other => (other & !0x7F) + REACH_1,
    };
    difference(c as i32 - base, out);
    *previous = c as i32;
}

fn difference(value: i32, out: &mut Vec<u8>) {
    let (lead, count) = match value {
        v if (-REACH_1..=REACH_1).contains(&v) => (MIDDLE, 0),
        v if (0..=REACH_2).contains(&v) => (MIDDLE + REACH_1 + 1, 1),
        v if (0..=REACH_3).contains(&v) => (MIDDLE + REACH_1 + 1 + LEADS_2, 2),
        v if v > 0 => (0xFF, 3),
        v if v >= -REACH_2 - 1 => (MIDDLE - REACH_1, 1),
        v if v >= -REACH_3 - 1 => (MIDDLE - REACH_1 - LEADS_2, 2),
        _ => (LEAST, 3),
    };
    let mut bytes = [0u8; 4];
    let mut rest = value;
    for slot in bytes.iter_mut().skip(1).take(count).rev() {
        *slot = (LEAST + rest.rem_euclid(VALUES)) as u8;
        rest = rest.div_euclid(VALUES);
    }
    bytes[0] = if count == 3 { lead as u8 } else { (lead + rest) as u8 };
    out.extend(bytes.iter().take(count + 1));
}
