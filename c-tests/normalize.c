/* Whole texts through a normalizer, and through the char filters of an analyzer. */

#include "helpers.h"

static const char JSON[] =
    "{\"analysis\": {\"normalizer\": {\"n\": {\"type\": \"custom\", \"char_filter\": [\"m\"], \"filter\": [\"lowercase\"]},"
    "\"folded\": {\"type\": \"custom\", \"char_filter\": [\"unic_normalizer\"], \"filter\": [\"unic_folding\"]}},"
    "\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"], \"filter\": [\"lowercase\"]},"
    "\"composed\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"unic_normalizer\"]},"
    "\"plain\": {\"tokenizer\": \"whitespace\"}},"
    "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"& => und\"]}}}}";

static void normalizes(const char *name, const char *text, size_t length, const char *expected) {
    unic_analyzer *analyzer = analyzer_of(JSON, name);
    size_t size = strlen(expected), needed = 77;
    char buffer[128];
    CHECK_STATUS(unic_normalize_utf8(analyzer, text, length, NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, size);
    memset(buffer, 'x', sizeof buffer);
    needed = 77;
    CHECK_STATUS(unic_normalize_utf8(analyzer, text, length, buffer, size - 1, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, size);
    CHECK_EQ(buffer[0], 'x');
    CHECK_STATUS(unic_normalize_utf8(analyzer, text, length, buffer, size, NULL), OK);
    CHECK(memcmp(buffer, expected, size) == 0 && buffer[size] == 'x');
    CHECK_STATUS(unic_normalize_utf8(analyzer, text, length, buffer, sizeof buffer, &needed), OK);
    CHECK_TEXT(buffer, expected);
    CHECK_EQ(needed, size);
    unic_analyzer_free(analyzer);
}

int main(void) {
    normalizes("n", "Müller & SÖHNE", 15 + 1, "müller und söhne");
    normalizes("a", "Müller & SÖHNE", 15 + 1, "Müller und SÖHNE"); /* char filters only */
    normalizes("plain", "Müller & SÖHNE", 15 + 1, "Müller & SÖHNE");
    normalizes("n", "A\xFF" "B", 3, "a\xEF\xBF\xBD" "b");
    normalizes("a", "A\xFF" "B", 3, "A\xEF\xBF\xBD" "B");
    normalizes("plain", "A\xFF" "B", 3, "A\xEF\xBF\xBD" "B");
    normalizes("folded", "ǅ A\xCC\x8A\xFF ½", 10, "dz a\xEF\xBF\xBD 1/2");
    normalizes("composed", "ǅ A\xCC\x8A\xFF ½", 10, "dž å\xEF\xBF\xBD 1⁄2");

    unic_analyzer *analyzer = analyzer_of(JSON, "n");
    /* An empty text has an empty result, which fits in a buffer of capacity 0. */
    size_t needed = 77;
    CHECK_STATUS(unic_normalize_utf8(analyzer, NULL, 0, NULL, 0, &needed), OK);
    CHECK_EQ(needed, 0);
    CHECK_STATUS(unic_normalize_utf16(analyzer, NULL, 0, NULL, 0, NULL), OK);

    const uint16_t text[] = {'A', '&', 0xD800, 'Z'};
    const uint16_t expected[] = {'a', 'u', 'n', 'd', 0xFFFD, 'z', 0};
    uint16_t buffer[16];
    CHECK_STATUS(unic_normalize_utf16(analyzer, text, 4, NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, 6);
    CHECK_STATUS(unic_normalize_utf16(analyzer, text, 4, buffer, 16, &needed), OK);
    CHECK_EQ(needed, 6);
    CHECK(memcmp(buffer, expected, sizeof expected) == 0);
    unic_analyzer_free(analyzer);
    return check_result();
}
