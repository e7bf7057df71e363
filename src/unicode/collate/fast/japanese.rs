//! Kana and ideographs in any order: one loop without a branch on which of the two comes and on its weights, as nothing
//! foretells them.

use super::super::ce::{self, COMPRESSION_HIGH, COMPRESSION_LOW};
use super::super::table::{COMMON_IDEOGRAPHS as COMMON, Word};
use super::decode::{Wide, wide_before, wide_length};
use super::item::{BYTES, COMPRESSED, IS_DIGIT, Item, LOWER, MARK, MAY_SHIFT, OTHER, USUAL, WIDE};
use super::items::{Items, PAGE, PROLONGED_SIGN};
use super::lower::LowerWeights;
use super::marks::MarkPlaces;
use super::writer::{end_run, put};
use crate::unicode::text::CodeUnit;

/// The page of kana.
pub(super) const KANA_PAGE: u32 = 0x30;

/// Characters that are looked up before they are written.
const AT_ONCE: usize = 16;

/// No primary: the lowest byte of these is 0.
const NOT_PLAIN: u32 = 1;

/// Kana as they are written under one lead byte, which is left out when it repeats.
#[derive(Clone, Debug)]
pub(super) struct Kana {
    lead: u8,
    /// What ends a run of them before an ideograph.
    end: u8,
    /// By the lower byte of a code point: entries as if they were ideographs' (see [`Japanese::moves`]).
    entries: [Word; PAGE],
    /// By the lower byte: the lower weights of kana, as in an item, and those of ideographs.
    lower: [[u32; PAGE]; 2],
}

/// Whether it may be one of those that are written here.
#[inline(always)]
pub(super) fn is_japanese(c: u32) -> bool {
    c >> 8 == KANA_PAGE || COMMON.contains(&c)
}

/// The primary of an item and its lower weights, where that is one of two bytes under a lead byte that is left out when it repeats,
/// and its secondary is the common one at least.
fn plain(item: Item, lead: u8) -> Option<(u32, u32)> {
    const FLAGS: Item = OTHER | MARK | MAY_SHIFT | IS_DIGIT | WIDE | COMPRESSED | BYTES | 0xFF00_0000;
    let is_plain = item & FLAGS == COMPRESSED | 2 | 0x0500_0000 && (item >> 56) as u8 == lead;
    is_plain.then_some(((item >> 32) as u32 & 0xFFFF_0000, (item & LOWER) as u32))
}

impl Kana {
    /// Of their items, the lead bytes of ideographs in common use, and what makes primaries of the entries of these.
    pub(super) fn new(items: &[Item; PAGE], (least, greatest): (u8, u8), moves: u32) -> Option<Box<Kana>> {
        let [lead, ..] = items.get('あ' as usize & 0xFF)?.to_be_bytes();
        let end = match lead {
            _ if lead < least => COMPRESSION_HIGH,
            _ if lead > greatest => COMPRESSION_LOW,
            _ => return None,
        };
        let found = items.map(|item| plain(item, lead));
        Some(Box::new(Kana {
            lead,
            end,
            entries: found.map(|kana| kana.map_or(NOT_PLAIN, |(primary, _)| primary).wrapping_sub(moves).to_le_bytes()),
            lower: [found.map(|kana| kana.map_or(0, |(_, lower)| lower)), [USUAL as u32; PAGE]],
        }))
    }
}

/// How far a key is: in the text, and on the first level.
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) written: usize,
    /// The lead byte that is left out when it repeats; 0 for none.
    pub(super) run_lead: u32,
}

