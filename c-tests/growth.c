/* A million objects made and freed, a hundred million tokens: nothing is left over, nothing grows. A smaller share of both is the first
 * argument, one in so many. */

#include "helpers.h"

/* A sanitizer keeps what was freed: there, only the counter is looked at. */
static size_t resident(void) {
#ifdef __SANITIZE_ADDRESS__
    return 0;
#endif
    unsigned long size = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%lu %lu", &size, &pages) == 2);
    if (file) fclose(file);
    return pages * 4096;
}

static const char *good = "{\"filter\": {\"s\": {\"type\": \"stop\", \"stopwords\": [\"the\", \"a\"]}}, \"analyzer\": {\"a\": "
                          "{\"tokenizer\": \"whitespace\", \"char_filter\": \"html_strip\", \"filter\": [\"lowercase\", \"s\"]}}}";
static const char *bad = "{\"analyzer\": {\"a\": {\"tokenizer\": \"nowhere\"}}}";

/* One object of each kind: analyzer, stream with a text, string, error. */
static void make_and_free(void) {
    unic_analyzer *analyzer = analyzer_of(good, "a");
    CHECK_STATUS(unic_analyzer_retain(analyzer), OK);
    unic_stream *stream = stream_of(analyzer);
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, "the <b>Fox</b>", 14), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    unic_string *description = NULL;
    CHECK_STATUS(unic_analyzer_describe(analyzer, &description), OK);
    unic_error *error = NULL;
    unic_analyzer *none = NULL;
    CHECK_STATUS(unic_analyzer_create(bad, strlen(bad), NULL, NULL, &none, &error), MISSING_REFERENCE);
    CHECK(unic_live_objects() == 4);
    unic_analyzer_free(analyzer);
    CHECK(unic_live_objects() == 4);
    unic_analyzer_free(analyzer);
    unic_string_free(description);
    unic_error_free(error);
    unic_stream_free(stream);
    CHECK(unic_live_objects() == 0);
}

int main(int count, char **arguments) {
    long part = count > 1 ? atol(arguments[1]) : 1;
    CHECK(unic_live_objects() == 0);
    for (int i = 0; i < 1000; i++) make_and_free();
    size_t before = resident();
    for (long i = 0; i < 250000 / part; i++) make_and_free();
    CHECK(resident() < before + (1u << 20));

    unic_stream *stream = stream_from(good, "a");
    static unic_token tokens[256];
    static const char piece[] = "The <b>Fox</b> &amp; a Hound ";
    static char text[sizeof piece * 2000];
    size_t length = 0;
    for (int i = 0; i < 2000; i++, length += sizeof piece - 1) memcpy(text + length, piece, sizeof piece - 1);
    long long found = 0;
    before = 0;
    for (long round = 0; found < 100000000 / part; round++) {
        CHECK_STATUS(unic_stream_set_utf8(stream, text, length), OK);
        size_t got = 0;
        do {
            unic_status status = unic_stream_next_batch(stream, tokens, 256, &got);
            CHECK(status == UNIC_STATUS_OK || status == UNIC_STATUS_END);
            found += (long long)got;
        } while (got == 256);
        if (round == 10) before = resident();
    }
    CHECK(resident() < before + (1u << 20));
    unic_stream_free(stream);
    CHECK(unic_live_objects() == 0);
    return check_result();
}
