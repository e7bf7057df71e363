//! Runs the token filters of an analyzer over tokens from Java, one batch per call.

use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::packed::{Arrays, Packed, capacity};
use crate::raw::Raw;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, End, FilterStream, GivenToken, TokenType};

/// A stream of token filters, and the result tokens that Java has not taken yet.
pub struct Filters {
    stream: FilterStream<u16>,
    packed: Packed,
    given: Vec<i32>,
    given_terms: Vec<u16>,
    has_ended: bool,
    is_broken: bool,
}

/// Numbers of the header of the input tokens: token count, units of all terms, whether the text ends after them (0 or 1), final
/// offset, position gap.
const GIVEN_HEAD: usize = 5;

/// Numbers per input token: start, end, type, position increment, position length, flags, script, term length. The terms are
/// contiguous in the terms array.
const GIVEN_FIELDS: usize = 8;

impl Filters {
    fn run(&mut self, env: Raw, numbers: jintArray, numbers_length: jint, terms: jcharArray) -> Result<(), Status> {
        if self.is_broken {
            self.stream = FilterStream::new(&self.stream.analyzer().clone());
        }
        self.is_broken = true;
        env.get_ints(numbers, numbers_length, &mut self.given)?;
        let [_, units, last, final_offset, position_gap] =
            *self.given.first_chunk::<GIVEN_HEAD>().ok_or(Status::Fault)?;
        let mut rest = env.get_text(terms, units, &mut self.given_terms)?;
        self.packed.clear();
        self.stream.begin();
        for token in self.given.get(GIVEN_HEAD..).unwrap_or(&[]).chunks_exact(GIVEN_FIELDS) {
            let &[start, end, token_type, position_increment, position_length, flags, script, length] = token else {
                return Err(Status::Fault);
            };
            let (term, remaining) = rest.split_at_checked(capacity(length)).ok_or(Status::Fault)?;
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
        let (packed, mut has_room) = (&mut self.packed, true);
        let room = arrays.room();
        packed.make_room(room.tokens)?;
        let most = room.tokens.saturating_sub(packed.waiting());
        self.stream.take_tokens(most, |token| has_room &= packed.push(&token));
        if !has_room {
            return Err(Status::OutOfMemory);
        }
        let end = self.stream.end().filter(|_| self.stream.left_over() == 0);
        // Before the end of the text, "no more" refers to the tokens of this batch.
        let end = end.or_else(|| {
            let is_done = !self.has_ended && self.stream.left_over() == 0;
            is_done.then_some(End { final_offset: 0, position_gap: 0 })
        });
        packed.give(room, end, |numbers, terms, utf8| arrays.receive(env, numbers, terms, utf8))
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
        let stream = FilterStream::new(unsafe { handle::get::<Analyzer>(analyzer) });
        Ok::<_, Failure>(handle::into_handle(Filters {
            stream,
            packed: Packed::default(),
            given: Vec::new(),
            given_terms: Vec::new(),
            has_ended: false,
            is_broken: false,
        }))
    })
}

/// `void filterFree(long filter)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    filter: jlong,
) {
    guard(|| {
        // SAFETY: the contract of `Native.java`.
        unsafe { handle::free::<Filters>(filter) };
        Ok(0)
    });
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
        let filter = unsafe { handle::get_mut::<Filters>(filter) };
        filter.stream.reset();
        filter.packed.clear();
        filter.has_ended = false;
        Ok(0)
    })
}

/// `int filterRun(long filter, int[] given, int givenLength, char[] givenTerms, int[] numbers, int numbersCapacity, char[] terms, int termsCapacity)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_filterRun(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
    given: jintArray,
    given_length: jint,
    given_terms: jcharArray,
    numbers: jintArray,
    numbers_capacity: jint,
    terms: jcharArray,
    terms_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, filter) = unsafe { (Raw::new(env), handle::get_mut::<Filters>(filter)) };
        filter.run(env, given, given_length, given_terms)?;
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
