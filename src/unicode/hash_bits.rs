//! A bit for each hash of a set of things: most questions about what is not in the set end here, in little memory and without a
//! branch.

/// A bit for each hash.
#[derive(Clone, Debug)]
pub struct HashBits {
    /// A power of two of them.
    words: Vec<u64>,
}

impl HashBits {
    /// Bits for so many hashes: some thirty for each, at most 32 KiB.
    pub fn new(hashes: impl Iterator<Item = u64> + Clone) -> HashBits {
        let words = (hashes.clone().count() / 2).next_power_of_two().clamp(4, 1 << 12);
        let mut bits = HashBits { words: vec![0; words] };
        for hash in hashes {
            let place = bits.place(hash);
            if let Some(word) = bits.words.get_mut(place) {
                *word |= 1 << (hash & 63);
            }
        }
        bits
    }

    /// The bits: of a hash, the lowest six bits tell the bit of a word, those above them the word, as far as there are words.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline(always)]
    fn place(&self, hash: u64) -> usize {
        (hash >> 6) as usize & (self.words.len() - 1)
    }

    /// 1 if it may be one of the hashes, else 0.
    #[inline(always)]
    pub fn has(&self, hash: u64) -> u64 {
        self.words.get(self.place(hash)).map_or(0, |word| word >> (hash & 63) & 1)
    }
}
