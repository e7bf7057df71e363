/* Functions for hosts that do not keep texts or have a tokenizer of their own: copied texts, filters over the caller's tokens, char
   filters with their offsets, scripts in the packed form, the option table. */

#include "helpers.h"

static const char CHAIN[] = "{\"tokenizer\": \"standard\", \"filter\": [\"hyphen\", \"stop\", \"cjk_bigram\", \"unic_folding\"]}";
static const char BARE[] = "{\"tokenizer\": \"standard\"}";
static const char TEXT[] = "The Wi-Fi of \xC3\x84rger and \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E of the";

typedef struct {
    char term[64];
    uint32_t start, end, position, type, script, flags;
} seen;

static size_t see(const unic_token *token, seen *into, size_t count) {
    memset(&into[count], 0, sizeof into[count]);
    memcpy(into[count].term, token->term, token->term_length);
    into[count].start = token->start;
    into[count].end = token->end;
    into[count].position = token->position;
    into[count].type = token->type;
    into[count].script = token->script;
    into[count].flags = token->flags;
    return count + 1;
}

static void copies_may_go(unic_stream *stream) {
    static seen expected[64], found[64];
    size_t wanted = 0, count = 0;
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, TEXT, strlen(TEXT)), OK);
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK) wanted = see(&token, expected, wanted);
    char *text = malloc(strlen(TEXT));
    memcpy(text, TEXT, strlen(TEXT));
    CHECK_STATUS(unic_stream_set_utf8_copy(stream, text, strlen(TEXT)), OK);
    memset(text, 'x', strlen(TEXT));
    free(text);
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK) count = see(&token, found, count);
    CHECK_EQ(count, wanted);
    CHECK(wanted > 5 && memcmp(found, expected, sizeof found) == 0);
    uint16_t wide[] = {'a', 'b', ' ', 'c'};
    CHECK_STATUS(unic_stream_set_utf16_copy(stream, wide, 4), OK);
    wide[0] = wide[1] = 'x';
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK_EQ(token.term_length, 2);
    CHECK_EQ(((const uint16_t *)token.term)[0], 'a');
    CHECK_STATUS(unic_stream_set_utf8_copy(stream, NULL, 0), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), END);
}

/* The tokenizer's tokens passed through the filters in batches equal those of the whole chain. */
static void filters_equal_the_chain(size_t batch) {
    unic_analyzer *chain = analyzer_of(CHAIN, NULL), *bare = analyzer_of(BARE, NULL);
    unic_stream *whole = stream_of(chain), *tokenizer = stream_of(bare);
    unic_token_filters *filters;
    CHECK_STATUS(unic_token_filters_create(chain, UNIC_ENCODING_UTF8, &filters), OK);
    for (int round = 0; round < 2; round++) {
        static seen expected[64], found[64];
        size_t wanted = 0, count = 0, read, given;
        unic_token tokens[16], out[2];
        uint32_t final_offset = 0, gap = 0, filtered_offset, filtered_gap;
        memset(expected, 0, sizeof expected);
        memset(found, 0, sizeof found);
        CHECK_STATUS(unic_stream_set_utf8(whole, TEXT, strlen(TEXT)), OK);
        while (unic_stream_next(whole, tokens) == UNIC_STATUS_OK) wanted = see(tokens, expected, wanted);
        CHECK_STATUS(unic_stream_set_utf8(tokenizer, TEXT, strlen(TEXT)), OK);
        CHECK_STATUS(unic_token_filters_reset(filters), OK);
        CHECK_STATUS(unic_token_filters_end(filters, &filtered_offset, &filtered_gap), WRONG_STATE);
        do {
            CHECK_STATUS(unic_stream_next_batch(tokenizer, tokens, batch, &read), OK);
            int is_last = read < batch;
            if (is_last) CHECK_STATUS(unic_stream_end(tokenizer, &final_offset, &gap), OK);
            CHECK_STATUS(unic_token_filters_run(filters, tokens, read, is_last, final_offset, gap), OK);
            do {
                CHECK_STATUS(unic_token_filters_next_batch(filters, out, 2, &given), OK);
                for (size_t at = 0; at < given; at++) count = see(&out[at], found, count);
            } while (given == 2);
        } while (read == batch);
        CHECK_EQ(count, wanted);
        CHECK(wanted > 5 && memcmp(found, expected, sizeof found) == 0);
        CHECK_STATUS(unic_token_filters_end(filters, &filtered_offset, &filtered_gap), OK);
        CHECK_STATUS(unic_stream_end(whole, &final_offset, &gap), OK);
        CHECK_EQ(filtered_offset, final_offset);
        CHECK_EQ(filtered_gap, gap);
        CHECK_STATUS(unic_token_filters_run(filters, tokens, 0, 0, 0, 0), WRONG_STATE);
    }
    unic_token_filters_free(filters);
    unic_stream_free(whole);
    unic_stream_free(tokenizer);
    unic_analyzer_free(chain);
    unic_analyzer_free(bare);
}

