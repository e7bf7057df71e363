/* Every call with NULL, zero, huge, out-of-range and misaligned arguments: the documented status, nothing written. */

#include "helpers.h"

static const char JSON[] = "{\"type\": \"hyphen\"}";
static const size_t LENGTH = sizeof JSON - 1;

/* A misaligned address next to an object, which must not be dereferenced. */
static union {
    unsigned char bytes[4096];
    void *aligned;
    uint64_t number;
} space;
#define MISALIGNED ((void *)(space.bytes + 1))

static void version_calls(void) {
    CHECK_STATUS(unic_component_names(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_component_names(MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_transform_ids(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_transform_ids(MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_components(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_components(MISALIGNED), INVALID_ARGUMENT);
}

static void error_and_string_calls(void) {
    unic_error *const errors[] = {NULL, MISALIGNED};
    for (int i = 0; i < 2; i++) {
        const unic_error *error = errors[i];
        CHECK_STATUS(unic_error_code(error), OK);
        CHECK_TEXT(unic_error_message(error), "");
        CHECK_TEXT(unic_error_pointer(error), "");
        CHECK_EQ(unic_error_offset(error), 0);
        CHECK_EQ(unic_error_line(error), 0);
        CHECK_EQ(unic_error_column(error), 0);
        CHECK_TEXT(unic_error_help(error), "");
        CHECK_TEXT(unic_error_json(error), "");
        unic_error_free(errors[i]);
    }
    unic_string *const strings[] = {NULL, MISALIGNED};
    for (int i = 0; i < 2; i++) {
        CHECK_TEXT(unic_string_data(strings[i]), "");
        CHECK_EQ(unic_string_length(strings[i]), 0);
        unic_string_free(strings[i]);
    }
}

static void options_calls(void) {
    unic_options_init(NULL, sizeof(unic_options));
    unic_options_init(NULL, 0);
    /* Only struct_size bytes are written; the rest of a larger struct is set to 0. */
    for (uint32_t size = 0; size <= 128; size++) {
        unsigned char bytes[160];
        memset(bytes, 0xA5, sizeof bytes);
        unic_options_init((unic_options *)(void *)bytes, size);
        uint32_t stored = 0;
        if (size >= 4) memcpy(&stored, bytes, 4), CHECK_EQ(stored, size);
        for (uint32_t i = sizeof(unic_options); i < size; i++) CHECK_EQ(bytes[i], 0);
        for (uint32_t i = size; i < sizeof bytes; i++) CHECK_EQ(bytes[i], 0xA5);
    }

    unic_analyzer *analyzer = UNTOUCHED;
    struct {
        unic_options options;
        uint64_t later;
    } grown;
    unic_options_init(&grown.options, sizeof grown);
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, &grown.options, &analyzer, NULL), OK);
    unic_analyzer_free(analyzer);
    analyzer = UNTOUCHED;
    grown.later = 1;
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, &grown.options, &analyzer, NULL), UNSUPPORTED);
    unic_options options;
    static const uint32_t SIZES[] = {0, 1, sizeof options - 1, 4097, UINT32_MAX};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        unic_options_init(&options, sizeof options);
        options.struct_size = SIZES[i];
        CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, &options, &analyzer, NULL), INVALID_ARGUMENT);
    }
    for (uint32_t bit = 1; bit < 32; bit++) {
        unic_options_init(&options, sizeof options);
        options.flags = 1u << bit;
        CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, &options, &analyzer, NULL), UNSUPPORTED);
    }
    unic_options_init(&options, sizeof options);
    options.reserved = 1;
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, &options, &analyzer, NULL), UNSUPPORTED);
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, MISALIGNED, &analyzer, NULL), INVALID_ARGUMENT);
    /* Aligned for its first field only. */
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, (void *)(space.bytes + 4), &analyzer, NULL),
            INVALID_ARGUMENT);
    CHECK(analyzer == UNTOUCHED);
}

