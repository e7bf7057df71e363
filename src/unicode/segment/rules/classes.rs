//! Character classes: code points that no set of the rules distinguishes form one class, and the automaton uses only
//! classes.

use super::work::Work;
use crate::memory;
use crate::unicode::rule_text::RuleError;
use crate::unicode::set::UnicodeSet;
use std::collections::HashMap;

/// The class of the characters that are in no set.
pub(super) const NO_SET: usize = 0;
/// The class of the end of the text (`{eof}`).
pub(in crate::unicode::segment) const END_OF_TEXT: usize = 1;

/// The work of storing a set in a class, which limits the memory to some 64 MiB: a set number takes 16 bytes and the
/// growth of two lists.
const STEPS_OF_SET_NUMBER: usize = 128;

/// A partition of the code points, and the classes that each set consists of.
#[derive(Debug, Default)]
pub(super) struct CharacterClasses {
    /// The starts of ranges with the class of each range, the first start at 0.
    pub(super) ranges: Vec<(u32, usize)>,
    /// The number of classes, including the two special ones.
    pub(super) count: usize,
    /// The classes of each set, ascending; `{eof}` is [`END_OF_TEXT`].
    pub(super) of_set: Vec<Vec<usize>>,
    /// Whether a class is in `$dictionary`.
    pub(super) dictionary: Vec<bool>,
}

impl CharacterClasses {
    /// Creates the partition by the sets in `used` and the dictionary.
    pub(super) fn new(
        sets: &[UnicodeSet],
        used: &[bool],
        dictionary: Option<usize>,
        work: &mut Work<'_>,
    ) -> Result<CharacterClasses, RuleError> {
        let takes_part = |number: usize| used.get(number) == Some(&true) || Some(number) == dictionary;
        let mut changes: Vec<(u32, usize)> = Vec::new();
        for (number, set) in sets.iter().enumerate().filter(|&(number, _)| takes_part(number)) {
            memory::reserve(&mut changes, 2 * set.ranges().count());
            changes.extend(set.ranges().flat_map(|(first, last)| [(first, number), (last + 1, number)]));
        }
        changes.sort_unstable();

        let mut classes = CharacterClasses {
            ranges: vec![(0, NO_SET)],
            of_set: vec![Vec::new(); sets.len()],
            ..CharacterClasses::default()
        };
        classes.dictionary = vec![false; 2];
        let mut known: HashMap<Vec<usize>, usize> = HashMap::from([(Vec::new(), NO_SET)]);
        let mut inside: Vec<usize> = Vec::new(); // the sets that contain the current code point, ascending
        let mut changes = changes.into_iter().peekable();
        while let Some((at, number)) = changes.next() {
            // Eight numbers are moved in a step.
            work.add(1 + inside.len() / 8)?;
            match inside.binary_search(&number) {
                Ok(index) => {
                    inside.remove(index);
                }
                Err(index) => inside.insert(index, number),
            }
            if changes.peek().is_some_and(|&(next, _)| next == at) {
                continue;
            }
            work.add(1 + inside.len())?;
            let class = match known.get(&inside) {
                Some(&class) => class,
                None => {
                    work.add(STEPS_OF_SET_NUMBER * inside.len())?;
                    classes.add(&inside, dictionary, &mut known)
                }
            };
            match classes.ranges.last_mut() {
                Some(last) if last.0 == at => last.1 = class,
                _ => classes.ranges.push((at, class)),
            }
        }
        classes.count = classes.dictionary.len();
        for (set, classes) in sets.iter().zip(&mut classes.of_set) {
            if set.strings().any(|string| string == "eof") {
                classes.insert(0, END_OF_TEXT);
            }
        }
        Ok(classes)
    }

    fn add(&mut self, inside: &[usize], dictionary: Option<usize>, known: &mut HashMap<Vec<usize>, usize>) -> usize {
        let class = self.dictionary.len();
        self.dictionary.push(dictionary.is_some_and(|set| inside.contains(&set)));
        for &number in inside {
            if let Some(classes) = self.of_set.get_mut(number) {
                classes.push(class);
            }
        }
        known.insert(inside.to_vec(), class);
        class
    }
}
