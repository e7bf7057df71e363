//! Random definitions are accepted or rejected with locations, and accepted ones run.

use super::chains::check;
use super::source::Source;
use unic_analysis::config::{self, CompileOptions, Compiled, ConfigErrors, ParsedDefinition, describe};

const TEXT: &str = "The E-Book, Corinna's 10 файлов: 東京タワー ภาษาไทย C++ 😀 ẞ e\u{301}";

/// The input: flags, then the definition.
pub fn run(data: &[u8]) {
    let mut source = Source::new(data);
    let flags = source.byte();
    let json = source.rest();
    let mut options = CompileOptions { lenient: flags & 1 == 1, max_json_length: 1 << 16, ..CompileOptions::default() };
    options.text_limits.filtered_length = 1 << 20;
    let name = if flags & 2 == 2 { Some("a") } else { None };
    let names = config::analyzer_names(json, &options);
    if let Err(errors) = &names {
        check_locations(errors, json);
    }
    if let Err(errors) = config::validate(json, &options) {
        check_locations(&errors, json);
    }
    let compiled = config::compile(json, name, &options);
    match ParsedDefinition::read(json, &options) {
        Err(errors) => {
            check_locations(&errors, json);
            assert!(compiled.is_err(), "it compiles, and can't be read as a whole");
        }
        Ok(parsed) => {
            let fingerprint =
                |one: &Result<Compiled, ConfigErrors>| one.as_ref().ok().map(|one| one.analyzer.fingerprint());
            assert_eq!(fingerprint(&parsed.compiled(name)), fingerprint(&compiled));
            for analyzer in &parsed.analyzers {
                assert!(analyzer.loads_leniently || !analyzer.loads_strictly);
                assert_eq!(
                    analyzer.loads(),
                    if options.lenient { analyzer.loads_leniently } else { analyzer.loads_strictly }
                );
            }
        }
    }
    match compiled {
        Err(errors) => check_locations(&errors, json),
        Ok(compiled) => {
            assert!(names.is_ok(), "it compiles, and its names can't be listed");
            let description: serde_json::Value =
                serde_json::from_str(&describe::describe(&compiled.analyzer)).expect("a description is JSON");
            assert_eq!(description["fingerprint"], compiled.analyzer.fingerprint());
            let again = config::compile(json, name, &options).expect("it compiled before");
            assert_eq!(again.analyzer.fingerprint(), compiled.analyzer.fingerprint());
            check(&compiled.analyzer, TEXT);
        }
    }
}

fn check_locations(errors: &ConfigErrors, json: &[u8]) {
    let offsets: Vec<usize> = errors.iter().map(|error| error.offset).collect();
    assert!(!offsets.is_empty() && offsets.is_sorted(), "{offsets:?}");
    for error in errors.iter() {
        assert!(error.offset <= json.len() && !error.found.is_empty(), "{error:?}");
        // An error of the definition as a whole has no location.
        assert!((error.line >= 1) == (error.column >= 1), "{error:?}");
        assert!(error.pointer.is_empty() || error.pointer.starts_with('/'), "{error:?}");
    }
}
