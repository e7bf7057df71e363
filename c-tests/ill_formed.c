/* Ill-formed text: one U+FFFD per maximal subpart, offsets in the input, in every unit. */

#include "helpers.h"

static const char MAPPED[] = "{\"analysis\": {\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"]}},"
                             "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"\\uFFFD => ?\"]}}}}";

static void utf8_then(unic_stream *stream, uint32_t unit, const char *text, const char *expected) {
    CHECK_STATUS(unic_stream_set_offset_unit(stream, unit), OK);
    CHECK_TEXT(tokens(stream, text), expected);
}

static void utf16_then(unic_stream *stream, uint32_t unit, const uint16_t *text, size_t length, const char *expected) {
    CHECK_STATUS(unic_stream_set_offset_unit(stream, unit), OK);
    CHECK_STATUS(unic_stream_set_utf16(stream, text, length), OK);
    CHECK_TEXT(rest(stream, 1), expected);
}

int main(void) {
    /* The char filter reads U+FFFD, so the number of question marks is that of the maximal subparts. */
    unic_stream *stream = stream_from(MAPPED, "a");
    utf8_then(stream, UNIC_OFFSET_NATIVE, "a\xFF" "b c", "a?b[0,3) c[4,5)");
    utf8_then(stream, UNIC_OFFSET_NATIVE, "\xED\xA0\x80 c", "???[0,3) c[4,5)");       /* a surrogate in UTF-8 */
    utf8_then(stream, UNIC_OFFSET_NATIVE, "\xF0\x9F\x98 c", "?[0,3) c[4,5)");         /* truncated */
    utf8_then(stream, UNIC_OFFSET_NATIVE, "\xC0\x80 c", "??[0,2) c[3,4)");            /* overlong */
    utf8_then(stream, UNIC_OFFSET_NATIVE, "\xF4\x90\x80\x80 c", "????[0,4) c[5,6)");  /* beyond U+10FFFF */
    utf8_then(stream, UNIC_OFFSET_NATIVE, "c \xE2\x82", "c[0,1) ?[2,4)");             /* at the end of the text */
    utf8_then(stream, UNIC_OFFSET_UTF16, "\xF0\x9F\x98 c", "?[0,1) c[2,3)");
    utf8_then(stream, UNIC_OFFSET_CODE_POINT, "\xED\xA0\x80 c", "???[0,3) c[4,5)");

    const uint16_t lone[] = {'a', 0xD800, ' ', 0xDC00, 0xD83D, 0xDE00, ' ', 0xD83D};
    utf16_then(stream, UNIC_OFFSET_NATIVE, lone, 8, "a?[0,2) ?😀[3,6) ?[7,8)");
    utf16_then(stream, UNIC_OFFSET_UTF8, lone, 8, "a?[0,4) ?😀[5,12) ?[13,16)");
    utf16_then(stream, UNIC_OFFSET_CODE_POINT, lone, 8, "a?[0,2) ?😀[3,5) ?[6,7)");
    unic_stream_free(stream);

    /* Zero bytes are text like any other. */
    stream = stream_from("{\"tokenizer\": \"whitespace\"}", NULL);
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, "a\0b c", 5), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(token.term_length == 3 && memcmp(token.term, "a\0b", 3) == 0);
    unic_stream_free(stream);

    /* Random bytes: offsets are inside the text and never decrease, in each unit; all units of terms are readable. */
    stream = stream_from("{\"type\": \"hyphen\"}", NULL);
    uint32_t random = 12345, sum = 0;
    for (int round = 0; round < 400; round++) {
        unsigned char text[97];
        size_t length = (size_t)round % sizeof text;
        for (size_t i = 0; i < length; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = (unsigned char)(random >> 24);
            if (random >> 8 & 1) text[i] = (unsigned char)("a-' \xE2\x80\x99\xF0\xCC"[random >> 16 & 7]);
        }
        CHECK_STATUS(unic_stream_set_offset_unit(stream, (uint32_t)round % 4), OK);
        CHECK_STATUS(unic_stream_set_utf8(stream, (const char *)text, length), OK);
        uint32_t start = 0, final_offset = 0;
        uint32_t last_end = 0;
        while (unic_stream_next(stream, &token) == UNIC_STATUS_OK) {
            CHECK(token.start >= start && token.end >= token.start);
            start = token.start;
            last_end = token.end > last_end ? token.end : last_end;
            for (uint32_t i = 0; i < token.term_length; i++) sum += ((const unsigned char *)token.term)[i];
        }
        CHECK_STATUS(unic_stream_end(stream, &final_offset, NULL), OK);
        CHECK(last_end <= final_offset);
        /* An ill-formed byte counts as three, the UTF-8 length of U+FFFD. */
        CHECK(final_offset <= 3 * length);
    }
    CHECK(sum != 0);
    unic_stream_free(stream);
    return check_result();
}
