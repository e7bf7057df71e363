//! Sort keys, comparison in the order of sort keys, key ranges, keys as text.

use crate::arrays::length_of;
use crate::fault::panic_on_request;
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::kept::release_large;
use crate::library::new_string;
use crate::raw::Raw;
use jni::JNIEnv;
use jni::objects::{JByteArray, JCharArray, JClass, JObject, JString};
use jni::sys::{jbyteArray, jcharArray, jint, jintArray, jlong};
use std::cmp::Ordering;
use unic_analysis::analysis::{Analyzer, KeyError, Stream};
use unic_analysis::unicode::collate::{self, Key, Strength};

/// The state of one `SortKeys` object: a stream, and buffers for texts and keys.
pub struct Keys {
    stream: Stream,
    analyzer: Analyzer,
    text: Vec<u16>,
    other: Vec<u16>,
    keys: Vec<u8>,
    ends: Vec<i32>,
    is_broken: bool,
}

impl Keys {
    /// Runs a call; the call after a panic starts with a new stream.
    fn run<T, E>(&mut self, body: impl FnOnce(&mut Keys) -> Result<T, E>) -> Result<T, E> {
        if self.is_broken {
            self.stream = self.analyzer.stream();
        }
        self.is_broken = true;
        let result = body(self);
        self.is_broken = false;
        release_large(&mut self.text);
        release_large(&mut self.other);
        release_large(&mut self.keys);
        release_large(&mut self.ends);
        result
    }

    /// Builds the key of a text; returns its length. The key is written to `buffer` if it fits; the rest of the buffer
    /// is then undefined.
    pub fn key_into(&mut self, text: &[u16], buffer: &mut [u8]) -> Result<i32, Status> {
        self.run(|keys| {
            panic_on_request(text);
            let length = match keys.stream.sort_key_into(text, buffer)? {
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
        let analyzer = unsafe { handle::get::<Analyzer>(analyzer) }.clone();
        Ok::<_, Failure>(handle::into_handle(Keys {
            stream: analyzer.stream(),
            analyzer,
            text: Vec::new(),
            other: Vec::new(),
            keys: Vec::new(),
            ends: Vec::new(),
            is_broken: false,
        }))
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
    unsafe { handle::free::<Keys>(keys) };
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
        let (env, keys) = unsafe { (Raw::new(env), handle::get_mut::<Keys>(keys)) };
        keys.run(|keys| {
            let text = env.get_text(text, length, &mut keys.text)?;
            let made = keys.stream.sort_key(text)?;
            if made.len() <= length_of(key_capacity) {
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
        let (env, keys) = unsafe { (Raw::new(env), handle::get_mut::<Keys>(keys)) };
        keys.run(|keys| {
            env.get_ints(ends, count, &mut keys.ends)?;
            let texts = env.get_text(texts, keys.ends.last().copied().unwrap_or(0), &mut keys.text)?;
            keys.keys.clear();
            let mut start = 0;
            for end in &mut keys.ends {
                let text = texts.get(start..length_of(*end)).ok_or(Status::Fault)?;
                start = length_of(*end);
                let key = keys.stream.sort_key(text)?;
                keys.keys.try_reserve(key.len()).map_err(|_| Status::OutOfMemory)?;
                keys.keys.extend_from_slice(key);
                *end = i32::try_from(keys.keys.len()).map_err(|_| Status::TextTooLong)?;
            }
            if keys.keys.len() <= length_of(bytes_capacity) {
                env.set_bytes(bytes, &keys.keys)?;
                env.set_ints(key_ends, &keys.ends)?;
            }
            Ok(keys.keys.len() as i32)
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
        let (env, keys) = unsafe { (Raw::new(env), handle::get_mut::<Keys>(keys)) };
        keys.run(|keys| {
            let left = env.get_text(left, left_length, &mut keys.text)?;
            let right = env.get_text(right, right_length, &mut keys.other)?;
            Ok(match keys.stream.compare(left, right)? {
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
        let keys = unsafe { handle::get_mut::<Keys>(keys) };
        let mut text = vec![0; length_of(env.get_array_length(&prefix)?)];
        env.get_char_array_region(&prefix, 0, &mut text)?;
        let strength = match strength {
            1 => Strength::Primary,
            2 => Strength::Secondary,
            3 => Strength::Tertiary,
            4 => Strength::Quaternary,
            _ => Strength::Identical,
        };
        let range = keys.run(|keys| keys.stream.sort_key_prefix(&text, strength)).map_err(|error| match error {
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
            Failure::Argument(format!("no sort key in {form}: {shown:?}"))
        })?;
        Ok(JObject::from(env.byte_array_from_slice(&key)?))
    });
    JByteArray::from(key)
}
