//! Streams: one call per text for most texts, more calls for long texts. The text is copied once, so no Java array is
//! pinned during the analysis; direct calls hold up the collector.

use crate::arrays::{Capacity, TokenArrays, length_of};
use crate::fault::panic_on_request;
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::packed::PackedTokens;
use crate::raw::RawEnv;
use crate::rebuildable::Rebuildable;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jbyteArray, jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, OwnedStream};

/// A stream, and the tokens that Java has not taken yet.
pub struct TextStream {
    stream: Rebuildable<OwnedStream<u16>>,
    packed: PackedTokens,
    is_exhausted: bool,
}

impl TextStream {
    /// Starts a text that `fill` writes.
    pub fn start(&mut self, length: usize, fill: impl FnOnce(&mut [u16]) -> Result<(), Status>) -> Result<(), Status> {
        self.packed.clear();
        self.is_exhausted = true;
        self.stream.start(|stream| {
            let mut copied = Ok(());
            let set = stream.set(length, |buffer| {
                copied = fill(buffer);
                panic_on_request(buffer);
            });
            copied?;
            set.map_err(Status::from)
        })?;
        self.is_exhausted = false;
        Ok(())
    }

    /// Analyses until there are `capacity.tokens` tokens or the text ends, and passes the tokens that fit to `receive`:
    /// see [`PackedTokens::take_fitting`].
    pub fn take_fitting(
        &mut self,
        capacity: Capacity,
        receive: impl FnOnce(&[i32], &[u16], &[u8]) -> Result<(), Status>,
    ) -> Result<i32, Status> {
        let TextStream { stream, packed, is_exhausted } = self;
        stream.proceed(|stream| {
            if !*is_exhausted {
                *is_exhausted = packed.fill(stream, capacity)?;
            }
            let end = if *is_exhausted { stream.end() } else { None };
            packed.take_fitting(capacity, end, receive)
        })
    }

    fn copy_to_java(&mut self, env: RawEnv, arrays: TokenArrays) -> Result<i32, Status> {
        self.take_fitting(arrays.capacity()?, |numbers, terms, utf8| arrays.store(env, numbers, terms, utf8))
    }
}

/// `long streamCreate(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_streamCreate<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jlong {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer, by the contract of `Native.java`.
        let stream = OwnedStream::new(unsafe { handle::get::<Analyzer>(analyzer) });
        Ok::<_, Failure>(handle::into_handle(TextStream {
            stream: Rebuildable::new(stream),
            packed: PackedTokens::default(),
            is_exhausted: true,
        }))
    })
}

/// `void streamFree(long stream)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_streamFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    stream: jlong,
) {
    // SAFETY: the contract of `Native.java`.
    unsafe { handle::free::<TextStream>(stream) };
}

/// `int streamStart(long stream, char[] text, int length, int[] numbers, int numbersCapacity, char[] terms,
/// int termsCapacity, byte[] utf8, int utf8Capacity)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_streamStart(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    stream: jlong,
    text: jcharArray,
    length: jint,
    numbers: jintArray,
    numbers_capacity: jint,
    terms: jcharArray,
    terms_capacity: jint,
    utf8: jbyteArray,
    utf8_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live stream of this thread.
        let (env, stream) = unsafe { (RawEnv::new(env), handle::get_mut::<TextStream>(stream)) };
        stream.start(length_of(length)?, |buffer| env.get_chars(text, buffer))?;
        stream.copy_to_java(env, TokenArrays { numbers, numbers_capacity, terms, terms_capacity, utf8, utf8_capacity })
    })
}

/// `int streamNext(long stream, int[] numbers, int numbersCapacity, char[] terms, int termsCapacity, byte[] utf8,
/// int utf8Capacity)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_streamNext(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    stream: jlong,
    numbers: jintArray,
    numbers_capacity: jint,
    terms: jcharArray,
    terms_capacity: jint,
    utf8: jbyteArray,
    utf8_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: as for `streamStart`.
        let (env, stream) = unsafe { (RawEnv::new(env), handle::get_mut::<TextStream>(stream)) };
        stream.copy_to_java(env, TokenArrays { numbers, numbers_capacity, terms, terms_capacity, utf8, utf8_capacity })
    })
}
