/* Large and hostile input is rejected with a status or processed; the objects can be used afterwards. */

#include "helpers.h"

/* A tenth of the size under a checker that slows the program down. */
static size_t slow = 1;

static unic_status create(const char *json, size_t length, const unic_options *options) {
    unic_analyzer *analyzer = NULL;
    unic_error *error = NULL;
    unic_status status = unic_analyzer_create(json, length, NULL, options, &analyzer, &error);
    CHECK((status == UNIC_STATUS_OK) == (analyzer != NULL));
    CHECK((status == UNIC_STATUS_OK) == (error == NULL));
    unic_error_free(error);
    unic_analyzer_free(analyzer);
    return status;
}

static void definition_beyond_limits_then_config_limit(void) {
    unic_options options;
    unic_options_init(&options, sizeof options);
    const char *json = "{\"type\": \"hyphen\"}";
    options.max_json_length = strlen(json);
    CHECK_STATUS(create(json, strlen(json), &options), OK);
    options.max_json_length--;
    CHECK_STATUS(create(json, strlen(json), &options), CONFIG_LIMIT);
    options.max_json_length = 0;
    CHECK_STATUS(create(json, strlen(json), &options), CONFIG_LIMIT);

    unic_options_init(&options, sizeof options);
    options.max_json_depth = 1;
    CHECK_STATUS(create("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", 39, &options), CONFIG_LIMIT);
    options.max_json_depth = 3;
    CHECK_STATUS(create("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", 39, &options), OK);

    /* Ten megabytes of brackets, with the highest limits too. */
    size_t size = (10u << 20) / slow;
    char *brackets = malloc(size);
    memset(brackets, '[', size);
    CHECK_STATUS(create(brackets, size, NULL), CONFIG_LIMIT);
    options.max_json_depth = UINT32_MAX;
    options.max_json_length = SIZE_MAX;
    CHECK_STATUS(create(brackets, size, &options), CONFIG_LIMIT);
    for (size_t i = 0; i + 5 <= size; i += 5) memcpy(brackets + i, "{\"a\":", 5);
    CHECK_STATUS(create(brackets, size, &options), CONFIG_LIMIT);
    memset(brackets, 0xFF, size);
    CHECK_STATUS(create(brackets, size, NULL), SYNTAX);
    memset(brackets, 0, size);
    CHECK_STATUS(create(brackets, size, NULL), SYNTAX);
    free(brackets);
}

static void many_keywords_then_all_are_known(void) {
    const int words = 1000000 / (int)slow;
    char *json = malloc((size_t)words * 12 + 200), *end = json, text[64];
    end += sprintf(end, "{\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"filter\": [\"k\"]}}, \"filter\": {\"k\": "
                        "{\"type\": \"keyword_marker\", \"keywords\": [\"x\"");
    for (int i = 0; i < words; i++) end += sprintf(end, ",\"w%d\"", i);
    end += sprintf(end, "]}}}");
    unic_stream *stream = stream_from(json, "a");
    unic_token token;
    snprintf(text, sizeof text, "w0 w%d w%d", words - 1, words);
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(unic_stream_next(stream, &token), OK);
        CHECK_EQ(token.flags, i < 2);
    }
    unic_stream_free(stream);
    free(json);
}

static void text_of_2_to_the_31_units_then_refused_before_it_is_read(void) {
    unic_analyzer *analyzer = analyzer_of("{\"type\": \"hyphen\"}", NULL);
    unic_stream *stream = stream_of(analyzer);
    unic_token token;
    const uint16_t unit = 'x';
    unic_packed packed;
    memset(&packed, 0, sizeof packed);
    unic_string *json = UNTOUCHED;
    size_t needed = 77;
    static const size_t LENGTHS[] = {(size_t)1 << 31, ((size_t)1 << 32) + 1, SIZE_MAX / 2, SIZE_MAX};
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        CHECK_STATUS(unic_stream_set_utf8(stream, "x", LENGTHS[i]), TEXT_TOO_LONG);
        CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
        CHECK_STATUS(unic_stream_set_utf16(stream, &unit, LENGTHS[i]), TEXT_TOO_LONG);
        CHECK_STATUS(unic_analyze_utf16_packed(stream, &unit, LENGTHS[i], &packed), TEXT_TOO_LONG);
        CHECK_STATUS(unic_normalize_utf8(analyzer, "x", LENGTHS[i], NULL, 0, &needed), TEXT_TOO_LONG);
        CHECK_STATUS(unic_normalize_utf16(analyzer, &unit, LENGTHS[i], NULL, 0, &needed), TEXT_TOO_LONG);
        CHECK_STATUS(unic_analyze_json(analyzer, "x", LENGTHS[i], 0, 0, &json), TEXT_TOO_LONG);
        CHECK(json == UNTOUCHED);
        CHECK_EQ(needed, 77);
    }
    CHECK_TEXT(tokens(stream, "still here"), "still[0,5) here[6,10)");
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
}

