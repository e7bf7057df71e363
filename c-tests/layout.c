/* The structs have the layout of the ABI; tests/header.rs has these numbers for Rust. */

#include "check.h"
#include "unic_analysis.h"

#define IS(expression, number) CHECK_EQ(expression, number)

int main(void) {
    if (sizeof(void *) == 8) {
        IS(sizeof(unic_token), 64);
        IS(offsetof(unic_token, term), 0);
        IS(offsetof(unic_token, term_length), 8);
        IS(offsetof(unic_token, start), 12);
        IS(offsetof(unic_token, end), 16);
        IS(offsetof(unic_token, position), 20);
        IS(offsetof(unic_token, position_increment), 24);
        IS(offsetof(unic_token, position_length), 28);
        IS(offsetof(unic_token, type), 32);
        IS(offsetof(unic_token, script), 36);
        IS(offsetof(unic_token, flags), 40);
        IS(offsetof(unic_token, reserved), 44);
        IS(sizeof(unic_boundary), 8);
        IS(offsetof(unic_boundary, status), 4);
        IS(sizeof(unic_packed), 56);
        IS(offsetof(unic_packed, fields), 0);
        IS(offsetof(unic_packed, fields_capacity), 8);
        IS(offsetof(unic_packed, terms), 16);
        IS(offsetof(unic_packed, terms_capacity), 24);
        IS(offsetof(unic_packed, fields_needed), 32);
        IS(offsetof(unic_packed, terms_needed), 40);
        IS(offsetof(unic_packed, final_offset), 48);
        IS(offsetof(unic_packed, position_gap), 52);
        IS(sizeof(unic_options), 40);
        IS(offsetof(unic_options, struct_size), 0);
        IS(offsetof(unic_options, flags), 4);
        IS(offsetof(unic_options, configuration_directory), 8);
        IS(offsetof(unic_options, max_json_length), 16);
        IS(offsetof(unic_options, max_json_depth), 24);
        IS(offsetof(unic_options, max_text_growth), 28);
        IS(offsetof(unic_options, max_filtered_length), 32);
        IS(offsetof(unic_options, reserved), 36);
    }
    IS(sizeof(unic_status), 4);
    /* The documented sizes and offsets. */
    IS(UNIC_STATUS_OK, 0);
    IS(UNIC_STATUS_END, 1);
    IS(UNIC_STATUS_NULL_ARGUMENT, 100);
    IS(UNIC_STATUS_INVALID_ARGUMENT, 101);
    IS(UNIC_STATUS_WRONG_STATE, 102);
    IS(UNIC_STATUS_UNSUPPORTED, 103);
    IS(UNIC_STATUS_UNKNOWN_OPTION, 200);
    IS(UNIC_STATUS_UNKNOWN_TYPE, 201);
    IS(UNIC_STATUS_MISSING_REFERENCE, 202);
    IS(UNIC_STATUS_WRONG_VALUE, 203);
    IS(UNIC_STATUS_DUPLICATE, 204);
    IS(UNIC_STATUS_SYNTAX, 205);
    IS(UNIC_STATUS_CONFIG_LIMIT, 206);
    IS(UNIC_STATUS_NO_SUCH_ANALYZER, 207);
    IS(UNIC_STATUS_TEXT_TOO_LONG, 300);
    IS(UNIC_STATUS_LIMIT, 301);
    IS(UNIC_STATUS_BUFFER_TOO_SMALL, 400);
    IS(UNIC_STATUS_OUT_OF_MEMORY, 500);
    IS(UNIC_STATUS_INTERNAL, 900);
    IS(UNIC_OPTIONS_LENIENT, 1);
    IS(UNIC_OFFSET_NATIVE, 0);
    IS(UNIC_OFFSET_UTF16, 1);
    IS(UNIC_OFFSET_UTF8, 2);
    IS(UNIC_OFFSET_CODE_POINT, 3);
    IS(UNIC_TOKEN_KEYWORD, 1);
    IS(UNIC_TOKEN_TYPE_WORD, 0);
    IS(UNIC_TOKEN_TYPE_ALPHANUM, 1);
    IS(UNIC_TOKEN_TYPE_ALPHANUM_COMP, 2);
    IS(UNIC_TOKEN_TYPE_NUM, 3);
    IS(UNIC_TOKEN_TYPE_CJ, 4);
    IS(UNIC_PACKED_FIELDS, 8);
    return check_result();
}
