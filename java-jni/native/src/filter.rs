//! Runs the token filters of an analyzer over tokens from Java, one batch per call.

use crate::arrays::{Capacity, TokenArrays, length_of};
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::kept::release_large;
use crate::packed::PackedTokens;
use crate::raw::RawEnv;
use crate::rebuildable::Rebuildable;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, End, InputToken, TokenFilterStream, TokenType};

/// A stream of token filters, and the output tokens that Java has not taken yet.
pub struct TokenFilters {
    stream: Rebuildable<TokenFilterStream<u16>>,
    packed: PackedTokens,
    input: Vec<i32>,
    input_terms: Vec<u16>,
    has_ended: bool,
}

/// Numbers of the header of the input tokens: token count, units of all terms, whether the text ends after them (0 or
/// 1), final offset, position gap.
const INPUT_HEADER: usize = 5;

/// Numbers per input token: start, end, type, position increment, position length, flags, script, term length. The
/// terms are contiguous in the terms array.
const INPUT_FIELDS: usize = 8;

impl TokenFilters {
    fn new(analyzer: &Analyzer) -> TokenFilters {
        TokenFilters {
            stream: Rebuildable::new(TokenFilterStream::new(analyzer)),
            packed: PackedTokens::default(),
            input: Vec::new(),
            input_terms: Vec::new(),
            has_ended: false,
        }
    }

    /// Prepares for a text; releases large buffers.
    fn reset(&mut self) -> Result<(), Status> {
        self.packed.clear();
        release_large(&mut self.input);
        release_large(&mut self.input_terms);
        self.has_ended = false;
        self.stream.start(|stream| {
            stream.reset();
            Ok(())
        })
    }

    fn run(&mut self, env: RawEnv, numbers: jintArray, numbers_length: jint, terms: jcharArray) -> Result<(), Status> {
        self.run_batch(|input, input_terms| {
            env.get_ints(numbers, numbers_length, input)?;
            let [_, units, ..] = *input.first_chunk::<INPUT_HEADER>().ok_or(Status::Fault)?;
            env.get_text(terms, units, input_terms)
        })
    }

    /// Runs the filters over a batch that `read` writes to the buffers, of which it returns the terms.
    fn run_batch(
        &mut self,
        read: impl for<'a> FnOnce(&mut Vec<i32>, &'a mut Vec<u16>) -> Result<&'a [u16], Status>,
    ) -> Result<(), Status> {
        let TokenFilters { stream, packed, input, input_terms, has_ended } = self;
        packed.clear();
        stream.start(|stream| {
            let terms = read(input, input_terms)?;
            *has_ended = run_filters(stream, input, terms)?;
            Ok(())
        })
    }

    fn copy_to_java(&mut self, env: RawEnv, arrays: TokenArrays) -> Result<i32, Status> {
        let capacity = arrays.capacity()?;
        let TokenFilters { stream, packed, has_ended, .. } = self;
        stream.proceed(|stream| {
            let end = pack(stream, packed, capacity, *has_ended)?;
            packed.take_fitting(capacity, end, |numbers, terms, utf8| arrays.store(env, numbers, terms, utf8))
        })
    }
}

/// Runs the filters over a batch of tokens; returns whether it is the last one of the text.
fn run_filters(stream: &mut TokenFilterStream<u16>, input: &[i32], mut terms: &[u16]) -> Result<bool, Status> {
    let (&[_, _, last, final_offset, position_gap], tokens) =
        input.split_first_chunk::<INPUT_HEADER>().ok_or(Status::Fault)?;
    stream.begin();
    for token in tokens.as_chunks::<INPUT_FIELDS>().0 {
        let &[start, end, token_type, position_increment, position_length, flags, script, length] = token;
        let (term, rest) = terms.split_at_checked(length_of(length)?).ok_or(Status::Fault)?;
        terms = rest;
        stream.push(InputToken {
            term,
            start: not_negative(start)?,
            end: not_negative(end)?,
            position_increment: not_negative(position_increment)?,
            position_length: not_negative(position_length)?,
            token_type: TokenType::from_number(not_negative(token_type)?).ok_or(Status::Fault)?,
            script: script as u32,
            keyword: flags & 1 != 0,
        });
    }
    let end = End { final_offset: not_negative(final_offset)?, position_gap: not_negative(position_gap)? };
    stream.run((last != 0).then_some(end))?;
    Ok(last != 0)
}

/// A number that the Java classes have checked; a negative one is a fault.
fn not_negative(number: jint) -> Result<u32, Status> {
    u32::try_from(number).map_err(|_| Status::Fault)
}

