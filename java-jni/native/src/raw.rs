//! The few calls of the raw JNI function table that run once per text.
//!
//! Arrays are copied by region: no array is pinned, so the collector never waits for an analysis, and short texts cost
//! less than with critical arrays (30 ns an array). Texts and results are copied without checks for exceptions: the
//! only one is that of a range outside of the array, and the JVM throws it when the native call returns.

use crate::arrays::length_of;
use crate::fault::panic_on_request;
use crate::guard::Status;
use jni::sys::{JNIEnv, jbyte, jbyteArray, jchar, jcharArray, jint, jintArray, jsize};

/// The JNI environment of the calling thread.
#[derive(Clone, Copy)]
pub struct RawEnv(*mut JNIEnv);

macro_rules! copy_out {
    ($name:ident, $function:ident, $array:ty, $item:ty, $what:literal) => {
        #[doc = concat!("Copies ", $what, " to the start of a Java array.")]
        pub fn $name(self, array: $array, from: &[$item]) -> Result<(), Status> {
            if from.is_empty() {
                return Ok(());
            }
            let length = jsize::try_from(from.len()).map_err(|_| Status::TextTooLong)?;
            // SAFETY: the environment belongs to this thread; the JVM checks the range, and the Java classes ensure
            // that no array is null.
            unsafe { (**self.0).$function.ok_or(Status::Fault)?(self.0, array, 0, length, from.as_ptr().cast()) };
            Ok(())
        }
    };
}

impl RawEnv {
    /// # Safety
    /// `env` and all arrays must be those that the JVM passed to the current call.
    pub unsafe fn new(env: *mut JNIEnv) -> RawEnv {
        RawEnv(env)
    }

    copy_out!(set_ints, SetIntArrayRegion, jintArray, i32, "numbers");
    copy_out!(set_chars, SetCharArrayRegion, jcharArray, u16, "UTF-16 units");
    copy_out!(set_bytes, SetByteArrayRegion, jbyteArray, u8, "bytes");

    /// Fills a slice from the start of a Java array.
    pub fn get_chars(self, array: jcharArray, to: &mut [u16]) -> Result<(), Status> {
        let length = jsize::try_from(to.len()).map_err(|_| Status::TextTooLong)?;
        // SAFETY: the slice has space for `length` units; see `copy_out` for the rest.
        unsafe {
            let target = to.as_mut_ptr().cast::<jchar>();
            (**self.0).GetCharArrayRegion.ok_or(Status::Fault)?(self.0, array, 0, length, target);
        }
        Ok(())
    }

    /// Copies the first `length` units of a Java array to a buffer.
    pub fn get_text(self, array: jcharArray, length: jint, to: &mut Vec<u16>) -> Result<&[u16], Status> {
        let count = length_of(length)?;
        if let Some(missing) = count.checked_sub(to.len()) {
            to.try_reserve(missing).map_err(|_| Status::OutOfMemory)?;
            to.resize(count, 0);
        }
        let text = to.get_mut(..count).ok_or(Status::Fault)?;
        self.get_chars(array, text)?;
        panic_on_request(text);
        Ok(text)
    }

    /// Copies the first `length` numbers of a Java array to a buffer.
    pub fn get_ints(self, array: jintArray, length: jint, to: &mut Vec<i32>) -> Result<(), Status> {
        let count = length_of(length)?;
        to.clear();
        to.try_reserve(count).map_err(|_| Status::OutOfMemory)?;
        // SAFETY: there is space for `count` numbers; see `copy_out` for the rest.
        unsafe { (**self.0).GetIntArrayRegion.ok_or(Status::Fault)?(self.0, array, 0, length, to.as_mut_ptr().cast()) };
        self.check()?;
        // SAFETY: the JVM has written all of them, else an exception would be pending.
        unsafe { to.set_len(count) };
        Ok(())
    }

    fn check(self) -> Result<(), Status> {
        // SAFETY: the environment belongs to this thread.
        let pending = unsafe { (**self.0).ExceptionCheck.ok_or(Status::Fault)?(self.0) };
        if pending == 0 { Ok(()) } else { Err(Status::Pending) }
    }
}

const _: () = assert!(size_of::<jbyte>() == size_of::<u8>() && size_of::<jchar>() == size_of::<u16>());