static uint32_t corrected(const unic_filtered_text *text, uint32_t at) {
    size_t step = text->step_count;
    while (step > 0 && text->steps[step - 1].filtered > at) step--;
    return step == 0 ? at : text->steps[step - 1].original + (at - text->steps[step - 1].filtered);
}

static void char_filters_report_offsets(void) {
    unic_analyzer *analyzer = analyzer_of("{\"tokenizer\": \"keyword\", \"char_filter\": [\"html_strip\", \"unic_normalizer\"]}", NULL);
    unic_stream *stream = stream_of(analyzer);
    unic_filtered_text filtered;
    static const char html[] = "a<b> \xC2\xBD</b> B";
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, html, strlen(html), &filtered), OK);
    CHECK_EQ(filtered.length, strlen("a 1\xE2\x81\x84" "2 b"));
    CHECK(memcmp(filtered.text, "a 1\xE2\x81\x84" "2 b", filtered.length) == 0);
    CHECK_EQ(corrected(&filtered, 0), 0);
    CHECK_EQ(corrected(&filtered, 1), 4);
    CHECK_EQ(corrected(&filtered, 2), 5);
    CHECK_EQ(corrected(&filtered, (uint32_t)filtered.length), strlen(html));
    CHECK_STATUS(unic_stream_char_filter_utf8(stream, "abc", 3, &filtered), OK);
    CHECK_EQ(filtered.length, 3);
    CHECK_EQ(filtered.step_count, 0);
    const uint16_t wide[] = {0xBD, 'x'};
    CHECK_STATUS(unic_stream_char_filter_utf16(stream, wide, 2, &filtered), OK);
    CHECK_EQ(filtered.length, 4);
    CHECK_EQ(corrected(&filtered, 3), 1);
    unic_token token;
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
}

static void packed_tokens_have_scripts(void) {
    unic_analyzer *analyzer = analyzer_of("{\"tokenizer\": \"unic_tokenizer\"}", NULL);
    unic_stream *stream = stream_of(analyzer);
    const uint16_t text[] = {'a', ' ', 0x431, ' ', 0x65E5};
    int32_t fields[3 * UNIC_PACKED_FIELDS];
    uint32_t scripts[3] = {0, 0, 0};
    unic_packed packed;
    memset(&packed, 0, sizeof packed);
    packed.fields = fields;
    packed.fields_capacity = 3 * UNIC_PACKED_FIELDS;
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, text, 5, &packed, scripts, 2), BUFFER_TOO_SMALL);
    CHECK_EQ(packed.fields_needed, 3 * UNIC_PACKED_FIELDS);
    CHECK_STATUS(unic_analyze_utf16_packed_scripts(stream, text, 5, &packed, scripts, 3), OK);
    CHECK_EQ(scripts[0], ((uint32_t)'L' << 24 | 'a' << 16 | 't' << 8 | 'n'));
    CHECK_EQ(scripts[1], ((uint32_t)'C' << 24 | 'y' << 16 | 'r' << 8 | 'l'));
    CHECK_EQ(scripts[2], ((uint32_t)'J' << 24 | 'p' << 16 | 'a' << 8 | 'n'));
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
}

int main(void) {
    unic_analyzer *analyzer = analyzer_of(CHAIN, NULL);
    unic_stream *stream = stream_of(analyzer);
    copies_may_go(stream);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
    for (size_t batch = 1; batch <= 16; batch += 5) filters_equal_the_chain(batch);
    char_filters_report_offsets();
    packed_tokens_have_scripts();
    unic_string *components;
    CHECK_STATUS(unic_components(&components), OK);
    CHECK(strstr(unic_string_data(components), "\"unic_tokenizer\"") != NULL);
    unic_string_free(components);
    CHECK_EQ(unic_live_objects(), 0);
    return check_result();
}
