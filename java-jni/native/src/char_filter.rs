//! The char filters of an analyzer: the filtered text, and its offset map to the original.

use crate::guard::{Failure, guard, guard_call};
use crate::handle;
use crate::packed::capacity;
use crate::raw::Raw;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, Stream};

/// The char filters of an analyzer, and the last filtered text until Java takes it.
pub struct CharFilters {
    stream: Stream,
    source: Vec<u16>,
    text: Vec<u16>,
    /// Pairs of an offset in the filtered text and one in the original; offsets between two pairs map one to one.
    map: Vec<i32>,
}

/// `long charFilterCreate(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterCreate<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jlong {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer, by the contract of `Native.java`.
        let stream = unsafe { handle::get::<Analyzer>(analyzer) }.stream();
        let filter = CharFilters { stream, source: Vec::new(), text: Vec::new(), map: Vec::new() };
        Ok::<_, Failure>(handle::into_handle(filter))
    })
}

/// `void charFilterFree(long charFilter)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    filter: jlong,
) {
    guard(|| {
        // SAFETY: the contract of `Native.java`.
        unsafe { handle::free::<CharFilters>(filter) };
        Ok(0)
    });
}

/// `int charFilterRun(long charFilter, char[] text, int length)`: the length of the filtered text.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterRun(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
    text: jcharArray,
    length: jint,
) -> jint {
    guard(|| {
        // SAFETY: the JVM's environment, and a live object of this thread.
        let (env, filter) = unsafe { (Raw::new(env), handle::get_mut::<CharFilters>(filter)) };
        filter.source = Vec::new();
        filter.text = Vec::new();
        filter.map.clear();
        let text = env.get_text(text, length, &mut filter.source)?;
        let (changed, map) = filter.stream.filter_text_with_map(text)?;
        filter.text.extend_from_slice(changed);
        filter.map.extend(map.steps().flat_map(|(result, start)| [result as i32, start as i32]));
        Ok(filter.text.len() as i32)
    })
}

/// `int charFilterMapLength(long charFilter)`: the number of integers of the offset map.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterMapLength(
    _env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
) -> jint {
    guard(|| {
        // SAFETY: a live object of this thread.
        Ok(unsafe { handle::get::<CharFilters>(filter) }.map.len() as i32)
    })
}

/// `int charFilterTake(long charFilter, char[] text, int textCapacity, int[] map, int mapCapacity)`: copies text and map to Java and
/// releases them.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterTake(
    env: *mut jni::sys::JNIEnv,
    _class: jni::sys::jclass,
    filter: jlong,
    text: jcharArray,
    text_capacity: jint,
    map: jintArray,
    map_capacity: jint,
) -> jint {
    guard(|| {
        // SAFETY: as for `charFilterRun`.
        let (env, filter) = unsafe { (Raw::new(env), handle::get_mut::<CharFilters>(filter)) };
        if capacity(text_capacity) < filter.text.len() || capacity(map_capacity) < filter.map.len() {
            return Err(crate::guard::Status::Fault);
        }
        env.set_chars(text, &filter.text)?;
        env.set_ints(map, &filter.map)?;
        (filter.source, filter.text) = (Vec::new(), Vec::new());
        filter.map.clear();
        Ok(0)
    })
}
