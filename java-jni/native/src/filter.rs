//! Runs the token filters of an analyzer over tokens from Java, one batch per call.

use crate::arrays::{Arrays, Capacity, length_of};
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::kept::release_large;
use crate::packed::Packed;
use crate::raw::Raw;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, End, FilterStream, GivenToken, TokenType};

/// A stream of token filters, and the output tokens that Java has not taken yet.
pub struct Filters {
    stream: FilterStream<u16>,
    packed: Packed,
    input: Vec<i32>,
    input_terms: Vec<u16>,
    has_ended: bool,
    /// Whether the last call failed: the filters are built again before the next batch.
    is_broken: bool,
}

/// Numbers of the header of the input tokens: token count, units of all terms, whether the text ends after them (0 or
/// 1), final offset, position gap.
const INPUT_HEADER: usize = 5;

/// Numbers per input token: start, end, type, position increment, position length, flags, script, term length. The
/// terms are contiguous in the terms array.
const INPUT_FIELDS: usize = 8;

impl Filters {
    fn new(analyzer: &Analyzer) -> Filters {
        Filters {
            stream: FilterStream::new(analyzer),
            packed: Packed::default(),
            input: Vec::new(),
            input_terms: Vec::new(),
            has_ended: false,
            is_broken: false,
        }
    }

    /// Prepares for a text; releases large buffers.
    fn reset(&mut self) {
        self.start_call();
        self.stream.reset();
        self.packed.clear();
        release_large(&mut self.input);
        release_large(&mut self.input_terms);
        self.has_ended = false;
        self.is_broken = false;
    }

    /// Marks the filters as broken until the call succeeds, and builds them again if the last call did not.
    fn start_call(&mut self) {
        if std::mem::replace(&mut self.is_broken, true) {
            self.stream = FilterStream::new(&self.stream.analyzer().clone());
        }
    }

    fn run(&mut self, env: Raw, numbers: jintArray, numbers_length: jint, terms: jcharArray) -> Result<(), Status> {
        self.start_call();
        env.get_ints(numbers, numbers_length, &mut self.input)?;
        let [_, units, last, final_offset, position_gap] =
            *self.input.first_chunk::<INPUT_HEADER>().ok_or(Status::Fault)?;
        let mut rest = env.get_text(terms, units, &mut self.input_terms)?;
        self.packed.clear();
        self.stream.begin();
        for token in self.input.get(INPUT_HEADER..).unwrap_or(&[]).chunks_exact(INPUT_FIELDS) {
            let &[start, end, token_type, position_increment, position_length, flags, script, length] = token else {
                return Err(Status::Fault);
            };
            let (term, remaining) = rest.split_at_checked(length_of(length)).ok_or(Status::Fault)?;
            rest = remaining;
            self.stream.push(GivenToken {
                term,
                start: start.max(0) as u32,
                end: end.max(0) as u32,
                position_increment: position_increment.max(0) as u32,
                position_length: position_length.max(0) as u32,
                token_type: TokenType::from_number(token_type as u32).unwrap_or_default(),
                script: script as u32,
                keyword: flags & 1 != 0,
            });
        }
        let (final_offset, position_gap) = (final_offset.max(0) as u32, position_gap.max(0) as u32);
        self.stream.run((last != 0).then_some(End { final_offset, position_gap }))?;
        self.has_ended = last != 0;
        self.is_broken = false;
        Ok(())
    }

    fn copy_to_java(&mut self, env: Raw, arrays: Arrays) -> Result<i32, Status> {
        if std::mem::replace(&mut self.is_broken, true) {
            return Err(Status::Fault);
        }
        let capacity = arrays.capacity();
        let end = self.pack(capacity)?;
        let count =
            self.packed.move_to(capacity, end, |numbers, terms, utf8| arrays.store(env, numbers, terms, utf8))?;
        self.is_broken = false;
        Ok(count)
    }

