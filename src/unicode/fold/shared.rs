//! Normalizers with mappings are large and slow to make, so those of the same mappings are one.

use crate::unicode::normalize::{Form, MappingError, Mode, Normalizer};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// So many stay when nobody has them any more, the last ones: who makes and drops the same one again and again waits once.
const KEPT: usize = 4;

/// What was made: all that live.
static MADE: Mutex<Made> = Mutex::new(Made { live: Vec::new(), kept: VecDeque::new() });

struct Made {
    live: Vec<Entry>,
    kept: VecDeque<Arc<Normalizer>>,
}

struct Entry {
    form: Form,
    mode: Mode,
    mappings: Vec<(char, String)>,
    normalizer: Weak<Normalizer>,
}

impl Made {
    fn find(&mut self, form: Form, mode: Mode, mappings: &[(char, String)]) -> Option<Arc<Normalizer>> {
        self.live.retain(|entry| entry.normalizer.strong_count() > 0);
        let is_same = |entry: &&Entry| entry.form == form && entry.mode == mode && entry.mappings == mappings;
        self.live.iter().find(is_same)?.normalizer.upgrade()
    }
}

/// [`Normalizer::with_mappings`], shared with all who ask for the same.
///
/// # Errors
/// As there.
pub fn shared(form: Form, mode: Mode, mappings: &[(char, String)]) -> Result<Arc<Normalizer>, MappingError> {
    if let Some(normalizer) = made().find(form, mode, mappings) {
        return Ok(normalizer);
    }
    // Nobody waits while it is made.
    let normalizer = Arc::new(Normalizer::with_mappings(form, mode, mappings)?);
    let mut made = made();
    if let Some(normalizer) = made.find(form, mode, mappings) {
        return Ok(normalizer);
    }
    let entry = Entry { form, mode, mappings: mappings.to_vec(), normalizer: Arc::downgrade(&normalizer) };
    made.live.push(entry);
    made.kept.truncate(KEPT - 1);
    made.kept.push_front(Arc::clone(&normalizer));
    Ok(normalizer)
}

/// A panic elsewhere leaves the lists as they are: each is changed by whole entries.
fn made() -> MutexGuard<'static, Made> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(source: char) -> Arc<Normalizer> {
        shared(Form::Utr30, Mode::Compose, &[(source, source.to_string())]).unwrap()
    }

    #[test]
    fn same_mappings_are_one_normalizer() {
        let one = of('ä');
        assert!(Arc::ptr_eq(&one, &of('ä')));
        assert!(!Arc::ptr_eq(&one, &of('ö')));
        let decomposing = shared(Form::Utr30, Mode::Decompose, &[('ä', "ä".to_owned())]).unwrap();
        assert!(!Arc::ptr_eq(&one, &decomposing));
    }

    #[test]
    fn errors_are_those_of_the_normalizer_and_nothing_is_kept() {
        let round = [('a', "b".to_owned()), ('b', "a".to_owned())];
        for _ in 0..2 {
            let error = shared(Form::Utr30, Mode::Compose, &round).unwrap_err();
            assert_eq!(Some(error), Normalizer::with_mappings(Form::Utr30, Mode::Compose, &round).err());
        }
    }

    #[test]
    fn what_nobody_has_goes_but_for_the_last_ones() {
        let weak: Vec<Weak<Normalizer>> = "åøæþðłđħ".chars().map(|c| Arc::downgrade(&of(c))).collect();
        assert!(weak.iter().filter(|weak| weak.strong_count() > 0).count() <= KEPT);
    }
}