static void growing_mapping_then_limit_and_the_stream_continues(void) {
    char json[4096], *end = json;
    end += sprintf(end, "{\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"]}}, \"char_filter\": "
                        "{\"m\": {\"type\": \"mapping\", \"mappings\": [\"z => ");
    memset(end, 'y', 1000);
    sprintf(end + 1000, "\"]}}}");
    unic_options options;
    unic_options_init(&options, sizeof options);
    options.max_text_growth = 2;
    options.max_filtered_length = 5000;
    unic_analyzer *analyzer = NULL;
    CHECK_STATUS(unic_analyzer_create(json, strlen(json), "a", &options, &analyzer, NULL), OK);
    unic_stream *stream = stream_of(analyzer);
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, "zzzzz", 5), OK); /* 5000 */
    for (size_t i = 0; i < 5; i++) { /* the default token length splits it */
        if (unic_stream_next(stream, &token) != UNIC_STATUS_OK) break;
        CHECK_EQ(token.end <= 5, 1);
    }
    CHECK_STATUS(unic_stream_set_utf8(stream, "zzzzzz", 6), LIMIT);
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    CHECK_TEXT(tokens(stream, "not lost"), "not[0,3) lost[4,8)");
    unic_string *response = UNTOUCHED;
    size_t needed = 77;
    CHECK_STATUS(unic_analyze_json(analyzer, "zzzzzz", 6, 0, 0, &response), LIMIT);
    CHECK_STATUS(unic_normalize_utf8(analyzer, "zzzzzz", 6, NULL, 0, &needed), LIMIT);
    CHECK_EQ(needed, 77);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);

    /* Growth by a factor of a thousand with the default limits (16 Mi units or 64 times the text): a megabyte would become a gigabyte. */
    size_t size = (1u << 20) / slow;
    char *text = malloc(size);
    memset(text, 'z', size);
    stream = stream_from(json, "a");
    CHECK_STATUS(unic_stream_set_utf8(stream, text, size), LIMIT);
    CHECK_TEXT(tokens(stream, "not lost"), "not[0,3) lost[4,8)");
    unic_stream_free(stream);
    free(text);
}

static void pattern_that_blows_up_elsewhere_then_linear(void) {
    const char *json = "{\"analyzer\": {\"a\": {\"tokenizer\": \"keyword\", \"filter\": [\"k\"]}}, \"filter\": {\"k\": {\"type\": "
                       "\"keyword_marker\", \"keywords_pattern\": \"(a*)*(a|aa)+b\"}}}";
    unic_stream *stream = stream_from(json, "a");
    static char text[20000];
    memset(text, 'a', sizeof text);
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, text, sizeof text), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK_EQ(token.term_length, sizeof text);
    CHECK_EQ(token.flags, 0);
    unic_stream_free(stream);
    CHECK_STATUS(create("{\"tokenizer\": \"keyword\", \"filter\": [{\"type\": \"keyword_marker\"}]}", 64, NULL), WRONG_VALUE);
}

int main(void) {
    if (getenv("UNIC_TEST_SLOW")) slow = 10;
    definition_beyond_limits_then_config_limit();
    many_keywords_then_all_are_known();
    text_of_2_to_the_31_units_then_refused_before_it_is_read();
    growing_mapping_then_limit_and_the_stream_continues();
    pattern_that_blows_up_elsewhere_then_linear();
    return check_result();
}