/// What is needed of a collator.
pub(super) struct Japanese<'a> {
    items: &'a Items,
    kana: &'a Kana,
    /// The entries of kana and of the ideographs in common use, and where they begin. Which of them counts is told by an index:
    /// the compiler would make a branch of anything else.
    entries: [(u32, &'a [Word]); 2],
    /// What makes an entry of a plain character a primary, when it is added.
    moves: u32,
    /// The bits of an item that count on the lower levels.
    lower_mask: Item,
}

impl<'a> Japanese<'a> {
    #[inline(always)]
    pub(super) fn new(items: &'a Items, kana: &'a Kana, common: &'a [Word], moves: u32, lower_mask: Item) -> Self {
        Japanese { items, kana, entries: [(KANA_PAGE << 8, &kana.entries), (COMMON.start, common)], moves, lower_mask }
    }

    /// Writes kana and ideographs as long as they mean the same wherever they stand and there is room for their weights.
    #[inline(always)]
    pub(super) fn write<U: CodeUnit>(
        &self,
        text: &[U],
        stop: usize,
        place: &mut Place,
        lower: &mut LowerWeights,
        out: &mut [u8],
    ) {
        loop {
            let most = AT_ONCE.min(lower.room()).min((stop - place.at).div_ceil(wide_length::<U>()));
            let mut found = [(0, 0); AT_ONCE];
            let mut count = self.read(text, place.at, found.get_mut(..most).unwrap_or(&mut []));
            let end = place.at + count * wide_length::<U>();
            // What a mark may change is not written here.
            count -= usize::from(count > 0 && MarkPlaces::get().hold(self.items, text, end));
            self.put(found.get(..count).unwrap_or(&[]), place, lower, out);
            place.at += count * wide_length::<U>();
            if count < AT_ONCE || place.at >= stop {
                break;
            }
        }
    }

    /// Reads primaries and lower weights as long as no further look is needed; how many.
    #[inline(always)]
    fn read<U: CodeUnit>(&self, text: &[U], start: usize, found: &mut [(u32, u32)]) -> usize {
        let mut count = 0;
        for (c, slot) in Wide(text.get(start..).unwrap_or(&[])).zip(found) {
            let is_other = usize::from(c >> 8 != KANA_PAGE);
            let Some((first, entries)) = self.entries.get(is_other) else { break };
            let Some(entry) = entries.get(c.wrapping_sub(*first) as usize) else { break };
            let mut primary = u32::from_le_bytes(*entry).wrapping_add(self.moves);
            let weights = self.kana.lower.as_flattened().get(is_other << 8 | c as usize & 0xFF);
            let mut lower = weights.copied().unwrap_or(0);
            if primary & 0xFF != 0 {
                if c != PROLONGED_SIGN {
                    break;
                }
                let item = self.items.prolonged(wide_before(text, start + count * wide_length::<U>()));
                let Some(found) = plain(item, self.kana.lead) else { break };
                (primary, lower) = found;
            }
            *slot = (primary, lower);
            count += 1;
        }
        count
    }

    /// Writes the primaries, and keeps the lower weights.
    #[inline(always)]
    fn put(&self, found: &[(u32, u32)], place: &mut Place, lower: &mut LowerWeights, out: &mut [u8]) {
        let Some((first, _)) = found.first() else { return };
        let kana_lead = u32::from(self.kana.lead);
        if place.run_lead != 0 && place.run_lead != kana_lead {
            end_run(out, &mut place.written, place.run_lead, first >> 24);
            place.run_lead = 0;
        }
        let mut written = place.written;
        // All bits set after kana.
        let mut after_kana = u32::from(place.run_lead != 0).wrapping_neg();
        let end = u64::from(self.kana.end) << 56;
        for (primary, _) in found {
            let is_kana = u32::from(primary >> 24 == kana_lead);
            // Of the end of a run, the lead byte and the others, one is left out, or both, or none before an ideograph.
            let skipped = 1_u32.wrapping_add((2 * is_kana).wrapping_sub(1) & after_kana);
            let bytes = (u64::from(*primary) << 24 | end) << (8 * (skipped & 3));
            put(out, written, bytes.to_be_bytes());
            written += ce::primary_length(*primary) + 1 - skipped as usize;
            after_kana = is_kana.wrapping_neg();
        }
        lower.add_unforeseen(found.iter().map(|(_, lower)| u64::from(*lower)), self.lower_mask);
        place.written = written;
        place.run_lead = kana_lead & after_kana;
    }
}
