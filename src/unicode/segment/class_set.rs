//! Sets of character classes.

/// The number of classes that a set can have; rule sets with more have characters that are in no set.
pub(super) const SET_CLASSES: u16 = 128;

/// A set of classes, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ClassSet(u128);

impl ClassSet {
    pub(super) const EMPTY: ClassSet = ClassSet(0);

    /// Whether a class is in the set.
    #[inline(always)]
    pub(super) fn contains(self, class: u16) -> bool {
        class < SET_CLASSES && self.0 >> class & 1 != 0
    }

    /// The set with one more class, if it can have it.
    pub(super) fn with(self, class: u16) -> ClassSet {
        if class < SET_CLASSES { ClassSet(self.0 | 1 << class) } else { self }
    }

    /// The classes in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = u16> {
        (0..SET_CLASSES).filter(move |class| self.contains(*class))
    }
}

impl FromIterator<u16> for ClassSet {
    fn from_iter<I: IntoIterator<Item = u16>>(classes: I) -> ClassSet {
        classes.into_iter().fold(ClassSet::EMPTY, ClassSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_in_the_set_that_have_a_bit() {
        let set: ClassSet = [3, 127, 128, 1000].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 127]);
        assert!(set.contains(127) && !set.contains(128) && !set.contains(2));
        assert_eq!(ClassSet::EMPTY.iter().count(), 0);
    }
}
