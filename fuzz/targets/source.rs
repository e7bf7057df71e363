//! Choices and texts derived from the bytes of an input.

/// The unused bytes. At their end all choices are 0 and all texts empty.
pub struct Source<'d> {
    data: &'d [u8],
}

impl<'d> Source<'d> {
    pub fn new(data: &'d [u8]) -> Source<'d> {
        Source { data }
    }

    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.data.split_first() else { return 0 };
        self.data = rest;
        *first
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number below `end`, which is 1 to 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// All remaining bytes.
    pub fn rest(&mut self) -> &'d [u8] {
        std::mem::take(&mut self.data)
    }

    /// The bytes up to the next FF, or all remaining ones.
    pub fn part(&mut self) -> &'d [u8] {
        let end = self.data.iter().position(|byte| *byte == 0xFF);
        let (part, rest) = self.data.split_at(end.unwrap_or(self.data.len()));
        self.data = rest.get(1..).unwrap_or(&[]);
        part
    }

    /// A text: the bytes themselves, or a concatenation of pieces of all scripts.
    pub fn text(&mut self) -> String {
        let of_pieces = self.flag();
        let part = self.part();
        if of_pieces { pieces(part) } else { String::from_utf8_lossy(part).into_owned() }
    }
}

/// A piece for each byte: text that rules and components handle specially, in all scripts.
pub fn pieces(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| PIECES[usize::from(*byte) % PIECES.len()]).collect()
}

pub const PIECES: [&str; 128] = [
    "a",
    "b",
    "c",
    "A",
    "B",
    "Z",
    "e",
    "i",
    "1",
    "2",
    "0",
    "10",
    "007",
    " ",
    "  ",
    "\n",
    "\t",
    "-",
    "--",
    ".",
    ",",
    "'",
    "\"",
    "&",
    "+",
    "_",
    ":",
    ";",
    "/",
    "<",
    ">",
    "=",
    "(",
    ")",
    "[",
    "]",
    "#",
    "$",
    "@",
    "\\",
    "!",
    "?",
    "\u{0}",
    "\u{1}",
    "\u{7F}",
    "\u{85}",
    "\u{A0}",
    "\u{AD}",
    "\u{34F}",
    "\u{200B}",
    "\u{200C}",
    "\u{200D}",
    "\u{2060}",
    "\u{FEFF}",
    "\u{FFFD}",
    "\u{FFFE}",
    "\u{FFFF}",
    "\u{10FFFF}",
    "\u{E0020}",
    "\u{2028}",
    "\u{3000}",
    "’",
    "‐",
    "−",
    "é",
    "e\u{301}",
    "ä",
    "Å",
    "ß",
    "ẞ",
    "İ",
    "ı",
    "I\u{307}",
    "ﬁ",
    "æ",
    "Ⱥ",
    "ΐ",
    "Σ",
    "ς",
    "ᾳ",
    "Ж",
    "й",
    "\u{301}",
    "\u{308}",
    "\u{323}",
    "\u{345}",
    "\u{334}",
    "\u{3099}",
    "א",
    "שׁ",
    "\u{5B0}",
    "ع",
    "لا",
    "ﷺ",
    "क",
    "क़",
    "\u{94D}",
    "ि",
    "ไ",
    "ก",
    "ำ",
    "ภาษาไทย",
    "ລາວ",
    "ខ្មែរ",
    "មនុស្ស",
    "မြန်မာ",
    "가",
    "각",
    "\u{1100}",
    "\u{1161}",
    "\u{11A8}",
    "か",
    "が",
    "カ",
    "ｶﾞ",
    "ー",
    "東京",
    "中",
    "𠀀",
    "々",
    "日本語を",
    "①",
    "½",
    "㋀",
    "٣",
    "😀",
    "👩\u{200D}👧",
    "🇩🇪",
];

/// A repeatable pseudo-random sequence (SplitMix64), from which inputs are made.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// An input: random bytes, or a seed with a few changes.
    pub fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let most = [4, 16, 64, 300][self.below(4)];
        if seeds.is_empty() || self.below(3) == 0 {
            return (0..self.below(most)).map(|_| self.next() as u8).collect();
        }
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(4) {
            let at = self.below(input.len() + 1);
            let end = (at + self.below(8)).min(input.len());
            match self.below(4) {
                0 => _ = input.splice(at..end, []),
                1 => {
                    let copy = input[at..end].to_vec();
                    let to = self.below(input.len() + 1);
                    input.splice(to..to, copy);
                }
                2 => input.insert(at, self.next() as u8),
                _ if at < input.len() => input[at] = self.next() as u8,
                _ => {}
            }
        }
        input
    }
}
