//! Composition of conjoining jamo in a block of UTF-16 (Unicode Standard, section 3.12).
//!
//! ```text
//! units   L V T ' ' L V      each unit as if a syllable started there
//! lanes   S … … ' ' S …      without a branch on its length; the caller removes the other jamo of the syllables
//! ```

use super::block::{BLOCK, bits_from};
#[cfg(any(target_arch = "x86_64", neon))]
use super::{block::WINDOW, vectors::Vectors};
#[cfg(any(target_arch = "x86_64", neon))]
use crate::unicode::hangul::{L_BASE, L_COUNT, N_COUNT, S_BASE, T_BASE, T_COUNT, V_BASE, V_COUNT};
#[cfg(any(target_arch = "x86_64", neon))]
use crate::unicode::text::CodeUnit;

/// The syllables of a block that consist of jamo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JamoMasks {
    /// Their first units.
    pub syllables: u64,
    /// The first units of LVT syllables, which have a trailing consonant: three units. LV syllables have two.
    pub lvt: u64,
}

impl JamoMasks {
    /// The masks of the syllables that start before an index.
    pub fn before(self, end: usize) -> JamoMasks {
        let mask = !bits_from(end);
        JamoMasks { syllables: self.syllables & mask, lvt: self.lvt & mask }
    }

    /// The end of the last syllable; 0 if there is none.
    pub fn end(self) -> usize {
        BLOCK - (self.syllables | self.removed()).leading_zeros() as usize
    }

    /// The units that a composition removes: all but the first one of each syllable.
    pub fn removed(self) -> u64 {
        self.syllables << 1 | self.lvt << 2
    }
}

/// See `super::compose_jamo`.
///
/// The loop has no branch and no early exit, so that the compiler makes vector instructions of it.
#[cfg(any(target_arch = "x86_64", neon))]
#[inline(always)]
pub(super) fn compose_jamo<V: Vectors, U: CodeUnit, const N: usize>(
    v: V,
    window: &[U; WINDOW],
    units: &mut [U; N],
) -> JamoMasks {
    let (mut are_syllables, mut are_lvt) = ([0_u16; BLOCK], [0_u16; BLOCK]);
    let lanes = units.iter_mut().zip(&mut are_syllables).zip(&mut are_lvt);
    for (((unit, is_syllable), is_lvt), jamo) in lanes.take(BLOCK).zip(window.windows(3)) {
        let &[first, second, third] = jamo else { break };
        let [first, second, third] = [first, second, third].map(|unit| Into::<u32>::into(unit) as u16);
        let leading = first.wrapping_sub(L_BASE as u16);
        let vowel = second.wrapping_sub(V_BASE as u16);
        let trailing = third.wrapping_sub(T_BASE as u16);
        let has_lv = (leading < L_COUNT as u16) & (vowel < V_COUNT as u16);
        let has_lvt = has_lv & (trailing.wrapping_sub(1) < T_COUNT as u16 - 1);
        // All ones or zero.
        let (has_lv, has_lvt) = (u16::from(has_lv).wrapping_neg(), u16::from(has_lvt).wrapping_neg());
        let lv_index = (leading.wrapping_mul(N_COUNT as u16)).wrapping_add(vowel.wrapping_mul(T_COUNT as u16));
        let syllable = lv_index.wrapping_add(S_BASE as u16).wrapping_add(trailing & has_lvt);
        *unit = U::from_low_bits((syllable & has_lv | first & !has_lv).into());
        (*is_syllable, *is_lvt) = (has_lv, has_lvt);
    }
    JamoMasks { syllables: nonzero(v, &are_syllables), lvt: nonzero(v, &are_lvt) }
}

/// The mask of the units that are not zero.
#[cfg(any(target_arch = "x86_64", neon))]
#[inline(always)]
fn nonzero<V: Vectors>(v: V, units: &[u16; BLOCK]) -> u64 {
    !v.mask(v.zeros(v.load_words(units)))
}
