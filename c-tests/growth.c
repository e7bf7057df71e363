/* Objects created and freed, one stream over many texts: no object remains, memory does not grow.
 *
 *     growth [OBJECTS [TEXTS]]    a text has 1000 tokens; `growth 1000000 100000` is the long run */

#include "helpers.h"

static const char *const DEFINITIONS[] = {
    "{\"type\": \"hyphen\"}",
    "{\"tokenizer\": \"whitespace\", \"filter\": [\"lowercase\", \"hyphen\"]}",
    "{\"type\": \"unic_collation\", \"locale\": \"de\"}",
    "{\"type\": \"nothing\"}", /* an error object */
};

/* An analyzer with two references, two streams that outlive one of them, a string, an error. */
static void make_and_free(size_t number) {
    const char *json = DEFINITIONS[number % 4];
    unic_analyzer *analyzer = NULL;
    unic_error *error = NULL;
    unic_status status = unic_analyzer_create(json, strlen(json), NULL, NULL, &analyzer, &error);
    if (number % 4 == 3) {
        CHECK_EQ(status, UNIC_STATUS_UNKNOWN_TYPE);
        CHECK_EQ(unic_live_objects(), 1);
        unic_error_free(error);
        CHECK_EQ(unic_live_objects(), 0);
        return;
    }
    CHECK_EQ(status, UNIC_STATUS_OK);
    CHECK_STATUS(unic_analyzer_retain(analyzer), OK);
    unic_stream *one = NULL, *two = NULL;
    CHECK_STATUS(unic_stream_create(analyzer, &one), OK);
    CHECK_STATUS(unic_stream_create(analyzer, &two), OK);
    unic_string *description = NULL;
    CHECK_STATUS(unic_analyzer_describe(analyzer, &description), OK);
    CHECK_EQ(unic_live_objects(), 5);
    unic_analyzer_free(analyzer);
    unic_analyzer_free(analyzer);
    CHECK_STATUS(unic_stream_set_utf8(one, "E-Book x", 8), OK);
    unic_token token;
    while (unic_stream_next(one, &token) == UNIC_STATUS_OK) CHECK(token.term_length > 0);
    unic_stream_free(one);
    unic_stream_free(two);
    unic_string_free(description);
    unic_stream_free(NULL);
    CHECK_EQ(unic_live_objects(), 0);
}

/* A text of 1000 words. */
static void analyze(unic_stream *stream, const char *text, size_t length) {
    unic_token tokens[64];
    size_t count = 64, found = 0;
    CHECK_STATUS(unic_stream_set_utf8(stream, text, length), OK);
    while (count == 64 && unic_stream_next_batch(stream, tokens, 64, &count) == UNIC_STATUS_OK) found += count;
    CHECK_EQ(found, 1000);
}

int main(int count, char **arguments) {
    size_t objects = count > 1 ? strtoul(arguments[1], NULL, 10) : 4000;
    size_t texts = count > 2 ? strtoul(arguments[2], NULL, 10) : 1000;
    static char text[8000];
    for (size_t i = 0; i < 1000; i++) memcpy(text + 8 * i, "word-a1 ", 8);
    CHECK_EQ(unic_live_objects(), 0);
    size_t before = 0;
    for (size_t i = 0; i < objects; i++) {
        make_and_free(i);
        if (i == 400) before = resident_memory();
    }
    CHECK(objects <= 400 || resident_memory() <= before + (8u << 20));

    unic_stream *stream = stream_from("{\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"filter\": [\"lowercase\"]}}}", "a");
    for (size_t i = 0; i < texts; i++) {
        analyze(stream, text, sizeof text);
        if (i == 100) before = resident_memory();
    }
    CHECK(texts <= 100 || resident_memory() <= before + (1u << 20));
    unic_stream_free(stream);
    CHECK_EQ(unic_live_objects(), 0);
    return check_result();
}