/// Packs up to `capacity.tokens` output tokens; returns the end of the text, or of the batch before it, if no tokens
/// are left.
fn pack(
    stream: &mut TokenFilterStream<u16>,
    packed: &mut PackedTokens,
    capacity: Capacity,
    has_ended: bool,
) -> Result<Option<End>, Status> {
    let mut has_space = true;
    packed.reserve(capacity.tokens)?;
    let most = capacity.tokens.saturating_sub(packed.len());
    stream.take_tokens(most, |token| has_space &= packed.push(&token));
    if !has_space {
        return Err(Status::OutOfMemory);
    }
    packed.check_offsets()?;
    if stream.remaining() > 0 {
        return Ok(None);
    }
    let end_of_batch = End { final_offset: 0, position_gap: 0 };
    Ok(stream.end().or((!has_ended).then_some(end_of_batch)))
}

/// The arrays from Java, without one for UTF-8 terms.
fn arrays(numbers: jintArray, numbers_capacity: jint, terms: jcharArray, terms_capacity: jint) -> TokenArrays {
    TokenArrays { numbers, numbers_capacity, terms, terms_capacity, utf8: std::ptr::null_mut(), utf8_capacity: 0 }
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
        Ok::<_, Failure>(handle::into_handle(TokenFilters::new(analyzer)))
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
    unsafe { handle::free::<TokenFilters>(filter) };
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
        unsafe { handle::get_mut::<TokenFilters>(filter) }.reset()?;
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
        let (env, filter) = unsafe { (RawEnv::new(env), handle::get_mut::<TokenFilters>(filter)) };
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
        let (env, filter) = unsafe { (RawEnv::new(env), handle::get_mut::<TokenFilters>(filter)) };
        filter.copy_to_java(env, arrays(numbers, numbers_capacity, terms, terms_capacity))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kept::MAX_KEPT_BYTES;
    use unic_analysis::config::{CompileOptions, compile};

    fn filters() -> TokenFilters {
        let definition = br#"{"tokenizer": "keyword", "filter": ["stop"]}"#;
        TokenFilters::new(&compile(definition, None, &CompileOptions::default()).unwrap().analyzer)
    }

    /// The numbers of a last batch with one token of four units.
    const BATCH: [i32; INPUT_HEADER + INPUT_FIELDS] = [1, 4, 1, 4, 0, 0, 4, 0, 1, 1, 0, 0, 4];
    const LAST: usize = 2;

    fn run(filters: &mut TokenFilters, batch: [i32; INPUT_HEADER + INPUT_FIELDS], term: &str) -> Result<(), Status> {
        filters.run_batch(|input, input_terms| {
            *input = batch.to_vec();
            *input_terms = term.encode_utf16().collect();
            Ok(input_terms)
        })
    }

    /// The position increments of the output tokens.
    fn increments(filters: &mut TokenFilters) -> Result<Vec<u32>, Status> {
        let mut increments = Vec::new();
        filters.stream.proceed(|stream| {
            stream.take_tokens(9, |token| increments.push(token.position_increment));
            Ok(())
        })?;
        Ok(increments)
    }

    #[test]
    fn reset_after_a_failed_call_builds_the_filters_again() {
        let mut filters = filters();
        let mut first = BATCH;
        first[LAST] = 0;
        run(&mut filters, first, "then").unwrap();
        first[INPUT_HEADER + 7] = 3;
        run(&mut filters, first, "the").unwrap();
        assert_eq!(run(&mut filters, BATCH, ""), Err(Status::Fault));
        assert_eq!(increments(&mut filters), Err(Status::Fault));
        filters.reset().unwrap();
        run(&mut filters, BATCH, "word").unwrap();
        assert_eq!(increments(&mut filters), Ok(vec![1]));
    }

    #[test]
    fn numbers_that_java_never_passes_are_faults() {
        let mut filters = filters();
        for number in LAST + 1..BATCH.len() {
            const FLAGS: usize = INPUT_HEADER + 5;
            const SCRIPT: usize = INPUT_HEADER + 6;
            let mut batch = BATCH;
            batch[number] = -1;
            let expected = if [FLAGS, SCRIPT].contains(&number) { Ok(()) } else { Err(Status::Fault) };
            assert_eq!(run(&mut filters, batch, "word"), expected, "number {number}");
            filters.reset().unwrap();
        }
        run(&mut filters, BATCH, "word").unwrap();
    }

    #[test]
    fn reset_releases_large_buffers() {
        let mut filters = filters();
        (filters.input, filters.input_terms) = (Vec::with_capacity(MAX_KEPT_BYTES), Vec::with_capacity(MAX_KEPT_BYTES));
        filters.reset().unwrap();
        assert_eq!((filters.input.capacity(), filters.input_terms.capacity()), (0, 0));
    }
}
