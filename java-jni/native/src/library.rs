//! Calls that concern the library as a whole: versions, components, token types, faults.

use crate::guard::{Failure, guard, guard_call, last_fault, silence_panics};
use crate::handle;
use jni::objects::{JClass, JObject, JObjectArray, JString};
use jni::sys::{JNI_VERSION_1_8, jint, jlong};
use jni::{JNIEnv, JavaVM};
use std::ffi::c_void;
use unic_analysis::analysis::TokenType;
use unic_analysis::config::components;
use unic_analysis::unicode::version;

/// The JVM calls this function after loading the library.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(_vm: JavaVM, _reserved: *mut c_void) -> jint {
    guard(|| {
        silence_panics();
        Ok(JNI_VERSION_1_8)
    })
}

/// Creates a Java string; null, with a pending exception, if that fails.
pub(crate) fn new_string<'local>(
    env: &mut JNIEnv<'local>,
    make: impl FnOnce(&mut JNIEnv<'local>) -> Result<String, Failure>,
) -> JString<'local> {
    let object = guard_call(env, |env| {
        let text = make(env)?;
        Ok(JObject::from(env.new_string(text)?))
    });
    JString::from(object)
}

/// `String version()`: the versions of the package, Unicode and CLDR, separated by spaces.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_version<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> JString<'local> {
    new_string(&mut env, |_| Ok(format!("{} {} {}", env!("CARGO_PKG_VERSION"), version::UNICODE, version::CLDR)))
}

/// `String components()`: all components with their option tables, as JSON.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_components<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> JString<'local> {
    new_string(&mut env, |_| Ok(components::all_to_json().to_string()))
}

/// `String lastFault()`: the message of the last internal error of this thread.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_lastFault<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> JString<'local> {
    new_string(&mut env, |_| Ok(last_fault()))
}

/// `String[] tokenTypeNames()`: the names of token types by number.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_tokenTypeNames<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> JObjectArray<'local> {
    let names = guard_call(&mut env, |env| {
        let names = env.new_object_array(TokenType::ALL.len() as jint, "java/lang/String", JObject::null())?;
        for (at, token_type) in TokenType::ALL.into_iter().enumerate() {
            let name = env.new_string(token_type.name())?;
            env.set_object_array_element(&names, at as jint, name)?;
        }
        Ok(JObject::from(names))
    });
    JObjectArray::from(names)
}

/// `long liveObjects()`: the number of native objects that Java holds.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_liveObjects<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
) -> jlong {
    handle::live()
}
