//! Analyzers: built from a definition, shared by all threads.

use crate::arrays::units_of;
use crate::fault::panic_on_request;
use crate::guard::{Failure, guard_call};
use crate::handle;
use crate::library::new_string;
use jni::JNIEnv;
use jni::errors::Error;
use jni::objects::{JByteArray, JCharArray, JClass, JLongArray, JObject, JString};
use jni::sys::{jboolean, jint, jlong};
use std::path::PathBuf;
use unic_analysis::analysis::sort_key::KEY_FORMAT;
use unic_analysis::analysis::{Analyzer, OffsetUnit, char_filter, token_filter};
use unic_analysis::config::error::warnings_to_json;
use unic_analysis::config::option_files::FileSource;
use unic_analysis::config::{self, CompileOptions, describe, explain};

fn optional_text(env: &mut JNIEnv<'_>, text: &JString<'_>) -> Result<Option<String>, Failure> {
    if text.is_null() { Ok(None) } else { Ok(Some(env.get_string(text)?.into())) }
}

fn options(
    env: &mut JNIEnv<'_>,
    directory: &JString<'_>,
    files: &JObject<'_>,
    lenient: jboolean,
) -> Result<CompileOptions, Failure> {
    let configuration_directory = optional_text(env, directory)?.map(PathBuf::from);
    let files = if files.is_null() { None } else { Some(file_source(env, files)?) };
    Ok(CompileOptions {
        configuration_directory,
        files,
        lenient: lenient != 0,
        keys_as_text: true,
        ..CompileOptions::default()
    })
}

/// The files of a `FileSource` of Java, which is called in the thread that compiles.
fn file_source(env: &mut JNIEnv<'_>, files: &JObject<'_>) -> Result<FileSource, Failure> {
    let (vm, files) = (env.get_java_vm()?, env.new_global_ref(files)?);
    Ok(FileSource::new(move |name| {
        let mut env = vm.get_env().map_err(|error| error.to_string())?;
        env.with_local_frame(8, |env| {
            let name = JObject::from(env.new_string(name)?);
            let call = env.call_method(&files, "read", "(Ljava/lang/String;)[B", &[(&name).into()]);
            let bytes = JByteArray::from(call?.l()?);
            if bytes.is_null() { Err(Error::NullPtr("FileSource.read")) } else { env.convert_byte_array(&bytes) }
        })
        .map_err(|error| thrown_message(&mut env).unwrap_or_else(|| error.to_string()))
    }))
}

/// The description of the pending exception, which is cleared; `None` if there is none.
fn thrown_message(env: &mut JNIEnv<'_>) -> Option<String> {
    let thrown = env.exception_occurred().ok().filter(|thrown| !thrown.is_null())?;
    env.exception_clear().ok()?;
    let text = env.call_method(&thrown, "toString", "()Ljava/lang/String;", &[]).and_then(|text| text.l());
    if env.exception_check().ok()? {
        env.exception_clear().ok()?;
    }
    env.get_string(&JString::from(text.ok()?)).ok().map(String::from)
}

/// `long analyzerCreate(byte[] definition, String name, String configurationDirectory, FileSource files,
/// boolean lenient, String[] warnings)`
///
/// `warnings[0]` receives the warnings as JSON.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerCreate<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    definition: JByteArray<'local>,
    name: JString<'local>,
    configuration_directory: JString<'local>,
    files: JObject<'local>,
    lenient: jboolean,
    warnings: jni::objects::JObjectArray<'local>,
) -> jlong {
    guard_call(&mut env, |env| {
        let json = env.convert_byte_array(&definition)?;
        let name = optional_text(env, &name)?;
        let options = options(env, &configuration_directory, &files, lenient)?;
        let compiled = config::compile(&json, name.as_deref(), &options)?;
        let noticed = env.new_string(warnings_to_json(&compiled.warnings))?;
        env.set_object_array_element(&warnings, 0, noticed)?;
        Ok(handle::into_handle(compiled.analyzer))
    })
}

/// The analyzers of an array of handles.
fn analyzers<'a>(env: &mut JNIEnv<'_>, handles: &JLongArray<'_>) -> Result<Vec<&'a Analyzer>, Failure> {
    let length = env.get_array_length(handles)?;
    let mut addresses = vec![0; usize::try_from(length).unwrap_or(0)];
    env.get_long_array_region(handles, 0, &mut addresses)?;
    // SAFETY: live analyzers, by the contract of `Native.java`.
    Ok(addresses.into_iter().map(|address| unsafe { handle::get::<Analyzer>(address) }).collect())
}

