//! Calls through the foreign function interface of Java 22 and later, which pass the addresses of the elements of Java
//! arrays: no transition between Java and native code, and no JNI call per array.
//!
//! The JVM moves no array during such a call, and so can't collect garbage in that time. These calls are for short
//! texts therefore. They call no JNI function.
//!
//! Compiled Java code may leave values in the upper halves of vector registers, and the JVM does not clear them as it
//! does before a JNI call. SSE instructions would then have to preserve them, which makes them wait for each other
//! ([`clear_upper_halves`]): 200 ns per text.

use crate::arrays::{Capacity, length_of};
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::keys::SortKeys;
use crate::stream::TextStream;
use jni::JNIEnv;
use jni::objects::{JClass, JLongArray, JObject};
use jni::sys::{jint, jlong};
use std::slice;

/// `long[] directCalls()`: the addresses of [`stream_start`] and [`key`].
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_directCalls<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> JLongArray<'local> {
    let calls = guard_call(&mut env, |env| {
        let calls = [stream_start as *const () as jlong, key as *const () as jlong];
        let array = env.new_long_array(calls.len() as jint)?;
        env.set_long_array_region(&array, 0, &calls)?;
        Ok::<_, Failure>(JObject::from(array))
    });
    JLongArray::from(calls)
}

/// `streamStart` of `Native.java`, with addresses instead of arrays.
unsafe extern "C" fn stream_start(
    stream: jlong,
    text: *const u16,
    length: jint,
    numbers: *mut i32,
    numbers_capacity: jint,
    terms: *mut u16,
    terms_capacity: jint,
    utf8: *mut u8,
    utf8_capacity: jint,
) -> jint {
    clear_upper_halves();
    guard(|| {
        // SAFETY: a live stream of this thread. The other arguments are Java arrays of these lengths, pairwise
        // different apart from the text, which is copied before the others are written (`TokenCursor.fetch`).
        unsafe {
            let stream = handle::get_mut::<TextStream>(stream);
            stream.start(length_of(length)?, |buffer| {
                buffer.copy_from_slice(slice::from_raw_parts(text, buffer.len()));
                Ok(())
            })?;
            let capacity = Capacity::new(numbers_capacity, terms_capacity, utf8_capacity)?;
            let numbers = slice::from_raw_parts_mut(numbers, length_of(numbers_capacity)?);
            let terms = slice::from_raw_parts_mut(terms, capacity.units);
            let utf8 = slice::from_raw_parts_mut(utf8, capacity.bytes);
            stream.take_fitting(capacity, |from_numbers, from_terms, from_utf8| {
                copy(numbers, from_numbers)?;
                copy(terms, from_terms)?;
                copy(utf8, from_utf8)
            })
        }
    })
}

/// `key` of `Native.java`, with addresses instead of arrays.
unsafe extern "C" fn key(keys: jlong, text: *const u16, length: jint, key: *mut u8, key_capacity: jint) -> jint {
    clear_upper_halves();
    guard(|| {
        // SAFETY: a live object of this thread, and two Java arrays of these lengths.
        unsafe {
            let keys = handle::get_mut::<SortKeys>(keys);
            let text = slice::from_raw_parts(text, length_of(length)?);
            keys.key_into(text, slice::from_raw_parts_mut(key, length_of(key_capacity)?))
        }
    })
}

/// Clears the upper halves of the vector registers.
#[cfg(target_arch = "x86_64")]
#[inline]
fn clear_upper_halves() {
    #[target_feature(enable = "avx")]
    fn clear() {
        std::arch::x86_64::_mm256_zeroupper();
    }
    if std::arch::is_x86_feature_detected!("avx") {
        // SAFETY: the processor has AVX.
        unsafe { clear() };
    }
}

/// Only x86-64 has instructions that depend on the upper halves.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
fn clear_upper_halves() {}

/// Copies items to the start of a slice.
#[inline]
fn copy<T: Copy>(to: &mut [T], from: &[T]) -> Result<(), Status> {
    to.get_mut(..from.len()).ok_or(Status::Fault)?.copy_from_slice(from);
    Ok(())
}
