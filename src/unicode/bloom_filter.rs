//! A Bloom filter with one hash function: most lookups of what is not in a set end here, in little memory and without a branch.

/// A bit for each hash of a set.
#[derive(Clone, Debug)]
pub struct BloomFilter {
    /// A power of two of them.
    words: Vec<u64>,
}

impl BloomFilter {
    /// A filter of about thirty bits for each hash, at most 32 KiB.
    pub fn new(hashes: impl Iterator<Item = u64> + Clone) -> BloomFilter {
        let words = (hashes.clone().count() / 2).next_power_of_two().clamp(4, 1 << 12);
        let mut bits = BloomFilter { words: vec![0; words] };
        for hash in hashes {
            let index = bits.index(hash);
            if let Some(word) = bits.words.get_mut(index) {
                *word |= 1 << (hash & 63);
            }
        }
        bits
    }

    /// The bits: the lowest six bits of a hash select the bit of a word, those above the word, modulo the number of words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    fn index(&self, hash: u64) -> usize {
        (hash >> 6) as usize & (self.words.len() - 1)
    }

    /// 1 if it may be one of the hashes, else 0.
    #[inline(always)]
    pub fn has(&self, hash: u64) -> u64 {
        self.words.get(self.index(hash)).map_or(0, |word| word >> (hash & 63) & 1)
    }
}
