//! Membership tests in constant time: a bit set of all code points, in blocks of 256, with equal blocks stored once.

use super::UnicodeSet;

const BLOCK: usize = 256;

/// A set compiled for many membership tests.
#[derive(Clone, Debug)]
pub struct Matcher {
    ascii: u128,
    /// For every 256 code points, the index of their block.
    index: Vec<u16>,
    blocks: Vec<[u64; BLOCK / 64]>,
}

impl Matcher {
    pub(super) fn new(set: &UnicodeSet) -> Matcher {
        let mut matcher = Matcher { ascii: 0, index: Vec::with_capacity(0x1100), blocks: Vec::new() };
        let mut known = std::collections::HashMap::new();
        let mut ranges = set.ranges().peekable();
        for block in 0..0x1100u32 {
            let (start, end) = (block * BLOCK as u32, (block + 1) * BLOCK as u32 - 1);
            let mut bits = [0u64; BLOCK / 64];
            while let Some(&(first, last)) = ranges.peek() {
                if first > end {
                    break;
                }
                for c in first.max(start)..=last.min(end) {
                    let at = (c - start) as usize;
                    if let Some(word) = bits.get_mut(at / 64) {
                        *word |= 1 << (at % 64);
                    }
                }
                if last > end {
                    break;
                }
                ranges.next();
            }
            let blocks = &mut matcher.blocks;
            let number = *known.entry(bits).or_insert_with(|| {
                blocks.push(bits);
                blocks.len() as u16 - 1
            });
            matcher.index.push(number);
        }
        matcher.ascii = (0..128).filter(|&c| set.contains(c)).fold(0, |bits, c| bits | 1 << c);
        matcher
    }

    /// Whether the code point is a member.
    #[inline]
    pub fn contains(&self, c: char) -> bool {
        let c = u32::from(c) as usize;
        if c < 128 {
            return self.ascii >> c & 1 == 1;
        }
        let block = self.index.get(c / BLOCK).and_then(|&number| self.blocks.get(usize::from(number)));
        block.and_then(|block| block.get(c % BLOCK / 64)).is_some_and(|word| word >> (c % 64) & 1 == 1)
    }
}
