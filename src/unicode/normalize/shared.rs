//! Shares normalizers with equal mappings or sets, as they are large and slow to build.

use super::form::{Form, Mode};
use super::mapped_table::MappingError;
use super::normalizer::Normalizer;
use crate::memory;
use crate::unicode::set::UnicodeSet;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// The number of normalizers that live on without an analyzer, those requested last: repeated creation and release of
/// one normalizer builds it once.
const MAX_KEPT: usize = 4;

/// All normalizers in use, and the kept ones.
static SHARED: Mutex<SharedNormalizers> = Mutex::new(SharedNormalizers { live: Vec::new(), kept: VecDeque::new() });

struct SharedNormalizers {
    live: Vec<(NormalizerKey, Weak<Normalizer>)>,
    kept: VecDeque<Arc<Normalizer>>,
}

/// What a shared normalizer is built from.
#[derive(PartialEq)]
struct NormalizerKey {
    form: Form,
    mode: Mode,
    mappings: Vec<(char, String)>,
    set: Option<UnicodeSet>,
}

impl SharedNormalizers {
    fn find(&mut self, key: &NormalizerKey) -> Option<Arc<Normalizer>> {
        self.live.retain(|(_, normalizer)| normalizer.strong_count() > 0);
        let found = self.live.iter().find(|(known, _)| known == key)?.1.upgrade()?;
        self.keep(&found);
        Some(found)
    }

    /// Keeps a normalizer as the one that was requested last.
    fn keep(&mut self, normalizer: &Arc<Normalizer>) {
        self.kept.retain(|kept| !Arc::ptr_eq(kept, normalizer));
        self.kept.truncate(MAX_KEPT - 1);
        self.kept.push_front(Arc::clone(normalizer));
    }
}

/// Like [`Normalizer::with_mappings`], but returns a shared normalizer if there is one with equal mappings.
///
/// # Errors
/// Those of [`Normalizer::with_mappings`].
pub fn shared_with_mappings(
    form: Form,
    mode: Mode,
    mappings: &[(char, String)],
) -> Result<Arc<Normalizer>, MappingError> {
    let key = NormalizerKey { form, mode, mappings: memory::cloned(mappings), set: None };
    shared(key, || Normalizer::with_mappings(form, mode, mappings))
}

/// Like [`Normalizer::limited_to`] without mappings, but returns a shared normalizer if there is one with an equal set.
pub fn shared_limited_to(form: Form, mode: Mode, set: &UnicodeSet) -> Option<Arc<Normalizer>> {
    let key = NormalizerKey { form, mode, mappings: Vec::new(), set: Some(set.clone()) };
    shared(key, || Normalizer::with_mode(form, mode).limited_to(set).ok_or(())).ok()
}

/// The shared normalizer of a key; built without holding the lock, if there is none.
fn shared<E>(key: NormalizerKey, build: impl FnOnce() -> Result<Normalizer, E>) -> Result<Arc<Normalizer>, E> {
    if let Some(normalizer) = lock_shared().find(&key) {
        return Ok(normalizer);
    }
    let normalizer = Arc::new(build()?);
    // The entries outlive the call.
    memory::checkpoint();
    let mut made = lock_shared();
    if let Some(normalizer) = made.find(&key) {
        return Ok(normalizer);
    }
    made.live.push((key, Arc::downgrade(&normalizer)));
    made.keep(&normalizer);
    Ok(normalizer)
}

/// A panic elsewhere leaves the lists consistent: each changes by whole entries.
fn lock_shared() -> MutexGuard<'static, SharedNormalizers> {
    SHARED.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: char) -> Arc<Normalizer> {
        shared_with_mappings(Form::Utr30, Mode::Compose, &[(source, source.to_string())]).unwrap()
    }

    #[test]
    fn equal_mappings_share_one_normalizer() {
        let one = of('ä');
        assert!(Arc::ptr_eq(&one, &of('ä')));
        assert!(!Arc::ptr_eq(&one, &of('ö')));
        let decomposing = shared_with_mappings(Form::Utr30, Mode::Decompose, &[('ä', "ä".to_owned())]).unwrap();
        assert!(!Arc::ptr_eq(&one, &decomposing));
    }

    #[test]
    fn equal_sets_share_one_normalizer() {
        let of = |form, set| shared_limited_to(form, Mode::Compose, &UnicodeSet::parse(set).unwrap()).unwrap();
        let one = of(Form::Utr30, "[^a-z]");
        assert!(Arc::ptr_eq(&one, &of(Form::Utr30, "[[^a-w]-[x-z]]")));
        assert!(!Arc::ptr_eq(&one, &of(Form::Utr30, "[^a-y]")));
        assert!(!Arc::ptr_eq(&one, &of(Form::NfkcCf, "[^a-z]")));
    }

    #[test]
    fn errors_are_those_of_the_normalizer_and_are_not_kept() {
        let round = [('a', "b".to_owned()), ('b', "a".to_owned())];
        for _ in 0..2 {
            let error = shared_with_mappings(Form::Utr30, Mode::Compose, &round).unwrap_err();
            assert_eq!(Some(error), Normalizer::with_mappings(Form::Utr30, Mode::Compose, &round).err());
        }
    }

    /// Its own list: other tests request normalizers at the same time.
    #[test]
    fn the_normalizers_that_were_requested_last_live_on() {
        let mut made = SharedNormalizers { live: Vec::new(), kept: VecDeque::new() };
        let key = |source: char| NormalizerKey {
            form: Form::Nfc,
            mode: Mode::Compose,
            mappings: vec![(source, source.to_string())],
            set: None,
        };
        for source in "åøæþð".chars() {
            let normalizer = Arc::new(Normalizer::new(Form::Nfc));
            made.live.push((key(source), Arc::downgrade(&normalizer)));
            made.keep(&normalizer);
            // Requested each time.
            assert!(made.find(&key('å')).is_some());
        }
        let is_alive: Vec<bool> = "åøæþð".chars().map(|source| made.find(&key(source)).is_some()).collect();
        assert_eq!(is_alive, [true, false, true, true, true]);
    }
}
