//! Catches panics at the JNI boundary, and reports failures to Java.

use jni::JNIEnv;
use jni::objects::{JObject, JThrowable, JValue};
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use unic_analysis::analysis::{KeyError, TextError};
use unic_analysis::config::ConfigErrors;

/// The negative result of a failed call on the hot path, instead of a count; `Native.java` throws the exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// An internal error of the library.
    Fault = -1,
    /// The text, or the numbers or terms of its result, have 2^31 units or more.
    TextTooLong = -2,
    /// The text after the char filters exceeds the length limit, or the rules of a transform do not terminate.
    Limit = -3,
    /// Memory ran out.
    OutOfMemory = -4,
    /// The analyzer has no sort keys.
    NoKeys = -5,
    /// A Java exception is pending.
    Pending = -6,
}

impl From<TextError> for Status {
    fn from(error: TextError) -> Status {
        match error {
            TextError::TooLong => Status::TextTooLong,
            TextError::Limit => Status::Limit,
            TextError::OutOfMemory => Status::OutOfMemory,
        }
    }
}

impl From<KeyError> for Status {
    fn from(error: KeyError) -> Status {
        match error {
            KeyError::TooLong => Status::TextTooLong,
            KeyError::NoKeys => Status::NoKeys,
            KeyError::OutOfMemory => Status::OutOfMemory,
        }
    }
}

/// Runs the body of a call on the hot path.
#[inline]
pub fn guard(body: impl FnOnce() -> Result<i32, Status>) -> i32 {
    match panic::catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(count)) => count,
        Ok(Err(Status::Fault)) => contract_violation() as i32,
        Ok(Err(status)) => status as i32,
        Err(_) => Status::Fault as i32,
    }
}

/// Stores the message of a fault without a panic.
#[cold]
fn contract_violation() -> Status {
    LAST_FAULT.with_borrow_mut(|last| "a call violates the contract of Native.java".clone_into(last));
    Status::Fault
}

/// The reason why a call outside of the hot path fails.
pub enum Failure {
    /// A Java exception is pending.
    Pending,
    /// A definition is invalid.
    Definition(Box<ConfigErrors>),
    /// An argument is invalid.
    Argument(String),
    /// Memory ran out.
    OutOfMemory,
}

impl From<jni::errors::Error> for Failure {
    fn from(error: jni::errors::Error) -> Failure {
        match error {
            jni::errors::Error::JavaException => Failure::Pending,
            other => Failure::Argument(other.to_string()),
        }
    }
}

impl From<ConfigErrors> for Failure {
    fn from(errors: ConfigErrors) -> Failure {
        Failure::Definition(Box::new(errors))
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Failure {
        match error {
            TextError::OutOfMemory => Failure::OutOfMemory,
            other => Failure::Argument(other.to_string()),
        }
    }
}

/// Runs the body of a call outside of the hot path; on failure it throws a Java exception and returns the default of
/// the type.
pub fn guard_call<'local, T: Default>(
    env: &mut JNIEnv<'local>,
    body: impl FnOnce(&mut JNIEnv<'local>) -> Result<T, Failure>,
) -> T {
    match panic::catch_unwind(AssertUnwindSafe(|| body(env))) {
        Ok(Ok(result)) => return result,
        Ok(Err(failure)) => throw(env, failure),
        Err(_) => throw_new(env, "org/unicanalysis/NativeFaultException", &last_fault()),
    }
    T::default()
}

fn throw(env: &mut JNIEnv<'_>, failure: Failure) {
    match failure {
        Failure::Pending => {}
        Failure::Definition(errors) => throw_definition(env, &errors),
        Failure::Argument(message) => throw_new(env, "java/lang/IllegalArgumentException", &message),
        Failure::OutOfMemory => throw_new(env, "java/lang/OutOfMemoryError", "in the native library"),
    }
}

/// Throws a Java exception. If it can't be created, another one is pending already.
fn throw_new(env: &mut JNIEnv<'_>, class: &str, message: &str) {
    drop(env.throw_new(class, message));
}

fn throw_definition(env: &mut JNIEnv<'_>, errors: &ConfigErrors) {
    let first = errors.first();
    let made = (|| -> jni::errors::Result<()> {
        let message = JObject::from(env.new_string(errors.to_string().trim_end())?);
        let all = JObject::from(env.new_string(errors.to_json())?);
        let category = JObject::from(env.new_string(first.category.name())?);
        let pointer = JObject::from(env.new_string(&first.pointer)?);
        let java_int = |number: usize| JValue::Int(i32::try_from(number).unwrap_or(i32::MAX));
        let texts = [&message, &all, &category, &pointer].map(JValue::Object);
        let [message, all, category, pointer] = texts;
        let arguments = [message, all, category, pointer, java_int(first.line), java_int(first.column)];
        const TEXT: &str = "Ljava/lang/String;";
        let signature = format!("({TEXT}{TEXT}{TEXT}{TEXT}II)V");
        let exception = env.new_object("org/unicanalysis/DefinitionException", signature, &arguments)?;
        env.throw(JThrowable::from(exception))
    })();
    drop(made);
}

thread_local! {
    static LAST_FAULT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Message and location of the last panic of this thread.
pub fn last_fault() -> String {
    LAST_FAULT.with_borrow(String::clone)
}

/// Installs a panic hook that prints nothing and stores the message for the exception. The hook belongs to the standard
/// library that is linked into this shared library, so other Rust code in the process keeps its hook.
pub fn silence_panics() {
    panic::set_hook(Box::new(|info| LAST_FAULT.with_borrow_mut(|last| *last = info.to_string())));
}
