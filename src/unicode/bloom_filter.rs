//! A Bloom filter with one hash function: rejects most keys that are not in a set, in little memory and without a
//! branch.

/// One bit per hash of a set, at its low bits.
#[derive(Clone, Debug)]
pub struct BloomFilter {
    /// The bits; the number of words is a power of two.
    words: Vec<u64>,
}

impl BloomFilter {
    /// Creates a filter with 32 to 63 bits per hash, or as many as 32 KiB have.
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

    /// The bits: the lowest six bits of a hash select the bit of a word; the bits above them, modulo the number of
    /// words, select the word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    fn index(&self, hash: u64) -> usize {
        (hash >> 6) as usize & (self.words.len() - 1)
    }

    /// Returns 1 if the hash may be in the set, and 0 if it is not.
    #[inline(always)]
    pub fn has(&self, hash: u64) -> u64 {
        self.words.get(self.index(hash)).map_or(0, |word| word >> (hash & 63) & 1)
    }
}