static void analyzer_calls(void) {
    unic_analyzer *analyzer = UNTOUCHED;
    unic_error *error = UNTOUCHED;
    unic_string *text = UNTOUCHED;
    CHECK_STATUS(unic_analyzer_create(NULL, LENGTH, NULL, NULL, &analyzer, &error), NULL_ARGUMENT);
    CHECK(error != UNTOUCHED && error != NULL);
    unic_error_free(error);
    error = UNTOUCHED;
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, NULL, NULL, &error), NULL_ARGUMENT);
    CHECK_STATUS(unic_error_code(error), NULL_ARGUMENT);
    unic_error_free(error);
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, NULL, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, NULL, NULL, &analyzer, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_create(NULL, 0, NULL, NULL, &analyzer, NULL), SYNTAX); /* an empty document */
    CHECK_STATUS(unic_analyzer_create(JSON, SIZE_MAX, NULL, NULL, &analyzer, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_create(JSON, (SIZE_MAX >> 1) + 1, NULL, NULL, &analyzer, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_create("{\"analyzer\": {}}", 16, "", NULL, &analyzer, NULL), NO_SUCH_ANALYZER);
    CHECK_STATUS(unic_analyzer_create(JSON, LENGTH, "\xC3", NULL, &analyzer, NULL), INVALID_ARGUMENT);
    CHECK(analyzer == UNTOUCHED);

    CHECK_STATUS(unic_analyzer_names(NULL, LENGTH, NULL, &text, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(JSON, LENGTH, NULL, NULL, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(JSON, LENGTH, MISALIGNED, &text, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(JSON, LENGTH, NULL, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(JSON, LENGTH, NULL, &text, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(JSON, SIZE_MAX, NULL, &text, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_names(NULL, 0, NULL, &text, NULL), SYNTAX);

    analyzer = analyzer_of(JSON, NULL);
    CHECK_STATUS(unic_analyzer_retain(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_retain(MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_warnings(NULL, &text), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_warnings(MISALIGNED, &text), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_warnings(analyzer, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_warnings(analyzer, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_describe(NULL, &text), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_describe(MISALIGNED, &text), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_describe(analyzer, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_describe(analyzer, MISALIGNED), INVALID_ARGUMENT);
    CHECK(text == UNTOUCHED);

    char buffer[64];
    size_t needed = 77;
    CHECK_STATUS(unic_analyzer_fingerprint(NULL, buffer, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_fingerprint(MISALIGNED, buffer, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_fingerprint(analyzer, NULL, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyzer_fingerprint(analyzer, buffer, 64, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyzer_fingerprint(analyzer, buffer, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_EQ(needed, 77);
    CHECK_STATUS(unic_analyzer_fingerprint(analyzer, NULL, 0, NULL), BUFFER_TOO_SMALL);
    CHECK_STATUS(unic_analyzer_fingerprint(analyzer, buffer, 0, &needed), BUFFER_TOO_SMALL);
    unic_analyzer_free(analyzer);
    unic_analyzer_free(NULL);
    unic_analyzer_free(MISALIGNED);
}

static void definition_calls(void) {
    unic_definition *definition = UNTOUCHED;
    unic_analyzer *analyzer = UNTOUCHED;
    unic_string *text = UNTOUCHED;
    CHECK_STATUS(unic_definition_create(NULL, LENGTH, NULL, &definition, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_create(JSON, LENGTH, NULL, NULL, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_create(JSON, LENGTH, MISALIGNED, &definition, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_create(JSON, LENGTH, NULL, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_create(JSON, LENGTH, NULL, &definition, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_create(NULL, 0, NULL, &definition, NULL), SYNTAX);
    CHECK(definition == UNTOUCHED);
    CHECK_STATUS(unic_definition_create(JSON, LENGTH, NULL, &definition, NULL), OK);
    CHECK_STATUS(unic_definition_retain(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_retain(MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_report(NULL, &text), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_report(MISALIGNED, &text), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_report(definition, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_report(definition, MISALIGNED), INVALID_ARGUMENT);
    CHECK_EQ(unic_definition_count(NULL), 0);
    CHECK_EQ(unic_definition_count(MISALIGNED), 0);
    CHECK(unic_definition_name(MISALIGNED, 0) == NULL);
    CHECK(unic_definition_name(definition, SIZE_MAX) == NULL);
    CHECK_STATUS(unic_definition_analyzer(NULL, NULL, &analyzer, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_analyzer(MISALIGNED, NULL, &analyzer, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_analyzer(definition, NULL, NULL, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_definition_analyzer(definition, NULL, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_analyzer(definition, NULL, &analyzer, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_definition_analyzer(definition, "\xC3", &analyzer, NULL), INVALID_ARGUMENT);
    CHECK(analyzer == UNTOUCHED && text == UNTOUCHED);
    unic_definition_free(definition);
    unic_definition_free(NULL);
    unic_definition_free(MISALIGNED);
}

static void stream_calls(void) {
    unic_analyzer *analyzer = analyzer_of(JSON, NULL);
    unic_stream *stream = UNTOUCHED;
    CHECK_STATUS(unic_stream_create(NULL, &stream), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_create(MISALIGNED, &stream), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_create(analyzer, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_create(analyzer, MISALIGNED), INVALID_ARGUMENT);
    CHECK(stream == UNTOUCHED);
    CHECK_STATUS(unic_stream_create(analyzer, &stream), OK);

    const uint16_t wide[] = {'a', 'b'};
    CHECK_STATUS(unic_stream_set_utf8(NULL, "a", 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf8(MISALIGNED, "a", 1), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf8(stream, NULL, 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16(NULL, wide, 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16(MISALIGNED, wide, 1), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16(stream, NULL, 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16(stream, MISALIGNED, 1), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16(stream, MISALIGNED, 0), OK); /* no unit is read */

    CHECK_STATUS(unic_stream_next(stream, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next(stream, NULL), NULL_ARGUMENT);
    unic_token tokens[2];
    size_t count = 77;
    CHECK_STATUS(unic_stream_set_utf8(stream, "a b c", 5), OK);
    CHECK_STATUS(unic_stream_next(NULL, tokens), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_next(MISALIGNED, tokens), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(NULL, tokens, 2, &count), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(MISALIGNED, tokens, 2, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, NULL, 2, &count), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, MISALIGNED, 2, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, 0, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, NULL, 0, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, SIZE_MAX, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, SIZE_MAX / sizeof *tokens, &count), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, 2, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, 2, MISALIGNED), INVALID_ARGUMENT);
    CHECK_EQ(count, 77);
    CHECK_STATUS(unic_stream_next_batch(stream, tokens, 2, &count), OK); /* the stream is unaffected */
    CHECK_EQ(count, 2);
    CHECK_EQ(tokens[0].start, 0);

    uint32_t offset = 77;
    CHECK_TEXT(rest(stream, 0), "c[4,5)");
    CHECK_STATUS(unic_stream_end(NULL, &offset, &offset), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_end(MISALIGNED, &offset, &offset), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_end(stream, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_end(stream, NULL, MISALIGNED), INVALID_ARGUMENT);
    CHECK_EQ(offset, 77);

    CHECK_STATUS(unic_stream_set_offset_unit(NULL, 0), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_offset_unit(MISALIGNED, 0), INVALID_ARGUMENT);
    static const uint32_t UNITS[] = {4, 5, 255, 256, 65536, UINT32_MAX};
    for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
        CHECK_STATUS(unic_stream_set_offset_unit(stream, UNITS[i]), INVALID_ARGUMENT);

    unic_packed packed, before;
    int32_t fields[16];
    uint16_t terms[4];
    memset(&packed, 0, sizeof packed);
    packed.final_offset = 77;
    packed.fields_needed = packed.terms_needed = 77;
    before = packed;
    CHECK_STATUS(unic_analyze_utf16_packed(NULL, wide, 2, &packed), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed(MISALIGNED, wide, 2, &packed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed(stream, NULL, 2, &packed), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed(stream, MISALIGNED, 2, &packed), INVALID_ARGUMENT);
    CHECK(memcmp(&packed, &before, sizeof packed) == 0);
    packed.fields_capacity = 8; /* a capacity without an array */
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, &packed), NULL_ARGUMENT);
    packed.fields = MISALIGNED;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, &packed), INVALID_ARGUMENT);
    packed.fields = fields;
    packed.terms_capacity = 1;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, &packed), NULL_ARGUMENT);
    packed.terms = terms;
    packed.terms_capacity = SIZE_MAX;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, &packed), INVALID_ARGUMENT);
    packed.terms_capacity = 4;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, wide, 2, &packed), OK);
    CHECK_EQ(packed.fields_needed, 8);
    uint32_t scripts[2];
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(NULL, wide, 2, &packed, scripts, 2), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(MISALIGNED, wide, 2, &packed, scripts, 2), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, wide, 2, NULL, scripts, 2), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, wide, 2, &packed, NULL, 2), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, wide, 2, &packed, MISALIGNED, 2), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, wide, 2, &packed, NULL, 0), BUFFER_TOO_SMALL);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, wide, 2, &packed, scripts, 2), OK);

    CHECK_STATUS(unic_stream_set_utf8_copy(NULL, "x", 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf8_copy(MISALIGNED, "x", 1), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf8_copy(stream, NULL, 1), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf8_copy(stream, "x", SIZE_MAX), TEXT_TOO_LONG);
    CHECK_STATUS(unic_stream_set_utf16_copy(NULL, wide, 2), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16_copy(MISALIGNED, wide, 2), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16_copy(stream, NULL, 2), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16_copy(stream, MISALIGNED, 2), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_set_utf16_copy(stream, wide, SIZE_MAX), TEXT_TOO_LONG);
    unic_token token;
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);

    unic_filtered_text filtered, filtered_before;
    memset(&filtered, 0x5A, sizeof filtered);
    filtered_before = filtered;
    CHECK_STATUS(unic_stream_char_filter_utf8(NULL, "x", 1, &filtered), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf8(MISALIGNED, "x", 1, &filtered), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, NULL, 1, &filtered), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, "x", SIZE_MAX, &filtered), TEXT_TOO_LONG);
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, "x", 1, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, "x", 1, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf16(NULL, wide, 2, &filtered), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf16(MISALIGNED, wide, 2, &filtered), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf16(stream, NULL, 2, &filtered), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf16(stream, MISALIGNED, 2, &filtered), INVALID_ARGUMENT);
    CHECK_STATUS(unic_stream_char_filter_utf16(stream, wide, 2, MISALIGNED), INVALID_ARGUMENT);
    CHECK(memcmp(&filtered, &filtered_before, sizeof filtered) == 0);

    unic_token_filters *filters = UNTOUCHED;
    size_t given = 77;
    CHECK_STATUS(unic_token_filters_create(NULL, UNIC_ENCODING_UTF8, &filters), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_create(MISALIGNED, UNIC_ENCODING_UTF8, &filters), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_create(analyzer, 2, &filters), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_create(analyzer, UNIC_ENCODING_UTF8, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_create(analyzer, UNIC_ENCODING_UTF8, MISALIGNED), INVALID_ARGUMENT);
    CHECK(filters == UNTOUCHED);
    CHECK_STATUS(unic_token_filters_create(analyzer, UNIC_ENCODING_UTF16, &filters), OK);
    memset(&token, 0, sizeof token);
    CHECK_STATUS(unic_token_filters_reset(NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_reset(MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_run(NULL, &token, 1, 0, 0, 0), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_run(MISALIGNED, &token, 1, 0, 0, 0), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_run(filters, NULL, 1, 0, 0, 0), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_run(filters, MISALIGNED, 1, 0, 0, 0), INVALID_ARGUMENT);
    token.term_length = 1;
    CHECK_STATUS(unic_token_filters_run(filters, &token, 1, 0, 0, 0), NULL_ARGUMENT);
    token.term = MISALIGNED;
    CHECK_STATUS(unic_token_filters_run(filters, &token, 1, 0, 0, 0), INVALID_ARGUMENT);
    token.term = wide;
    token.start = token.end = token.position_length = UINT32_MAX;
    token.type = 9999;
    CHECK_STATUS(unic_token_filters_run(filters, &token, 1, 1, UINT32_MAX, UINT32_MAX), OK);
    CHECK_STATUS(unic_token_filters_next_batch(NULL, &token, 1, &given), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(MISALIGNED, &token, 1, &given), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(filters, NULL, 1, &given), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(filters, MISALIGNED, 1, &given), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(filters, &token, 0, &given), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(filters, &token, 1, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_next_batch(filters, &token, 1, MISALIGNED), INVALID_ARGUMENT);
    CHECK_EQ(given, 77);
    CHECK_STATUS(unic_token_filters_next_batch(filters, &token, 1, &given), OK);
    CHECK_STATUS(unic_token_filters_end(NULL, &offset, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_token_filters_end(MISALIGNED, &offset, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_end(filters, MISALIGNED, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_end(filters, NULL, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_token_filters_end(filters, NULL, NULL), OK);
    unic_token_filters_free(filters);
    unic_token_filters_free(NULL);
    unic_token_filters_free(MISALIGNED);

    unic_stream_free(stream);
    unic_stream_free(NULL);
    unic_stream_free(MISALIGNED);
    unic_analyzer_free(analyzer);
}

static void text_calls(void) {
    unic_analyzer *analyzer = analyzer_of(JSON, NULL);
    const uint16_t wide[] = {'a', 'b'};
    char narrow_out[8];
    uint16_t wide_out[8];
    size_t needed = 77;
    CHECK_STATUS(unic_normalize_utf8(NULL, "ab", 2, narrow_out, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf8(MISALIGNED, "ab", 2, narrow_out, 8, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf8(analyzer, NULL, 2, narrow_out, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf8(analyzer, "ab", 2, NULL, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf8(analyzer, "ab", 2, narrow_out, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf8(analyzer, "ab", 2, narrow_out, 8, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(NULL, wide, 2, wide_out, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(MISALIGNED, wide, 2, wide_out, 8, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, NULL, 2, wide_out, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, MISALIGNED, 2, wide_out, 8, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, wide, 2, NULL, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, wide, 2, MISALIGNED, 8, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, wide, 2, wide_out, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_normalize_utf16(analyzer, wide, 2, wide_out, 8, MISALIGNED), INVALID_ARGUMENT);
    CHECK_EQ(needed, 77);

    unic_boundary ends[4];
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_LINE + 1, NULL, "ab", 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UINT32_MAX, NULL, "ab", 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, "\xFF", "ab", 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, "no locale", "ab", 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, NULL, 2, ends, 4, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, "ab", 2, NULL, 4, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, "ab", 2, MISALIGNED, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, "ab", 2, ends, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, "ab", 2, ends, 4, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf8(UNIC_BREAK_WORD, NULL, "ab", SIZE_MAX, ends, 4, &needed), TEXT_TOO_LONG);
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_LINE + 1, NULL, wide, 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_WORD, NULL, NULL, 2, ends, 4, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_WORD, NULL, MISALIGNED, 2, ends, 4, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_WORD, NULL, wide, 1u << 31, ends, 4, &needed), TEXT_TOO_LONG);
    CHECK_EQ(needed, 77);

    unic_string *json = UNTOUCHED;
    CHECK_STATUS(unic_analyze_json(NULL, "ab", 2, 0, 0, &json), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(MISALIGNED, "ab", 2, 0, 0, &json), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, NULL, 2, 0, 0, &json), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, 4, 0, &json), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, UINT32_MAX, 0, &json), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, 0, 2, &json), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, 0, UINT32_MAX, &json), INVALID_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, 0, 0, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_analyze_json(analyzer, "ab", 2, 0, 0, MISALIGNED), INVALID_ARGUMENT);
    CHECK(json == UNTOUCHED);
    unic_analyzer_free(analyzer);
}

static void sort_key_calls(void) {
    static const char collation[] = "{\"analyzer\": {\"a\": {\"type\": \"unic_collation\"}}}";
    unic_analyzer *analyzer = analyzer_of(collation, NULL);
    unic_stream *stream = NULL;
    CHECK_STATUS(unic_stream_create(analyzer, &stream), OK);
    const uint16_t wide[] = {'a', 'b'};
    unsigned char key[64], end[64];
    char narrow_out[64];
    uint16_t wide_out[64];
    size_t needed = 77, end_needed = 77, offsets[3];
    int32_t order = 7;

    CHECK_STATUS(unic_sort_key_utf8(NULL, "ab", 2, key, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(MISALIGNED, "ab", 2, key, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, NULL, 2, key, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, "ab", 2, NULL, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, "ab", 2, key, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, "ab", 2, key, 64, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, "ab", (size_t)1 << 31, key, 64, &needed), TEXT_TOO_LONG);
    CHECK_STATUS(unic_sort_key_utf16(NULL, wide, 2, key, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf16(stream, NULL, 2, key, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf16(stream, MISALIGNED, 2, key, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf16(stream, wide, (size_t)1 << 31, key, 64, &needed), TEXT_TOO_LONG);

    const char *const texts[] = {"ab", NULL};
    const uint16_t *const wide_texts[] = {wide, NULL};
    const size_t lengths[] = {2, 2};
    CHECK_STATUS(unic_sort_keys_utf8(NULL, texts, lengths, 1, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, NULL, lengths, 1, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, NULL, 1, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, SIZE_MAX, key, 64, offsets, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 2, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 1, NULL, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 1, key, 64, MISALIGNED, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf16(NULL, wide_texts, lengths, 1, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf16(stream, NULL, lengths, 1, key, 64, offsets, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf16(stream, wide_texts, lengths, 2, key, 64, offsets, &needed), NULL_ARGUMENT);

    size_t sorted[2];
    CHECK_STATUS(unic_sort_utf8(NULL, texts, lengths, 1, 1, sorted), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, NULL, lengths, 1, 1, sorted), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, texts, NULL, 1, 1, sorted), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, 1, 1, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, 2, 1, sorted), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, 1, 1, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, SIZE_MAX, 1, sorted), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_utf8(stream, NULL, NULL, 0, 0, NULL), OK);
    CHECK_STATUS(unic_sort_utf16(NULL, wide_texts, lengths, 1, 1, sorted), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_utf16(stream, wide_texts, lengths, 2, 1, sorted), NULL_ARGUMENT);

    CHECK_STATUS(unic_compare_utf8(NULL, "a", 1, "b", 1, &order), NULL_ARGUMENT);
    CHECK_STATUS(unic_compare_utf8(stream, NULL, 1, "b", 1, &order), NULL_ARGUMENT);
    CHECK_STATUS(unic_compare_utf8(stream, "a", 1, NULL, 1, &order), NULL_ARGUMENT);
    CHECK_STATUS(unic_compare_utf8(stream, "a", 1, "b", 1, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_compare_utf8(stream, "a", 1, "b", 1, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_compare_utf16(NULL, wide, 1, wide, 1, &order), NULL_ARGUMENT);
    CHECK_STATUS(unic_compare_utf16(stream, MISALIGNED, 1, wide, 1, &order), INVALID_ARGUMENT);
    CHECK_STATUS(unic_compare_utf16(stream, wide, 1, NULL, 1, &order), NULL_ARGUMENT);
    CHECK_EQ(order, 7);

    CHECK_STATUS(unic_sort_key_prefix(NULL, "a", 1, UNIC_ENCODING_UTF8, 1, key, 64, &needed, end, 64, &end_needed),
            NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_prefix(stream, NULL, 1, UNIC_ENCODING_UTF8, 1, key, 64, &needed, end, 64,
            &end_needed), NULL_ARGUMENT);
    CHECK_STATUS(
        unic_sort_key_prefix(stream, "a", 1, UNIC_ENCODING_UTF8, UINT32_MAX, key, 64, &needed, end, 64, &end_needed),
                INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_prefix(NULL, wide, 1, UNIC_ENCODING_UTF16, 1, key, 64, &needed, end, 64, &end_needed),
            NULL_ARGUMENT);
    CHECK_STATUS(
        unic_sort_key_prefix(stream, MISALIGNED, 1, UNIC_ENCODING_UTF16, 1, key, 64, &needed, end, 64, &end_needed),
                INVALID_ARGUMENT);

    CHECK_STATUS(unic_sort_key_bound(NULL, 2, 0, 1, end, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_bound(key, 2, UINT32_MAX, 1, end, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_bound(key, 2, 0, 1, NULL, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_to_text(NULL, 2, 0, UNIC_ENCODING_UTF8, narrow_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_to_text(key, 2, UINT32_MAX, UNIC_ENCODING_UTF8, narrow_out, 64, &needed),
            INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_to_text(NULL, 2, 0, UNIC_ENCODING_UTF16, wide_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_to_text(key, 2, 0, UNIC_ENCODING_UTF16, MISALIGNED, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text(NULL, 2, 0, UNIC_ENCODING_UTF8, end, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text("ab", 2, UINT32_MAX, UNIC_ENCODING_UTF8, end, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text(NULL, 2, 0, UNIC_ENCODING_UTF16, end, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text(MISALIGNED, 2, 0, UNIC_ENCODING_UTF16, end, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(
        unic_sort_key_prefix(stream, "a", 1, UINT32_MAX, 1, key, 64, &needed, end, 64, &end_needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_to_text(key, 2, 0, UINT32_MAX, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text("ab", 2, 0, UINT32_MAX, end, 64, &needed), INVALID_ARGUMENT);
    CHECK_EQ(end_needed, 77);

    /* An analyzer without keys. */
    unic_analyzer *words = analyzer_of(JSON, NULL);
    unic_stream *other = NULL;
    CHECK_STATUS(unic_stream_create(words, &other), OK);
    CHECK_STATUS(unic_sort_key_utf8(other, "ab", 2, key, 64, &needed), UNSUPPORTED);
    unic_stream_free(other);
    unic_analyzer_free(words);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
}

static void spell_calls(void) {
    unic_spell *spell = UNTOUCHED;
    unic_error *error = NULL;
    const uint16_t wide[] = {'1'};
    char narrow_out[64];
    uint16_t wide_out[64];
    double value = 7;
    size_t needed = 77, used = 77;
    CHECK_STATUS(unic_spell_create("de", UNIC_SPELL_NUMBERING_SYSTEM + 1, &spell), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create("de", UINT32_MAX, &spell), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create("\xFF", UNIC_SPELL_SPELLOUT, &spell), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create("de", UNIC_SPELL_SPELLOUT, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_create("de", UNIC_SPELL_SPELLOUT, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules(NULL, 3, NULL, &spell, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules("\xFF", 1, NULL, &spell, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules("0:a", 3, "\xFF", &spell, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules("0:a", SIZE_MAX, NULL, &spell, NULL), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules("0:a", 3, NULL, NULL, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules("0:a", 3, NULL, &spell, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_create_rules(NULL, 0, NULL, &spell, &error), SYNTAX);
    unic_error_free(error);
    CHECK(spell == UNTOUCHED);
    CHECK_TEXT(unic_spell_locale(NULL), "");
    CHECK_TEXT(unic_spell_default_rule_set(NULL), "");
    CHECK(unic_spell_rule_set(NULL, 0) == NULL);
    unic_spell_free(NULL);
    unic_spell_free(MISALIGNED);

    CHECK_STATUS(unic_spell_create(NULL, UNIC_SPELL_SPELLOUT, &spell), OK);
    CHECK_STATUS(unic_spell_write_utf8(NULL, NULL, "1", 1, narrow_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(MISALIGNED, NULL, "1", 1, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, "%none", "1", 1, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, "\xFF", "1", 1, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, NULL, 1, narrow_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, NULL, 0, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, "x", 1, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, "9223372036854775808", 19, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, "1", 1, NULL, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, "1", 1, narrow_out, SIZE_MAX, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf8(spell, NULL, "1", 1, narrow_out, 64, MISALIGNED), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf16(NULL, NULL, "1", 1, wide_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf16(spell, NULL, "1", 1, NULL, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_utf16(spell, NULL, "1", 1, MISALIGNED, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_integer_utf8(NULL, NULL, 1, narrow_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_integer_utf8(spell, "%none", 1, narrow_out, 64, &needed), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_write_integer_utf16(NULL, NULL, 1, wide_out, 64, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_write_integer_utf16(spell, NULL, 1, MISALIGNED, 64, &needed), INVALID_ARGUMENT);

    CHECK_STATUS(unic_spell_read_utf8(NULL, "1", 1, 0, &value, &used), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(MISALIGNED, "1", 1, 0, &value, &used), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, NULL, 1, 0, &value, &used), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", (size_t)1 << 31, 0, &value, &used), TEXT_TOO_LONG);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", 1, 2, &value, &used), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", 1, UINT32_MAX, &value, &used), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", 1, 0, NULL, &used), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", 1, 0, &value, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf8(spell, "1", 1, 0, MISALIGNED, &used), INVALID_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf16(NULL, wide, 1, 0, &value, &used), NULL_ARGUMENT);
    CHECK_STATUS(unic_spell_read_utf16(spell, MISALIGNED, 1, 0, &value, &used), INVALID_ARGUMENT);
    CHECK_EQ(needed, 77);
    CHECK_EQ(used, 77);
    CHECK(value == 7);
    unic_spell_free(spell);
}

int main(void) {
    version_calls();
    error_and_string_calls();
    options_calls();
    analyzer_calls();
    definition_calls();
    stream_calls();
    text_calls();
    sort_key_calls();
    spell_calls();
    for (size_t i = 0; i < sizeof space.bytes; i++) CHECK_EQ(space.bytes[i], 0);
    CHECK_EQ(unic_live_objects(), 0);
    return check_result();
}
