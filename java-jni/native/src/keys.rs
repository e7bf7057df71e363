//! Sort keys, comparison in the order of sort keys, key ranges, keys as text.

use crate::arrays::{length_of, units_of};
use crate::fault::panic_on_request;
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::kept::release_large;
use crate::library::new_string;
use crate::raw::RawEnv;
use crate::rebuildable::Rebuildable;
use jni::JNIEnv;
use jni::objects::{JByteArray, JCharArray, JClass, JObject, JString};
use jni::sys::{jbyteArray, jcharArray, jint, jintArray, jlong};
use std::cmp::Ordering;
use unic_analysis::analysis::{Analyzer, KeyError, Stream};
use unic_analysis::unicode::collate::{self, Key, Strength};

/// The state of one `SortKeys` object of Java.
pub struct SortKeys {
    stream: Rebuildable<Stream>,
    buffers: KeyBuffers,
}

/// The texts of a call, and its keys.
#[derive(Default)]
struct KeyBuffers {
    text: Vec<u16>,
    /// The second text of a comparison.
    other: Vec<u16>,
    keys: Vec<u8>,
    ends: Vec<i32>,
}

impl SortKeys {
    /// Runs a call, and releases large buffers after it.
    #[inline]
    fn run<T, E>(&mut self, body: impl FnOnce(&mut Stream, &mut KeyBuffers) -> Result<T, E>) -> Result<T, E> {
        let SortKeys { stream, buffers } = self;
        let result = stream.start(|stream| body(stream, buffers));
        release_large(&mut buffers.text);
        release_large(&mut buffers.other);
        release_large(&mut buffers.keys);
        release_large(&mut buffers.ends);
        result
    }

    /// Builds the key of a text; returns its length. The key is written to `buffer` if it fits; the rest of the buffer
    /// is then undefined.
    pub fn key_into(&mut self, text: &[u16], buffer: &mut [u8]) -> Result<i32, Status> {
        self.run(|stream, _| {
            panic_on_request(text);
            let length = match stream.sort_key_into(text, buffer)? {
                Key::InBuffer(length) => length,
                Key::InScratch(key) => {
                    if let Some(buffer) = buffer.get_mut(..key.len()) {
                        buffer.copy_from_slice(key);
                    }
                    key.len()
                }
            };
            i32::try_from(length).map_err(|_| Status::TextTooLong)
        })
    }
}

/// `long keysCreate(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keysCreate<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jlong {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer, by the contract of `Native.java`.
        let stream = unsafe { handle::get::<Analyzer>(analyzer) }.stream();
        let stream = Rebuildable::new(stream);
        Ok::<_, Failure>(handle::into_handle(SortKeys { stream, buffers: KeyBuffers::default() }))
    })
}

/// `void keysFree(long keys)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keysFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    keys: jlong,
) {
    // SAFETY: the contract of `Native.java`.
    unsafe { handle::free::<SortKeys>(keys) };
}

/// `int key(long keys, char[] text, int length, byte[] key, int keyCapacity)`: the length of the key, which is written
/// if the capacity is sufficient.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_key(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    keys: jlong,
    text: jcharArray,
    length: jint,
    key: jbyteArray,
    key_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, keys) = unsafe { (RawEnv::new(env), handle::get_mut::<SortKeys>(keys)) };
        let key_capacity = length_of(key_capacity)?;
        keys.run(|stream, buffers| {
            let text = env.get_text(text, length, &mut buffers.text)?;
            let made = stream.sort_key(text)?;
            if made.len() <= key_capacity {
                env.set_bytes(key, made)?;
            }
            i32::try_from(made.len()).map_err(|_| Status::TextTooLong)
        })
    })
}

/// `int keys(long keys, char[] texts, int[] ends, int count, byte[] bytes, int bytesCapacity, int[] keyEnds)`
///
/// Text i is `texts[ends[i - 1] .. ends[i]]`, key i is `bytes[keyEnds[i - 1] .. keyEnds[i]]`. Returns the total length
/// of all keys, which are written if the capacity is sufficient.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keys(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    keys: jlong,
    texts: jcharArray,
    ends: jintArray,
    count: jint,
    bytes: jbyteArray,
    bytes_capacity: jint,
    key_ends: jintArray,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, keys) = unsafe { (RawEnv::new(env), handle::get_mut::<SortKeys>(keys)) };
        let bytes_capacity = length_of(bytes_capacity)?;
        keys.run(|stream, KeyBuffers { text, keys, ends: all_ends, .. }| {
            env.get_ints(ends, count, all_ends)?;
            let texts = env.get_text(texts, all_ends.last().copied().unwrap_or(0), text)?;
            keys.clear();
            let mut start = 0;
            for end in &mut *all_ends {
                let text_end = length_of(*end)?;
                let key = stream.sort_key(texts.get(start..text_end).ok_or(Status::Fault)?)?;
                start = text_end;
                keys.try_reserve(key.len()).map_err(|_| Status::OutOfMemory)?;
                keys.extend_from_slice(key);
                *end = i32::try_from(keys.len()).map_err(|_| Status::TextTooLong)?;
            }
            if keys.len() <= bytes_capacity {
                env.set_bytes(bytes, keys)?;
                env.set_ints(key_ends, all_ends)?;
            }
            Ok(keys.len() as i32)
        })
    })
}

