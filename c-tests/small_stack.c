/* The stack that the header promises to suffice: 256 KiB to compile, with the deepest nesting that the limits allow, 64 KiB for
   a call on a stream. */

#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <unic_analysis.h>

enum { COMPILING = 256 << 10, ANALYSING = 64 << 10, DEPTH = 99, LENGTH = 1 << 14 };

static const char TEXT[] = "<b>E-Book</b> Щука 日本語 ภาษาไทย ភាសាខ្មែរ zweiundzwanzig 1,234 ½";

struct job {
    char json[LENGTH];
    unic_analyzer *analyzer;
};

/* Runs a function on a thread with a stack of a size. A function that needs more ends the process. */
static void on_stack(size_t size, void *(*run)(void *), struct job *job) {
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK_EQ(pthread_attr_init(&attributes), 0);
    CHECK_EQ(pthread_attr_setstacksize(&attributes, size), 0);
    CHECK_EQ(pthread_create(&thread, &attributes, run, job), 0);
    CHECK_EQ(pthread_join(thread, NULL), 0);
    CHECK_EQ(pthread_attr_destroy(&attributes), 0);
}

static void *compile(void *argument) {
    struct job *job = argument;
    unic_error *error = NULL;
    unic_definition *definition = NULL;
    unic_string *report = NULL;
    CHECK_EQ(unic_analyzer_create(job->json, strlen(job->json), NULL, NULL, &job->analyzer, &error), UNIC_STATUS_OK);
    if (error != NULL) {
        printf("%s\n", unic_error_message(error));
        unic_error_free(error);
        return NULL;
    }
    CHECK_EQ(unic_definition_create(job->json, strlen(job->json), NULL, &definition, NULL), UNIC_STATUS_OK);
    CHECK_EQ(unic_definition_report(definition, &report), UNIC_STATUS_OK);
    unic_string_free(report);
    unic_definition_free(definition);
    CHECK_EQ(unic_analyzer_describe(job->analyzer, &report), UNIC_STATUS_OK);
    unic_string_free(report);
    CHECK_EQ(unic_analyze_json(job->analyzer, TEXT, sizeof TEXT - 1, UNIC_OFFSET_UTF16, 1, &report), UNIC_STATUS_OK);
    unic_string_free(report);
    return NULL;
}

static void *analyse(void *argument) {
    struct job *job = argument;
    unic_stream *stream = NULL;
    unic_token token;
    unic_status status;
    unsigned char key[512];
    CHECK_EQ(unic_stream_create(job->analyzer, &stream), UNIC_STATUS_OK);
    CHECK_EQ(unic_stream_set_utf8(stream, TEXT, sizeof TEXT - 1), UNIC_STATUS_OK);
    do status = unic_stream_next(stream, &token);
    while (status == UNIC_STATUS_OK);
    CHECK_EQ(status, UNIC_STATUS_END);
    status = unic_sort_key_utf8(stream, TEXT, sizeof TEXT - 1, key, sizeof key, NULL);
    CHECK(status == UNIC_STATUS_OK || status == UNIC_STATUS_UNSUPPORTED);
    unic_stream_free(stream);
    return NULL;
}

/* Calls without an analyzer. */
static void *other_calls(void *argument) {
    (void)argument;
    unic_boundary boundaries[64];
    unic_spell *spell = NULL;
    double value;
    char buffer[256];
    size_t needed;
    for (uint32_t kind = UNIC_BREAK_GRAPHEME; kind <= UNIC_BREAK_LINE; kind++)
        CHECK_EQ(unic_boundaries_utf8(kind, "ja", TEXT, 40, boundaries, 64, &needed), UNIC_STATUS_OK);
    CHECK_EQ(unic_spell_create("de", UNIC_SPELL_SPELLOUT, &spell), UNIC_STATUS_OK);
    CHECK_EQ(unic_spell_write_utf8(spell, NULL, "-123456789.25", 13, buffer, sizeof buffer, &needed), UNIC_STATUS_OK);
    CHECK_EQ(unic_spell_read_utf8(spell, buffer, needed, UNIC_SPELL_LENIENT, &value, &needed), UNIC_STATUS_OK);
    unic_spell_free(spell);
    unic_string *json = NULL;
    CHECK_EQ(unic_components(&json), UNIC_STATUS_OK);
    unic_string_free(json);
    CHECK_EQ(unic_transform_ids(&json), UNIC_STATUS_OK);
    unic_string_free(json);
    return NULL;
}

/* Appends a text n times. */
static void append(char *json, const char *text, int n) {
    for (; n > 0; n--) strcat(json, text);
}

static void check(struct job *job) {
    on_stack(COMPILING, compile, job);
    if (job->analyzer != NULL) on_stack(ANALYSING, analyse, job);
    unic_analyzer_free(job->analyzer);
}

static void nested(const char *before, const char *open, const char *inside, const char *close, const char *after) {
    struct job *job = calloc(1, sizeof *job);
    strcpy(job->json, before);
    append(job->json, open, DEPTH);
    append(job->json, inside, 1);
    append(job->json, close, DEPTH);
    append(job->json, after, 1);
    check(job);
    free(job);
}

static void flat(const char *json) {
    struct job *job = calloc(1, sizeof *job);
    strcpy(job->json, json);
    check(job);
    free(job);
}

#define FILTER "{\"analyzer\": {\"a\": {\"tokenizer\": \"keyword\", \"filter\": [\"f\"]}}, \"filter\": {\"f\": {\"type\": "
#define TOKENIZER "{\"analyzer\": {\"a\": {\"tokenizer\": \"t\"}}, \"tokenizer\": {\"t\": {\"type\": "

int main(void) {
    nested(FILTER "\"unic_normalizer\", \"unicode_set_filter\": \"", "[", "a", "]", "\"}}}");
    nested(FILTER "\"unic_normalizer\", \"unicode_set_filter\": \"", "[[a-z]&", "[a]", "]", "\"}}}");
    nested(FILTER "\"keyword_marker\", \"keywords_pattern\": \"", "(?:", "ab", ")*", "\"}}}");
    nested(FILTER "\"unic_transform\", \"rules\": \"", "(", "a", ")", " > b;\"}}}");
    nested(FILTER "\"unic_transform\", \"rules\": \"(.) > ", "&Any-Upper(", "$1", ")", ";\"}}}");
    nested(TOKENIZER "\"unic_tokenizer\", \"rules\": {\"Latn\": \"", "(", "[a-z]", ")*", "{200};\"}}}}");
    nested(TOKENIZER "\"unic_tokenizer\", \"rules\": {\"Latn\": \"", "[", "a-z", "]", "+{200};\"}}}}");
    flat(FILTER "\"unic_transform\", \"id\": \"Any-Latin\"}}}");
    flat(FILTER "\"unic_numberformat\", \"locale\": \"de\"}}}");
    flat("{\"type\": \"unic_collation\", \"locale\": \"ja\"}");
    flat("{\"type\": \"unic_collation\", \"rules\": \"[import zh-u-co-pinyin]&a<b\"}");
    flat("{\"tokenizer\": \"unic_tokenizer\", \"char_filter\": [\"html_strip\", \"unic_normalizer\"],"
         " \"filter\": [\"hyphen\", \"unic_folding\", \"unic_numberformat\", \"cjk_bigram\"]}");
    on_stack(COMPILING, other_calls, NULL);
    return check_result();
}
