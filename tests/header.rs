//! The committed C header equals the generated one, and the structs have equal layouts in C and Rust.

use std::mem::{align_of, offset_of, size_of};
use unic_analysis::capi::{analyzer::unic_options, packed::unic_packed, token::unic_token};

#[test]
fn committed_header_is_the_generated_one() {
    let generated = include_str!(concat!(env!("OUT_DIR"), "/unic_analysis.h"));
    let committed = include_str!("../include/unic_analysis.h");
    let differing = committed.lines().zip(generated.lines()).position(|(one, other)| one != other);
    let line = differing.unwrap_or(committed.lines().count().min(generated.lines().count())) + 1;
    assert!(
        committed == generated,
        "include/unic_analysis.h is stale from line {line} on\nhelp: run `make header`, and look at what changed"
    );
}

#[test]
fn header_has_no_trailing_spaces_and_no_long_lines() {
    for (index, line) in include_str!("../include/unic_analysis.h").lines().enumerate() {
        assert_eq!(line, line.trim_end(), "line {}", index + 1);
        assert!(line.chars().count() <= 124, "line {} is longer than 124 characters", index + 1);
    }
}

/// `c-tests/layout.c` contains these numbers, too.
#[test]
#[cfg(target_pointer_width = "64")]
fn structs_have_the_layout_of_the_abi() {
    assert_eq!((size_of::<unic_token>(), align_of::<unic_token>()), (64, 8));
    assert_eq!(
        [
            offset_of!(unic_token, term),
            offset_of!(unic_token, term_length),
            offset_of!(unic_token, start),
            offset_of!(unic_token, end),
            offset_of!(unic_token, position),
            offset_of!(unic_token, position_increment),
            offset_of!(unic_token, position_length),
            offset_of!(unic_token, r#type),
            offset_of!(unic_token, script),
            offset_of!(unic_token, flags),
            offset_of!(unic_token, reserved),
        ],
        [0, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44]
    );
    assert_eq!((size_of::<unic_packed>(), align_of::<unic_packed>()), (56, 8));
    assert_eq!(
        [
            offset_of!(unic_packed, fields),
            offset_of!(unic_packed, fields_capacity),
            offset_of!(unic_packed, terms),
            offset_of!(unic_packed, terms_capacity),
            offset_of!(unic_packed, fields_needed),
            offset_of!(unic_packed, terms_needed),
            offset_of!(unic_packed, final_offset),
            offset_of!(unic_packed, position_gap),
        ],
        [0, 8, 16, 24, 32, 40, 48, 52]
    );
    assert_eq!((size_of::<unic_options>(), align_of::<unic_options>()), (40, 8));
    assert_eq!(
        [
            offset_of!(unic_options, struct_size),
            offset_of!(unic_options, flags),
            offset_of!(unic_options, configuration_directory),
            offset_of!(unic_options, max_json_length),
            offset_of!(unic_options, max_json_depth),
            offset_of!(unic_options, max_text_growth),
            offset_of!(unic_options, max_filtered_length),
            offset_of!(unic_options, reserved),
        ],
        [0, 4, 8, 16, 24, 28, 32, 36]
    );
}