/// The results of `compare`: not negative, so that no order is taken for a status.
const LESS: jint = 0;
const EQUAL: jint = 1;
const GREATER: jint = 2;

/// `int compare(long keys, char[] left, int leftLength, char[] right, int rightLength)`: 0 less, 1 equal, 2 greater.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_compare(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    keys: jlong,
    left: jcharArray,
    left_length: jint,
    right: jcharArray,
    right_length: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, keys) = unsafe { (RawEnv::new(env), handle::get_mut::<SortKeys>(keys)) };
        keys.run(|stream, buffers| {
            let left = env.get_text(left, left_length, &mut buffers.text)?;
            let right = env.get_text(right, right_length, &mut buffers.other)?;
            Ok(match stream.compare(left, right)? {
                Ordering::Less => LESS,
                Ordering::Equal => EQUAL,
                Ordering::Greater => GREATER,
            })
        })
    })
}

/// `byte[] keyRange(long keys, char[] prefix, int strength, int[] startLength)`: the start of the range followed by its
/// end.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keyRange<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    keys: jlong,
    prefix: JCharArray<'local>,
    strength: jint,
    start_length: jni::objects::JIntArray<'local>,
) -> JByteArray<'local> {
    let range = guard_call(&mut env, |env| {
        // SAFETY: a live object of this thread.
        let keys = unsafe { handle::get_mut::<SortKeys>(keys) };
        let text = units_of(env, &prefix)?;
        let strength = match strength {
            1 => Strength::Primary,
            2 => Strength::Secondary,
            3 => Strength::Tertiary,
            4 => Strength::Quaternary,
            5 => Strength::Identical,
            other => {
                return Err(Failure::Argument(format!("strength {other}: 1 (primary) to 5 (identical) are allowed")));
            }
        };
        let range = keys.run(|stream, _| stream.sort_key_prefix(&text, strength)).map_err(|error| match error {
            KeyError::OutOfMemory => Failure::OutOfMemory,
            other => Failure::Argument(other.to_string()),
        })?;
        env.set_int_array_region(&start_length, 0, &[range.start.len() as jint])?;
        let both = [range.start, range.end].concat();
        Ok(JObject::from(env.byte_array_from_slice(&both)?))
    });
    JByteArray::from(range)
}

/// `String keyToText(byte[] key, boolean hex)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keyToText<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    key: JByteArray<'local>,
    hex: jni::sys::jboolean,
) -> JString<'local> {
    new_string(&mut env, |env| {
        let key = env.convert_byte_array(&key)?;
        let mut text = String::new();
        if hex != 0 {
            collate::to_hex(&key, &mut text);
        } else {
            let mut units = Vec::new();
            collate::to_base_32768(&key, &mut units);
            // Values up to 7FFF are characters.
            text.extend(units.iter().filter_map(|unit| char::from_u32(u32::from(*unit))));
        }
        Ok(text)
    })
}

/// `byte[] keyFromText(String text, boolean hex)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_keyFromText<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    text: JString<'local>,
    hex: jni::sys::jboolean,
) -> JByteArray<'local> {
    let key = guard_call(&mut env, |env| {
        let text: String = env.get_string(&text)?.into();
        let mut key = Vec::new();
        let (read, form) = if hex != 0 {
            (collate::from_hex(&text, &mut key), "hexadecimal digits, two per byte")
        } else {
            (collate::from_base_32768(&text.encode_utf16().collect::<Vec<u16>>(), &mut key), "base 32768")
        };
        read.map_err(|_| {
            let shown: String = text.chars().take(60).collect();
            Failure::Argument(format!("not a sort key in {form}: {shown:?}"))
        })?;
        Ok(JObject::from(env.byte_array_from_slice(&key)?))
    });
    JByteArray::from(key)
}
