//! The text that a transform changes in place: a gap buffer of code points.
//!
//! Rules read forward from the cursor and backward into what has been written, so the gap follows the cursor: a replacement costs
//! its own length, and a pass over a text is linear.

/// A code point with the number of the piece of the source that it came from (high half; 0 when nobody asks).
pub(super) type Symbol = u64;

/// The code point of a symbol.
#[inline(always)]
pub(super) fn code_point(symbol: Symbol) -> u32 {
    symbol as u32
}

/// The UTF-16 code units of a code point.
#[inline(always)]
pub(super) fn units(c: u32) -> usize {
    if c > 0xFFFF { 2 } else { 1 }
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// Before the gap.
    left: Vec<Symbol>,
    /// Behind it, last symbol first.
    right: Vec<Symbol>,
}

/// Where a transform works: `context_start <= start <= limit <= context_limit`, in symbols.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// The first symbol that contexts may read.
    pub(super) context_start: usize,
    /// The end of what contexts may read.
    pub(super) context_limit: usize,
    /// The cursor.
    pub(super) start: usize,
    /// The end of what may change.
    pub(super) limit: usize,
}

impl Position {
    /// All of a text.
    pub(super) fn all(length: usize) -> Position {
        Position { context_start: 0, context_limit: length, start: 0, limit: length }
    }

    /// The end of the range and of the context move by what a replacement added or took.
    pub(super) fn resize(&mut self, before: usize, after: usize) {
        self.limit = self.limit + after - before;
        self.context_limit = self.context_limit + after - before;
    }
}

impl Text {
    /// Takes new symbols; memory is kept.
    pub(super) fn set(&mut self, symbols: impl DoubleEndedIterator<Item = Symbol>) {
        self.left.clear();
        self.right.clear();
        self.right.extend(symbols.rev());
    }

    pub(super) fn len(&self) -> usize {
        self.left.len() + self.right.len()
    }

    /// The symbol at an index; `None` outside the text.
    #[inline(always)]
    pub(super) fn symbol(&self, index: usize) -> Option<Symbol> {
        match self.left.get(index) {
            Some(&symbol) => Some(symbol),
            None => self.right.get(self.len().checked_sub(index + 1)?).copied(),
        }
    }

    /// The code point at an index.
    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> Option<u32> {
        self.symbol(index).map(code_point)
    }

    /// The symbols of a range.
    pub(super) fn slice(&self, start: usize, limit: usize) -> impl Iterator<Item = Symbol> + '_ {
        (start..limit).map_while(|index| self.symbol(index))
    }

    /// The first index of a range whose code point is looked for; the end of the range without any.
    #[inline]
    pub(super) fn find(&self, start: usize, limit: usize, is_wanted: impl Fn(u32) -> bool) -> usize {
        let gap = self.left.len();
        let wanted = |&symbol: &Symbol| is_wanted(code_point(symbol));
        let left = self.left.get(start..limit.min(gap)).unwrap_or(&[]);
        if let Some(offset) = left.iter().position(wanted) {
            return start + offset;
        }
        let (first, end) = (start.max(gap), limit.min(self.len()));
        let right = self.len().checked_sub(end).zip(self.len().checked_sub(first));
        let right = right.and_then(|(end, first)| self.right.get(end..first)).unwrap_or(&[]);
        right.iter().rev().position(wanted).map_or(limit, |offset| first + offset)
    }

    /// Moves the gap.
    fn seek(&mut self, index: usize) {
        while self.left.len() > index {
            if let Some(symbol) = self.left.pop() {
                self.right.push(symbol);
            }
        }
        while self.left.len() < index {
            match self.right.pop() {
                Some(symbol) => self.left.push(symbol),
                None => return,
            }
        }
    }

    /// Replaces a range.
    pub(super) fn replace(&mut self, start: usize, limit: usize, symbols: impl Iterator<Item = Symbol>) {
        self.seek(limit);
        self.left.truncate(start);
        self.left.extend(symbols);
    }

    /// Replaces a code point, whose piece stays.
    pub(super) fn set_code_point(&mut self, index: usize, c: u32) {
        let length = self.len();
        let slot = match self.left.get_mut(index) {
            Some(slot) => Some(slot),
            None => length.checked_sub(index + 1).and_then(|index| self.right.get_mut(index)),
        };
        if let Some(slot) = slot {
            *slot = *slot >> 32 << 32 | u64::from(c);
        }
    }

    /// All symbols.
    pub(super) fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.left.iter().chain(self.right.iter().rev()).copied()
    }

    /// The UTF-16 length of a range.
    pub(super) fn utf16_length(&self, start: usize, limit: usize) -> usize {
        self.slice(start, limit).map(|symbol| units(code_point(symbol))).sum()
    }
}
