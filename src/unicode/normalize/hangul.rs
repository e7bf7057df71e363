//! Composes and decomposes Hangul by arithmetic (Unicode Standard, section 3.12), in runs that include the ASCII between words.

use super::pass::Pass;
use super::pieces::Sink;
use super::table::hangul_jamo;
use crate::unicode::text::{CodeUnit, three_bytes};

/// The Hangul syllable at an offset, and its length in units.
#[inline]
fn syllable<U: CodeUnit>(text: &[U], at: usize) -> Option<(char, usize)> {
    let (code, length) = if U::MAX_UNITS == 2 {
        (text.get(at).map(|&unit| unit.into())?, 1)
    } else {
        (three_bytes(text.get(at..)?.first_chunk::<3>()?.map(Into::into))?, 3)
    };
    char::from_u32(code).filter(|c| ('\u{AC00}'..='\u{D7A3}').contains(c)).map(|c| (c, length))
}

/// A code point that may be a jamo, and its length in units.
#[inline]
fn jamo<U: CodeUnit>(text: &[U], at: usize) -> Option<(u32, usize)> {
    if U::MAX_UNITS == 2 {
        return text.get(at).map(|&unit| (unit.into(), 1));
    }
    let [one, two, three]: [u32; 3] = text.get(at..)?.first_chunk::<3>()?.map(Into::into);
    // Jamo are E1 84 80 to E1 87 BF.
    let is_jamo = (one == 0xE1) & (two & 0xFC == 0x84) & (three & 0xC0 == 0x80);
    Some(if is_jamo { (0x1000 | (two & 0x3F) << 6 | three & 0x3F, 3) } else { (0, 1) })
}

impl<'p, U: CodeUnit, S: Sink<U>> Pass<'p, U, S> {
    /// Decomposes a run of Hangul syllables, including the ASCII between words.
    pub fn expand_hangul(&mut self, start: usize) -> usize {
        let text = self.text;
        let mut at = start;
        let mut found = syllable(text, at);
        while let Some((c, length)) = found {
            let end = at + length;
            let next = text.get(end).copied().unwrap_or_default();
            let following = syllable(text, end);
            let is_closed = following.is_some() || self.is_plain_ascii(next);
            if !is_closed && !self.boundary_at(end) {
                return self.normalize_span(at);
            }
            let (jamo, count) = hangul_jamo(c);
            at = self.replace(at, end, |out| out.put_jamo(jamo, count));
            // ASCII between two words.
            if self.is_plain_ascii(next) && at < text.len() && syllable(text, at + 1).is_some() {
                self.out.put_unit(next);
                at += 1;
                found = syllable(text, at);
            } else {
                // Decoding three bytes again is slower than the dependency on the decoded value.
                found = if U::MAX_UNITS == 2 { syllable(text, at) } else { following };
            }
        }
        at
    }

    /// Composes a run of syllables in jamo (decomposed Korean text), including the ASCII between words, so that the end of a word costs
    /// no restart. Returns `at` if there is no syllable.
    pub fn compose_jamo(&mut self, mut at: usize) -> usize {
        // Jamo may have user mappings.
        if self.rules.pre_mappings.is_some() {
            return at;
        }
        let text = self.text;
        // The ASCII since the last syllable.
        let mut between = 0;
        while let Some((lead, one)) = jamo(text, at) {
            let (vowel, two) = jamo(text, at + one).unwrap_or((0, 0));
            if (lead.wrapping_sub(0x1100) >= 19) | (vowel.wrapping_sub(0x1161) >= 21) {
                let unit = text.get(at).copied().unwrap_or_default();
                if between == 4 || !self.is_plain_ascii(unit) {
                    break;
                }
                between += 1;
                self.out.put_unit(unit);
                at += 1;
                continue;
            }
            let (last, three) = jamo(text, at + one + two).unwrap_or((0, 0));
            // Branchless: whether there is a final consonant is unpredictable.
            let last = last.wrapping_sub(0x11A7);
            let has_last = u32::from(last.wrapping_sub(1) < 27);
            let syllable = 0xAC00 + ((lead - 0x1100) * 21 + vowel - 0x1161) * 28 + has_last * last.min(27);
            let end = at + one + two + has_last as usize * three;
            // The next code point may have no boundary before it.
            let follows_lead = jamo(text, end).is_some_and(|(next, _)| next.wrapping_sub(0x1100) < 19);
            let is_closed = follows_lead || text.get(end).is_some_and(|unit| self.is_plain_ascii(*unit));
            if !is_closed && !self.boundary_at(end) {
                break;
            }
            at = self.replace(at, end, |out| out.put_bmp(syllable));
            self.committed = at;
            between = 0;
        }
        at
    }

    /// Whether a unit is an ASCII character that is copied.
    #[inline]
    fn is_plain_ascii(&self, unit: U) -> bool {
        let code: u32 = unit.into();
        code < 0x80 && char::from_u32(code).is_some_and(|c| self.rules.scan.is_inert_starter(c))
    }
}
