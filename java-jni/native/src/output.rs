//! A buffer that is written in whole blocks: the next block overwrites the surplus of the preceding one.

use crate::kept::MAX_KEPT_BYTES;

/// An output buffer: initialised items, of which the first `length` are the content.
pub struct Output<T> {
    items: Vec<T>,
    length: usize,
}

impl<T> Default for Output<T> {
    fn default() -> Output<T> {
        Output { items: Vec::new(), length: 0 }
    }
}

impl<T: Copy + Default> Output<T> {
    /// The number of items.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Removes all items; releases memory above [`MAX_KEPT_BYTES`].
    pub fn clear(&mut self) {
        self.length = 0;
        if self.items.capacity() * size_of::<T>() > MAX_KEPT_BYTES {
            self.items = Vec::new();
        }
    }

    /// The spare capacity after the last item, at least `count` items; `None` if memory runs out.
    #[inline]
    pub fn spare(&mut self, count: usize) -> Option<&mut [T]> {
        let needed = self.length.checked_add(count)?;
        if self.items.len() < needed {
            self.grow(needed)?;
        }
        self.items.get_mut(self.length..)
    }

    #[cold]
    fn grow(&mut self, needed: usize) -> Option<()> {
        self.items.try_reserve(needed - self.items.len()).ok()?;
        self.items.resize(self.items.capacity(), T::default());
        Some(())
    }

    /// Appends the first `count` items of the spare capacity, written to [`Output::spare`] before.
    #[inline]
    pub fn advance(&mut self, count: usize) {
        self.length = (self.length + count).min(self.items.len());
    }

    /// The first `count` items; `None` if there are fewer.
    pub fn first(&self, count: usize) -> Option<&[T]> {
        self.items.get(..self.length)?.get(..count)
    }

    /// Appends items; returns the offset of the first one, `None` if memory runs out.
    #[inline]
    pub fn append(&mut self, items: &[T]) -> Option<usize> {
        let offset = self.length;
        self.spare(items.len())?.get_mut(..items.len())?.copy_from_slice(items);
        self.advance(items.len());
        Some(offset)
    }

    /// Appends the first `length` of `items`; returns the offset of the first one, `None` if memory runs out or there
    /// are fewer. Few items are copied as a block, which may include others.
    #[inline]
    pub fn append_start(&mut self, items: &[T], length: usize) -> Option<usize> {
        const SHORT_COPY: usize = 16;
        if let Some(block) = items.first_chunk::<SHORT_COPY>().filter(|_| length <= SHORT_COPY) {
            let offset = self.length;
            *self.spare(SHORT_COPY)?.first_chunk_mut()? = *block;
            self.advance(length);
            return Some(offset);
        }
        self.append(items.get(..length)?)
    }

    /// Removes the first `count` items.
    pub fn drop_first(&mut self, count: usize) {
        let count = count.min(self.length);
        self.items.copy_within(count..self.length, 0);
        self.length -= count;
    }
}
