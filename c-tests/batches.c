/* Batches of any capacity have the tokens of unic_stream_next; terms are valid for the whole batch. */

#include "helpers.h"

static const char CHAIN[] =
    "{\"analysis\": {\"analyzer\": {\"a\": {\"char_filter\": [\"m\"], \"tokenizer\": \"whitespace\","
    "\"filter\": [\"hyphen\", \"lowercase\"]}}, \"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": "
    "[\"ph => f\", \"& => und\"]}}}}";
static const char TEXT[] = "Photo-Album & Hals-Nasen-Ohren-Arzt U.S.A. C++ x E-Book ÄÖÜ-ß Graph-\xFF-Theory end";

/* The tokens of the text in batches of `capacity`, after the first few one by one. */
static void collect(unic_stream *stream, size_t capacity, size_t singles, int wide, char *shown) {
    unic_token *batch = malloc(capacity * sizeof *batch);
    unic_token token;
    size_t length = 0, count;
    for (; singles && unic_stream_next(stream, &token) == UNIC_STATUS_OK; singles--)
        length += show_token(&token, wide, shown + length), shown[length++] = ' ';
    do {
        count = 77;
        memset(batch, 0xA5, capacity * sizeof *batch);
        CHECK_STATUS(unic_stream_next_batch(stream, batch, capacity, &count), OK);
        CHECK(count <= capacity);
        for (size_t i = 0; i < count; i++)
            length += show_token(&batch[i], wide, shown + length), shown[length++] = ' ';
    } while (count == capacity);
    shown[length] = 0;
    /* After the end: OK and 0 for every batch, END for every single token. */
    CHECK_STATUS(unic_stream_next_batch(stream, batch, capacity, &count), OK);
    CHECK_EQ(count, 0);
    CHECK_STATUS(unic_stream_next(stream, &token), END);
    CHECK_STATUS(unic_stream_end(stream, NULL, NULL), OK);
    free(batch);
}

int main(void) {
    static char expected[1 << 14], found[1 << 14];
    unic_stream *stream = stream_from(CHAIN, "a");
    size_t length;
    uint16_t *units = utf16_of("Photo-Album & Hals-Nasen-Ohren-Arzt U.S.A. 𝔘nicode-Wort", &length);
    for (int wide = 0; wide < 2; wide++) {
        for (size_t capacity = 1; capacity < 40; capacity++) {
            for (size_t singles = 0; singles < 4; singles++) {
                if (wide) CHECK_STATUS(unic_stream_set_utf16(stream, units, length), OK);
                else CHECK_STATUS(unic_stream_set_utf8(stream, TEXT, sizeof TEXT - 1), OK);
                char *shown = capacity == 1 && singles == 0 ? expected : found;
                collect(stream, capacity, singles, wide, shown);
                CHECK_TEXT(shown, expected);
            }
        }
    }
    free(units);

    /* After a batch that the text fills exactly, the end is not yet known. */
    unic_token batch[3];
    size_t count = 77;
    uint32_t offset;
    CHECK_STATUS(unic_stream_set_utf8(stream, "a b c", 5), OK);
    CHECK_STATUS(unic_stream_next_batch(stream, batch, 3, &count), OK);
    CHECK_EQ(count, 3);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), WRONG_STATE);
    CHECK_STATUS(unic_stream_next_batch(stream, batch, 3, &count), OK);
    CHECK_EQ(count, 0);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), OK);
    CHECK_EQ(offset, 5);

    /* A large text in one batch and in small ones: the arena is reallocated while the batch is filled. */
    enum { WORDS = 5000 };
    char *text = malloc(WORDS * 8), *end = text;
    for (int i = 0; i < WORDS; i++) end += sprintf(end, "W-%04d ", i);
    unic_token *many = malloc(4 * WORDS * sizeof *many);
    CHECK_STATUS(unic_stream_set_utf8(stream, text, (size_t)(end - text)), OK);
    CHECK_STATUS(unic_stream_next_batch(stream, many, 4 * WORDS, &count), OK);
    CHECK_EQ(count, 3 * WORDS);
    for (size_t i = 0; i < count; i += 3) {
        char shown[64];
        snprintf(shown, sizeof shown, "w-%04u w%04u %04u", (unsigned)i / 3, (unsigned)i / 3, (unsigned)i / 3);
        char joined[64];
        snprintf(joined, sizeof joined, "%.*s %.*s %.*s", (int)many[i].term_length, (const char *)many[i].term,
                 (int)many[i + 1].term_length, (const char *)many[i + 1].term, (int)many[i + 2].term_length,
                 (const char *)many[i + 2].term);
        CHECK_TEXT(joined, shown);
        CHECK_EQ(many[i].position, i / 3);
        CHECK_EQ(many[i].start, i / 3 * 7);
    }
    free(many);
    free(text);
    unic_stream_free(stream);
    return check_result();
}