/// `long analyzerJoin(long[] charFilters, long tokenizer, long[] tokenFilters)`: the components of other analyzers in
/// one.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerJoin<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    char_filters: JLongArray<'local>,
    tokenizer: jlong,
    token_filters: JLongArray<'local>,
) -> jlong {
    guard_call(&mut env, |env| {
        let (char_filters, token_filters) = (analyzers(env, &char_filters)?, analyzers(env, &token_filters)?);
        // SAFETY: a live analyzer.
        let tokenizer = unsafe { handle::get::<Analyzer>(tokenizer) };
        Ok::<_, Failure>(handle::into_handle(Analyzer::join(&char_filters, tokenizer, &token_filters)))
    })
}

/// `long analyzerNormalizer(long analyzer)`: the parts that fit a normalizer.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerNormalizer<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jlong {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer.
        Ok::<_, Failure>(handle::into_handle(unsafe { handle::get::<Analyzer>(analyzer) }.normalizer()))
    })
}

/// `String analyzerNames(byte[] definition, boolean lenient)`: a JSON array.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerNames<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    definition: JByteArray<'local>,
    lenient: jboolean,
) -> JString<'local> {
    new_string(&mut env, |env| {
        let json = env.convert_byte_array(&definition)?;
        let options = CompileOptions { lenient: lenient != 0, ..CompileOptions::default() };
        let names = config::analyzer_names(&json, &options)?;
        Ok(serde_json::Value::from(names).to_string())
    })
}

/// `void analyzerFree(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerFree<'local>(
    _env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) {
    // SAFETY: the contract of `Native.java`.
    unsafe { handle::free::<Analyzer>(analyzer) };
}

/// `String analyzerDescribe(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerDescribe<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> JString<'local> {
    // SAFETY: a live analyzer.
    new_string(&mut env, |_| Ok(describe::describe(unsafe { handle::get::<Analyzer>(analyzer) })))
}

/// `String analyzerFingerprint(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerFingerprint<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> JString<'local> {
    // SAFETY: a live analyzer.
    new_string(&mut env, |_| Ok(unsafe { handle::get::<Analyzer>(analyzer) }.fingerprint()))
}

/// `boolean analyzerHasKeys(long analyzer)`
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerHasKeys<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jboolean {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer.
        Ok::<_, Failure>(jboolean::from(unsafe { handle::get::<Analyzer>(analyzer) }.key_maker().is_some()))
    })
}

/// `boolean analyzerMayTakeLong(long analyzer)`: whether a short text may take milliseconds or more, by rules of
/// transforms or numbers, whose time depends on more than the length of the text.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerMayTakeLong<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jboolean {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer.
        let chain = unsafe { handle::get::<Analyzer>(analyzer) }.chain();
        let may_take_long =
            chain.char_filters.iter().any(|filter| std::ptr::eq(filter.spec, &char_filter::unic_transform::SPEC))
                || chain.token_filters.iter().any(|filter| {
                    std::ptr::eq(filter.spec, &token_filter::unic_transform::SPEC)
                        || std::ptr::eq(filter.spec, &token_filter::unic_numberformat::SPEC)
                });
        Ok::<_, Failure>(jboolean::from(may_take_long))
    })
}

/// `boolean analyzerHasKeyBytesAsTerms(long analyzer)`: whether the analyzer has sort keys and its terms are the bytes
/// of the keys.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerHasKeyBytesAsTerms<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jboolean {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer.
        let options = &unsafe { handle::get::<Analyzer>(analyzer) }.chain().options;
        Ok::<_, Failure>(jboolean::from(options.text(&KEY_FORMAT) == Some("bytes")))
    })
}

/// `int analyzerPositionIncrementGap(long analyzer)`: the gap of the definition; -1 if it has none.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerPositionIncrementGap<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
) -> jint {
    guard_call(&mut env, |_| {
        // SAFETY: a live analyzer.
        let gap = unsafe { handle::get::<Analyzer>(analyzer) }.chain().position_increment_gap();
        Ok::<_, Failure>(gap.map_or(-1, |gap| jint::try_from(gap).unwrap_or(jint::MAX)))
    })
}

/// `String analyzerExplain(long analyzer, char[] text, boolean explain)`: the response of the engine's `_analyze`.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn Java_org_unicanalysis_Native_analyzerExplain<'local>(
    mut env: JNIEnv<'local>,
    _class: JClass<'local>,
    analyzer: jlong,
    text: JCharArray<'local>,
    explain: jboolean,
) -> JString<'local> {
    new_string(&mut env, |env| {
        let units = units_of(env, &text)?;
        panic_on_request(&units);
        // SAFETY: a live analyzer.
        let analyzer = unsafe { handle::get::<Analyzer>(analyzer) };
        Ok(explain::analyze(analyzer, &units, OffsetUnit::Utf16, explain != 0)?)
    })
}
