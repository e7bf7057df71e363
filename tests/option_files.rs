//! All options that name files reject files outside of the configuration directory, also by a symbolic link, and report
//! missing ones. The options are found by their kind, so new ones are included.

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::symlink;
use unic_analysis::analysis::options::OptionKind;
use unic_analysis::config::{self, CompileOptions, ErrorCategory, registry};

/// A value that names the file, for kinds of options that read files.
fn naming(kind: OptionKind, file: &str) -> Option<Value> {
    match kind {
        OptionKind::FileLines => Some(json!(file)),
        OptionKind::RuleText | OptionKind::ListOrFiles => Some(json!([file])),
        OptionKind::ScriptFiles(_) => Some(json!([format!("Latn:{file}")])),
        OptionKind::Integer { .. }
        | OptionKind::Boolean
        | OptionKind::Text
        | OptionKind::Choice(_)
        | OptionKind::ChoiceOfAnyCase(_)
        | OptionKind::List
        | OptionKind::Words(_)
        | OptionKind::ScriptTexts
        | OptionKind::References(_)
        | OptionKind::Reference(_) => None,
    }
}

#[test]
fn nothing_outside_the_configuration_directory_is_read() {
    let base = std::env::temp_dir().join(format!("unic-path-options-{}", std::process::id()));
    let directory = base.join("config");
    fs::create_dir_all(directory.join("sub")).unwrap();
    fs::create_dir_all(base.join("outside")).unwrap();
    fs::write(base.join("outside/words.txt"), "secret").unwrap();
    symlink(base.join("outside/words.txt"), directory.join("link.txt")).unwrap();
    symlink(base.join("outside"), directory.join("folder")).unwrap();
    symlink("../../outside/words.txt", directory.join("sub/relative.txt")).unwrap();
    symlink("loop.txt", directory.join("loop.txt")).unwrap();
    fs::create_dir(directory.join("folder.txt")).unwrap();
    fs::write(directory.join("latin1.txt"), b"caf\xE9").unwrap();
    let options = CompileOptions { configuration_directory: Some(directory.clone()), ..Default::default() };
    let absolute = base.join("outside/words.txt").display().to_string();

    let mut tried = 0;
    for spec in registry::COMPONENTS {
        for option in spec.options {
            for (file, category) in [
                ("link.txt", ErrorCategory::WrongValue),
                ("folder/words.txt", ErrorCategory::WrongValue),
                ("sub/relative.txt", ErrorCategory::WrongValue),
                ("../outside/words.txt", ErrorCategory::WrongValue),
                ("sub/../../outside/words.txt", ErrorCategory::WrongValue),
                (absolute.as_str(), ErrorCategory::WrongValue),
                ("folder.txt", ErrorCategory::WrongValue),
                ("loop.txt", ErrorCategory::MissingReference),
                ("nowhere.txt", ErrorCategory::MissingReference),
                ("latin1.txt", ErrorCategory::Syntax),
            ] {
                let Some(value) = naming(option.kind, file) else { continue };
                tried += 1;
                let mut component = json!({ "type": spec.type_name, option.name: value });
                if spec.options.iter().any(|option| option.name == "tokenizer") {
                    component["tokenizer"] = json!("keyword");
                }
                let definition = json!({ spec.kind().section(): { "c": component } });
                let what = format!("{definition}");
                let errors = config::validate(definition.to_string().as_bytes(), &options).expect_err(&what);
                assert_eq!(errors.first().category, category, "{what}: {errors}");
                assert!(errors.first().pointer.contains(option.name), "{what}: {errors}");
                assert!(!errors.to_string().contains("secret"), "{what}: {errors}");
            }
        }
    }
    assert!(tried > 50, "{tried}");
    fs::remove_dir_all(base).unwrap();
}

/// The mainline tries rules as a path first, so a definition may name a file that ends in neither `.txt` nor `.rules`.
#[test]
fn rules_that_are_probably_a_file_are_errors_that_say_how_files_are_given() {
    let message = |component: Value| {
        let definition = json!({ "filter": { "c": component } }).to_string();
        config::validate(definition.as_bytes(), &CompileOptions::default()).unwrap_err().to_string()
    };
    let hint = "a file is given as an array of its name";
    assert!(message(json!({ "type": "unic_collation", "rules": "custom/rules_de" })).contains(hint));
    assert!(message(json!({ "type": "unic_transform", "id": "x", "ruleset": "greek-own" })).contains(hint));
    assert!(!message(json!({ "type": "unic_collation", "rules": "a < b" })).contains(hint));
}
