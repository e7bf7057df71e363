/* Memory runs out in the middle of a large text: a status, and the stream can be used again when there is memory. */

#include "helpers.h"

#include <sys/resource.h>

/* Limits memory to `more` bytes above the current use; SIZE_MAX: no limit. */
static void limit(size_t more) {
    struct rlimit bounds;
    CHECK(getrlimit(RLIMIT_AS, &bounds) == 0);
    bounds.rlim_cur = more == SIZE_MAX ? bounds.rlim_max : address_space() + more;
    CHECK(setrlimit(RLIMIT_AS, &bounds) == 0);
}

int main(void) {
    const char *json = "{\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"]}}, \"char_filter\": "
                       "{\"m\": {\"type\": \"mapping\", \"mappings\": [\"a => bcdefghijklm\"]}}}";
    size_t size = 4u << 20;
    char *text = malloc(size);
    uint16_t *wide = malloc(size * sizeof *wide);
    memset(text, 'a', size);
    for (size_t i = 0; i < size; i++) wide[i] = 'a';
    unic_stream *stream = stream_from(json, "a");
    unic_token token;
    CHECK_TEXT(tokens(stream, "xy"), "xy[0,2)");

    /* The filtered text needs 48 MiB. */
    limit(16u << 20);
    CHECK_STATUS(unic_stream_set_utf8(stream, text, size), OUT_OF_MEMORY);
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    CHECK_STATUS(unic_stream_set_utf16(stream, wide, size), OUT_OF_MEMORY);
    CHECK_TEXT(tokens(stream, "xy"), "xy[0,2)");
    limit(SIZE_MAX);
    CHECK_STATUS(unic_stream_set_utf8(stream, text, size), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(memcmp(token.term, "bcdefghijklm", 12) == 0);
    unic_stream_free(stream);
    free(wide);
    free(text);
    return check_result();
}
