/* The packed form: the tokens of the stream in flat arrays, preflight, exact sizes. */

#include "helpers.h"

static const char CHAIN[] = "{\"tokenizer\": \"hyphen\", \"filter\": [\"hyphen\", \"lowercase\"]}";

static void packed_then_same_as_stream(unic_stream *stream, unic_stream *reference, const uint16_t *text, size_t length) {
    unic_packed packed;
    memset(&packed, 0, sizeof packed);
    unic_status status = unic_analyze_utf16_packed(stream, text, length, &packed);
    CHECK(status == (packed.fields_needed ? UNIC_STATUS_BUFFER_TOO_SMALL : UNIC_STATUS_OK));
    size_t fields_needed = packed.fields_needed, terms_needed = packed.terms_needed;
    CHECK_EQ(fields_needed % UNIC_PACKED_FIELDS, 0);

    /* Exact capacities suffice; one less is too small and returns the needed sizes. */
    packed.fields = malloc((fields_needed + 1) * sizeof *packed.fields);
    packed.terms = malloc((terms_needed + 1) * sizeof *packed.terms);
    packed.fields[fields_needed] = 0x5A5A5A5A;
    packed.terms[terms_needed] = 0x5A5A;
    for (int less = 2; less >= 0; less--) {
        packed.fields_capacity = fields_needed - (less == 1 && fields_needed);
        packed.terms_capacity = terms_needed - (less == 2 && terms_needed);
        int fits = packed.fields_capacity == fields_needed && packed.terms_capacity == terms_needed;
        packed.fields_needed = packed.terms_needed = 77;
        status = unic_analyze_utf16_packed(stream, text, length, &packed);
        CHECK(status == (fits ? UNIC_STATUS_OK : UNIC_STATUS_BUFFER_TOO_SMALL));
        CHECK_EQ(packed.fields_needed, fields_needed);
        CHECK_EQ(packed.terms_needed, terms_needed);
    }
    CHECK_EQ(packed.fields[fields_needed], 0x5A5A5A5A);
    CHECK_EQ(packed.terms[terms_needed], 0x5A5A);

    unic_token token;
    uint32_t final_offset, position_gap;
    const int32_t *field = packed.fields;
    CHECK_STATUS(unic_stream_set_utf16(reference, text, length), OK);
    for (; unic_stream_next(reference, &token) == UNIC_STATUS_OK; field += UNIC_PACKED_FIELDS) {
        CHECK_EQ(field[0], token.start);
        CHECK_EQ(field[1], token.end);
        CHECK_EQ(field[2], token.type);
        CHECK_EQ(field[3], token.position_increment);
        CHECK_EQ(field[4], token.position_length);
        CHECK_EQ(field[5], token.flags);
        CHECK_EQ(field[7], token.term_length);
        const uint16_t *term = field[6] >= 0 ? packed.terms + field[6] : text + (-1 - field[6]);
        CHECK(token.term_length == 0 || memcmp(term, token.term, token.term_length * sizeof *term) == 0);
        CHECK((field[6] < 0) == (token.term_length == 0 || ((const uint16_t *)token.term >= text &&
                                                            (const uint16_t *)token.term < text + length)));
    }
    CHECK_EQ(field - packed.fields, fields_needed);
    CHECK_STATUS(unic_stream_end(reference, &final_offset, &position_gap), OK);
    CHECK_EQ(packed.final_offset, final_offset);
    CHECK_EQ(packed.position_gap, position_gap);
    free(packed.fields);
    free(packed.terms);
}

int main(void) {
    static const char *const TEXTS[] = {"", "x", "word", "E-Book und Hals-Nasen-Ohren-Arzt", "𝔘nicode 東京-Bahn U.S.A.",
                                        "ÄÖÜ ß-test   "};
    unic_stream *stream = stream_from(CHAIN, NULL), *reference = stream_from(CHAIN, NULL);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        size_t length;
        uint16_t *text = utf16_of(TEXTS[i], &length);
        packed_then_same_as_stream(stream, reference, text, length);
        free(text);
    }
    const uint16_t lone[] = {'A', '-', 0xD800, 'B', ' ', 0xDC00};
    packed_then_same_as_stream(stream, reference, lone, 6);

    /* Afterwards no text is set, and the offset unit of the stream is unchanged: packed offsets are always UTF-16 units. */
    unic_token token;
    unic_packed packed;
    memset(&packed, 0, sizeof packed);
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    CHECK_STATUS(unic_stream_set_offset_unit(stream, UNIC_OFFSET_UTF8), OK);
    const uint16_t word[] = {0xFC, 0xD835, 0xDD18, 'x'};
    int32_t fields[32];
    uint16_t terms[32];
    packed.fields = fields, packed.terms = terms, packed.fields_capacity = 32, packed.terms_capacity = 32;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, word, 4, &packed), OK);
    CHECK_EQ(fields[1], 4);
    CHECK_EQ(packed.final_offset, 4);
    CHECK_STATUS(unic_stream_set_utf16(stream, word, 4), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK_EQ(token.end, 7);

    /* In the middle of a text: that text is dropped. */
    CHECK_STATUS(unic_analyze_utf16_packed(stream, word, 4, &packed), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);

    /* Another failure leaves the struct unchanged. */
    unic_packed before = packed;
    CHECK_STATUS(unic_analyze_utf16_packed(stream, NULL, 1, &packed), NULL_ARGUMENT);
    CHECK(memcmp(&packed, &before, sizeof packed) == 0);
    unic_stream_free(stream);
    unic_stream_free(reference);
    return check_result();
}