    /// Packs up to `capacity.tokens` output tokens; returns the end of the text, or of the batch before it, if no
    /// tokens are left.
    fn pack(&mut self, capacity: Capacity) -> Result<Option<End>, Status> {
        let (packed, mut has_space) = (&mut self.packed, true);
        packed.reserve(capacity.tokens)?;
        let most = capacity.tokens.saturating_sub(packed.len());
        self.stream.take_tokens(most, |token| has_space &= packed.push(&token));
        if !has_space {
            return Err(Status::OutOfMemory);
        }
        if self.stream.left_over() > 0 {
            return Ok(None);
        }
        let end_of_batch = End { final_offset: 0, position_gap: 0 };
        Ok(self.stream.end().or((!self.has_ended).then_some(end_of_batch)))
    }
}

/// The arrays from Java, without one for UTF-8 terms.
fn arrays(numbers: jintArray, numbers_capacity: jint, terms: jcharArray, terms_capacity: jint) -> Arrays {
    Arrays { numbers, numbers_capacity, terms, terms_capacity, utf8: std::ptr::null_mut(), utf8_capacity: 0 }
}

/// `long filterCreate(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterCreate<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jlong {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer, by the contract of `Native.java`.
        let analyzer = unsafe { handle::get::<Analyzer>(analyzer) };
        Ok::<_, Failure>(handle::into_handle(Filters::new(analyzer)))
    })
}

/// `void filterFree(long filter)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    filter: jlong,
) {
    // SAFETY: the contract of `Native.java`.
    unsafe { handle::free::<Filters>(filter) };
}

/// `int filterReset(long filter)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterReset(
    _env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
) -> jint {
    guard(|| {
        // SAFETY: a live object of this thread.
        unsafe { handle::get_mut::<Filters>(filter) }.reset();
        Ok(0)
    })
}

/// `int filterRun(long filter, int[] input, int inputLength, char[] inputTerms, int[] numbers,
/// int numbersCapacity, char[] terms, int termsCapacity)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterRun(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
    input: jintArray,
    input_length: jint,
    input_terms: jcharArray,
    numbers: jintArray,
    numbers_capacity: jint,
    terms: jcharArray,
    terms_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, filter) = unsafe { (Raw::new(env), handle::get_mut::<Filters>(filter)) };
        filter.run(env, input, input_length, input_terms)?;
        filter.copy_to_java(env, arrays(numbers, numbers_capacity, terms, terms_capacity))
    })
}

/// `int filterNext(long filter, int[] numbers, int numbersCapacity, char[] terms, int termsCapacity)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterNext(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
    numbers: jintArray,
    numbers_capacity: jint,
    terms: jcharArray,
    terms_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: as for `filterRun`.
        let (env, filter) = unsafe { (Raw::new(env), handle::get_mut::<Filters>(filter)) };
        filter.copy_to_java(env, arrays(numbers, numbers_capacity, terms, terms_capacity))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::MAX_KEPT_BYTES;
    use unic_analysis::config::{CompileOptions, compile};

    fn filters() -> Filters {
        let definition = br#"{"tokenizer": "keyword", "filter": ["stop"]}"#;
        Filters::new(&compile(definition, None, &CompileOptions::default()).unwrap().analyzer)
    }

    fn push(filters: &mut Filters, term: &str, end: Option<End>) {
        let term: Vec<u16> = term.encode_utf16().collect();
        filters.stream.begin();
        filters.stream.push(GivenToken {
            term: &term,
            start: 0,
            end: term.len() as u32,
            position_increment: 1,
            position_length: 1,
            token_type: TokenType::Word,
            script: 0,
            keyword: false,
        });
        filters.stream.run(end).unwrap();
    }

    #[test]
    fn reset_after_a_failed_call_builds_the_filters_again() {
        let mut filters = filters();
        push(&mut filters, "the", None);
        filters.is_broken = true;
        filters.reset();
        assert!(!filters.is_broken);
        push(&mut filters, "word", Some(End { final_offset: 4, position_gap: 0 }));
        let mut increments = Vec::new();
        filters.stream.take_tokens(9, |token| increments.push(token.position_increment));
        assert_eq!(increments, [1]);
    }

    #[test]
    fn reset_releases_large_buffers() {
        let mut filters = filters();
        (filters.input, filters.input_terms) = (Vec::with_capacity(MAX_KEPT_BYTES), Vec::with_capacity(MAX_KEPT_BYTES));
        filters.reset();
        assert_eq!((filters.input.capacity(), filters.input_terms.capacity()), (0, 0));
    }
}
