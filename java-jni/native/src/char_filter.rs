//! The char filters of an analyzer: the filtered text, and its offset map to the original.

use crate::arrays::length_of;
use crate::guard::{Failure, Status, guard, guard_call};
use crate::handle;
use crate::raw::RawEnv;
use crate::rebuildable::Rebuildable;
use jni::JNIEnv;
use jni::objects::JClass;
use jni::sys::{jcharArray, jint, jintArray, jlong};
use unic_analysis::analysis::{Analyzer, Stream};

/// The char filters of an analyzer, and the last filtered text until Java takes it.
pub struct CharFilters {
    stream: Rebuildable<Stream>,
    source: Vec<u16>,
    text: Vec<u16>,
    /// Pairs of an offset in the filtered text and one in the original; offsets between two pairs map one to one.
    map: Vec<i32>,
}

impl CharFilters {
    fn new(analyzer: &Analyzer) -> CharFilters {
        let stream = Rebuildable::new(analyzer.stream());
        CharFilters { stream, source: Vec::new(), text: Vec::new(), map: Vec::new() }
    }

    /// Filters a text that `read` returns; returns the length of the filtered text.
    fn run(&mut self, read: impl FnOnce(&mut Vec<u16>) -> Result<&[u16], Status>) -> Result<i32, Status> {
        self.release();
        let CharFilters { stream, source, text, map } = self;
        stream.start(|stream| {
            let (filtered, offsets) = stream.apply_char_filters_with_map(read(source)?)?;
            text.try_reserve_exact(filtered.len()).map_err(|_| Status::OutOfMemory)?;
            text.extend_from_slice(filtered);
            // Java takes the map as one array.
            let map_length = 2 * offsets.steps().len();
            i32::try_from(map_length).map_err(|_| Status::TextTooLong)?;
            map.try_reserve_exact(map_length).map_err(|_| Status::OutOfMemory)?;
            map.extend(offsets.steps().flat_map(|(filtered, original)| [filtered as i32, original as i32]));
            i32::try_from(text.len()).map_err(|_| Status::TextTooLong)
        })
    }

    fn release(&mut self) {
        (self.source, self.text, self.map) = (Vec::new(), Vec::new(), Vec::new());
    }
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
        let analyzer = unsafe { handle::get::<Analyzer>(analyzer) };
        Ok::<_, Failure>(handle::into_handle(CharFilters::new(analyzer)))
    })
}

/// `void charFilterFree(long charFilter)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_charFilterFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    filter: jlong,
) {
    // SAFETY: the contract of `Native.java`.
    unsafe { handle::free::<CharFilters>(filter) };
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
        let (env, filter) = unsafe { (RawEnv::new(env), handle::get_mut::<CharFilters>(filter)) };
        filter.run(|source| env.get_text(text, length, source))
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

/// `int charFilterTake(long charFilter, char[] text, int textCapacity, int[] map, int mapCapacity)`: copies text and
/// map to Java and releases them.
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
        let (env, filter) = unsafe { (RawEnv::new(env), handle::get_mut::<CharFilters>(filter)) };
        if length_of(text_capacity)? < filter.text.len() || length_of(map_capacity)? < filter.map.len() {
            return Err(Status::Fault);
        }
        env.set_chars(text, &filter.text)?;
        env.set_ints(map, &filter.map)?;
        filter.release();
        Ok(0)
    })
}
