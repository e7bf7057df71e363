//! The packed CEs of all other scripts, symbols and emoji, by pages of 256 characters that are made when a text has the
//! first of their characters: 5 to 14 microseconds and 2 KB each.

use super::packed_ce::{PAGE_SIZE, PackedCe, PrimaryEncoder};
use crate::lazy::get_or_make;
use crate::unicode::collate::table::{BLOCK, Tables};
use std::sync::{Arc, OnceLock};

/// The code points of the BMP and of the Supplementary Multilingual Plane.
const CODE_POINTS: u32 = 0x2_0000;
/// The number of pages of a group, and of groups.
const GROUP: usize = 16;
const GROUPS: usize = CODE_POINTS as usize / PAGE_SIZE / GROUP;

type Page = [PackedCe; PAGE_SIZE];
type PageGroup = [OnceLock<Box<Page>>; GROUP];

/// The pages that were made so far, in groups, so that a collator without them is small.
#[derive(Clone, Debug)]
pub(super) struct RarePages(Arc<[OnceLock<Box<PageGroup>>; GROUPS]>);

impl RarePages {
    /// Those of the root if the tailoring changes no character in `is_rare` pages, else new ones.
    pub(super) fn new(tables: &Tables, root: Option<&RarePages>, is_rare: impl Fn(u32) -> bool) -> RarePages {
        // The last block of the Hangul syllables has other jamo, too.
        let has_rare = |first: u32| (first..first + BLOCK as u32).any(&is_rare);
        let is_tailored = || (0..CODE_POINTS).step_by(BLOCK).any(|first| tables.is_tailored(first) && has_rare(first));
        match root.filter(|_| !is_tailored()) {
            Some(root) => root.clone(),
            None => RarePages(Arc::new(std::array::from_fn(|_| OnceLock::new()))),
        }
    }

    /// The page of a character; `None` beyond the last page.
    #[inline]
    pub(super) fn page(&self, c: u32, tables: &Tables, primaries: PrimaryEncoder<'_>) -> Option<&Page> {
        let first = c & !0xFF;
        let number = c as usize / PAGE_SIZE;
        let group = self.0.get(number / GROUP)?;
        let page = get_or_make::<Box<PageGroup>>(group, Box::default).get(number % GROUP)?;
        let make = || Box::new(std::array::from_fn(|index| primaries.of_char(tables, first + index as u32)));
        Some(get_or_make::<Box<Page>>(page, make))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unicode::collate::collator::{Collator, CollatorScratch};

    #[test]
    fn pages_are_shared_unless_a_tailoring_changes_one_of_them() {
        let pages = |locale: &str| {
            let collator = Collator::open(locale).unwrap().collator;
            collator.context().ce_cache().rare_pages.0.clone()
        };
        let root = pages("und");
        assert!(Arc::ptr_eq(&root, &pages("de")));
        assert!(Arc::ptr_eq(&root, &pages("fr")));
        for tailored in ["chr", "ff-Adlm", "und-u-kr-grek"] {
            assert!(!Arc::ptr_eq(&root, &pages(tailored)), "{tailored}");
        }
    }

    #[test]
    fn a_tailored_jamo_in_the_last_block_of_the_syllables_has_its_key_after_a_key_of_the_root() {
        let (mut scratch, text) = (CollatorScratch::default(), "\u{D7B0}\u{327}");
        Collator::open("und").unwrap().collator.key(text.as_bytes(), &mut scratch);
        let tailored = Collator::from_rules("&b<\u{D7B0}").unwrap();
        let key = tailored.key(text.as_bytes(), &mut scratch).to_vec();
        assert!(key.as_slice() < tailored.key("c".as_bytes(), &mut scratch));
    }
}
