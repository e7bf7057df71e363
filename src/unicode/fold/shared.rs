//! Shares normalizers with equal mappings, as they are large and slow to build.

use crate::memory;
use crate::unicode::normalize::{Form, MappingError, Mode, Normalizer};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The number of unused normalizers that are kept, the most recent ones: repeated creation and release of one
/// normalizer builds it once.
const MAX_KEPT: usize = 4;

/// All normalizers in use, and the kept ones.
static SHARED: Mutex<SharedFoldings> = Mutex::new(SharedFoldings { live: Vec::new(), kept: VecDeque::new() });

struct SharedFoldings {
    live: Vec<FoldingEntry>,
    kept: VecDeque<Arc<Normalizer>>,
}

struct FoldingEntry {
    form: Form,
    mode: Mode,
    mappings: Vec<(char, String)>,
    normalizer: Weak<Normalizer>,
}

impl SharedFoldings {
    fn find(&mut self, form: Form, mode: Mode, mappings: &[(char, String)]) -> Option<Arc<Normalizer>> {
        self.live.retain(|entry| entry.normalizer.strong_count() > 0);
        let is_same = |entry: &&FoldingEntry| entry.form == form && entry.mode == mode && entry.mappings == mappings;
        self.live.iter().find(is_same)?.normalizer.upgrade()
    }
}

/// Like [`Normalizer::with_mappings`], but returns a shared normalizer if there is one with equal mappings.
///
/// # Errors
/// Those of [`Normalizer::with_mappings`].
pub fn shared(form: Form, mode: Mode, mappings: &[(char, String)]) -> Result<Arc<Normalizer>, MappingError> {
    if let Some(normalizer) = lock_shared().find(form, mode, mappings) {
        return Ok(normalizer);
    }
    // Built without holding the lock.
    let normalizer = Arc::new(Normalizer::with_mappings(form, mode, mappings)?);
    let entry =
        FoldingEntry { form, mode, mappings: memory::cloned(mappings), normalizer: Arc::downgrade(&normalizer) };
    // Both outlive the call.
    memory::checkpoint();
    let mut made = lock_shared();
    if let Some(normalizer) = made.find(form, mode, mappings) {
        return Ok(normalizer);
    }
    made.live.push(entry);
    made.kept.truncate(MAX_KEPT - 1);
    made.kept.push_front(Arc::clone(&normalizer));
    Ok(normalizer)
}

/// A panic elsewhere leaves the lists consistent: each changes by whole entries.
fn lock_shared() -> MutexGuard<'static, SharedFoldings> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: char) -> Arc<Normalizer> {
        shared(Form::Utr30, Mode::Compose, &[(source, source.to_string())]).unwrap()
    }

    #[test]
    fn equal_mappings_share_one_normalizer() {
        let one = of('ä');
        assert!(Arc::ptr_eq(&one, &of('ä')));
        assert!(!Arc::ptr_eq(&one, &of('ö')));
        let decomposing = shared(Form::Utr30, Mode::Decompose, &[('ä', "ä".to_owned())]).unwrap();
        assert!(!Arc::ptr_eq(&one, &decomposing));
    }

    #[test]
    fn errors_are_those_of_the_normalizer_and_are_not_kept() {
        let round = [('a', "b".to_owned()), ('b', "a".to_owned())];
        for _ in 0..2 {
            let error = shared(Form::Utr30, Mode::Compose, &round).unwrap_err();
            assert_eq!(Some(error), Normalizer::with_mappings(Form::Utr30, Mode::Compose, &round).err());
        }
    }

    #[test]
    fn unused_normalizers_are_dropped_except_the_last_ones() {
        let weak: Vec<Weak<Normalizer>> = "åøæþðłđħ".chars().map(|c| Arc::downgrade(&of(c))).collect();
        assert!(weak.iter().filter(|weak| weak.strong_count() > 0).count() <= MAX_KEPT);
    }
}
