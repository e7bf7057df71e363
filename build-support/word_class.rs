//! Generates the table of `src/analysis/word_class.rs` from `icu_properties`.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use std::fmt::Write as _;

/// The ranges of ruling H1: those of the original, and the supplementary kana blocks. Script=Han is added.
const CJ_RANGES: [(u32, u32); 12] = [
    (0x3040, 0x30FF),
    (0x3100, 0x312F),
    (0x31F0, 0x31FF),
    (0x3300, 0x337F),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF65, 0xFF9F),
    (0x1AFF0, 0x1AFFF), // Kana Extended-B
    (0x1B000, 0x1B0FF), // Kana Supplement
    (0x1B100, 0x1B12F), // Kana Extended-A
    (0x1B130, 0x1B16F), // Small Kana Extension
];

/// The table as Rust source: pages of 256 flags, with equal pages stored once.
pub fn table() -> String {
    let mut pages: Vec<Vec<u8>> = Vec::new();
    let mut page_of = Vec::new();
    for first in (0..0x11_0000u32).step_by(0x100) {
        let page: Vec<u8> = (first..first + 0x100).map(class).collect();
        let number = pages.iter().position(|known| *known == page).unwrap_or_else(|| {
            pages.push(page);
            pages.len() - 1
        });
        page_of.push(number as u8);
    }
    assert!(pages.len() <= 256, "page numbers are bytes");
    let ascii: Vec<u8> = (0..0x80).map(class).collect();
    let mut source = String::new();
    writeln!(source, "static ASCII: [u8; 128] = {ascii:?};").unwrap();
    writeln!(source, "static PAGE_OF: [u8; {}] = {page_of:?};", page_of.len()).unwrap();
    writeln!(source, "static PAGES: [[u8; 256]; {}] = {pages:?};", pages.len()).unwrap();
    source
}

fn class(code_point: u32) -> u8 {
    const LETTER: u8 = 1;
    const WORD: u8 = 1 << 1;
    const DIGIT: u8 = 1 << 2;
    const ADJUNCT: u8 = 1 << 3;
    const JOINER: u8 = 1 << 4;
    const CJ: u8 = 1 << 5;
    const MARK: u8 = 1 << 6;
    const OTHER_THAI: u8 = 1 << 7;

    let category = CodePointMapData::<GeneralCategory>::new().get32(code_point);
    let is_letter = GeneralCategoryGroup::Letter.contains(category);
    let is_mark = GeneralCategoryGroup::Mark.contains(category);
    let is_digit = category == GeneralCategory::DecimalNumber;
    let is_han = CodePointMapData::<Script>::new().get32(code_point) == Script::Han;
    let is_cj = !is_mark && (is_han || CJ_RANGES.iter().any(|(low, high)| (*low..=*high).contains(&code_point)));
    let is_thai = (0x0E00..=0x0E59).contains(&code_point);

    let mut class = 0;
    let mut flag = |holds: bool, flag: u8| class |= if holds { flag } else { 0 };
    flag(is_letter || is_mark, LETTER);
    flag(is_letter && !is_cj || is_digit || is_thai, WORD);
    flag(is_digit, DIGIT);
    flag(
        category == GeneralCategory::DashPunctuation || matches!(code_point, 0x26 | 0x27 | 0x2B | 0x40 | 0x5F),
        ADJUNCT,
    );
    flag(matches!(code_point, 0x2C..=0x2F | 0x5F | 0x2200..=0x22FF), JOINER);
    flag(is_cj, CJ);
    flag(is_mark, MARK);
    flag(is_thai && !is_letter && !is_digit && !is_mark, OTHER_THAI);
    class
}
