/* Sort keys: preflight, batches, comparison, bounds, prefixes, text forms; analyzers without keys. */

#include "helpers.h"

static const char COLLATION[] = "{\"analyzer\": {\"a\": {\"type\": \"unic_collation\", \"locale\": \"de\"}}}";
static const char NATURAL[] = "{\"analyzer\": {\"a\": {\"type\": \"naturalsort\", \"locale\": \"de\"}}}";

typedef struct {
    unsigned char bytes[256];
    size_t length;
} key;

static key key_of(unic_stream *stream, const char *text) {
    key made;
    CHECK_STATUS(unic_sort_key_utf8(stream, text, strlen(text), made.bytes, sizeof made.bytes, &made.length), OK);
    size_t length, units;
    unsigned char wide[256];
    uint16_t *text16 = utf16_of(text, &units);
    CHECK_STATUS(unic_sort_key_utf16(stream, text16, units, wide, sizeof wide, &length), OK);
    CHECK(length == made.length && memcmp(wide, made.bytes, length) == 0);
    free(text16);
    return made;
}

static int compare_bytes(const unsigned char *a, size_t a_length, const unsigned char *b, size_t b_length) {
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* Texts in this order, each before the next. */
static void ordered(const char *json, const char *const *texts, size_t count) {
    unic_stream *stream = stream_from(json, "a");
    for (size_t i = 0; i + 1 < count; i++) {
        key left = key_of(stream, texts[i]), right = key_of(stream, texts[i + 1]);
        CHECK(compare_bytes(left.bytes, left.length, right.bytes, right.length) < 0);
        int32_t order = 7;
        size_t l = strlen(texts[i]), r = strlen(texts[i + 1]);
        CHECK_STATUS(unic_compare_utf8(stream, texts[i], l, texts[i + 1], r, &order), OK);
        CHECK_EQ(order, -1);
        CHECK_STATUS(unic_compare_utf8(stream, texts[i + 1], r, texts[i], l, &order), OK);
        CHECK_EQ(order, 1);
        CHECK_STATUS(unic_compare_utf8(stream, texts[i], l, texts[i], l, &order), OK);
        CHECK_EQ(order, 0);
        size_t l16, r16;
        uint16_t *left16 = utf16_of(texts[i], &l16), *right16 = utf16_of(texts[i + 1], &r16);
        CHECK_STATUS(unic_compare_utf16(stream, left16, l16, right16, r16, &order), OK);
        CHECK_EQ(order, -1);
        free(left16), free(right16);
    }
    unic_stream_free(stream);
}

static void preflight(void) {
    unic_stream *stream = stream_from(COLLATION, "a");
    key made = key_of(stream, "Straße");
    size_t needed = 77;
    unsigned char buffer[256];
    CHECK_STATUS(unic_sort_key_utf8(stream, "Straße", 7, NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, made.length);
    memset(buffer, 'x', sizeof buffer);
    CHECK_STATUS(unic_sort_key_utf8(stream, "Straße", 7, buffer, made.length - 1, NULL), BUFFER_TOO_SMALL);
    CHECK_EQ(buffer[0], 'x');
    CHECK_STATUS(unic_sort_key_utf8(stream, "Straße", 7, buffer, made.length, NULL), OK);
    CHECK(memcmp(buffer, made.bytes, made.length) == 0 && buffer[made.length] == 'x');
    /* An empty text has the key 01 01. */
    CHECK_STATUS(unic_sort_key_utf8(stream, NULL, 0, buffer, sizeof buffer, &needed), OK);
    CHECK(needed == 2 && buffer[0] == 1 && buffer[1] == 1);
    /* Ill-formed text is U+FFFD. */
    key replaced = key_of(stream, "a\xEF\xBF\xBD");
    CHECK_STATUS(unic_sort_key_utf8(stream, "a\xFF", 2, buffer, sizeof buffer, &needed), OK);
    CHECK(needed == replaced.length && memcmp(buffer, replaced.bytes, needed) == 0);
    const uint16_t lone[] = {'a', 0xD800};
    CHECK_STATUS(unic_sort_key_utf16(stream, lone, 2, buffer, sizeof buffer, &needed), OK);
    CHECK(needed == replaced.length && memcmp(buffer, replaced.bytes, needed) == 0);
    /* The text of the stream continues. */
    CHECK_STATUS(unic_stream_set_utf8(stream, "zwei", 4), OK);
    key_of(stream, "other");
    CHECK_TEXT(rest(stream, 0), "zwei[0,4)");
    unic_stream_free(stream);
}

static void batch(void) {
    unic_stream *stream = stream_from(COLLATION, "a");
    const char *texts[] = {"Öl", NULL, "Ofen", "Zug"};
    const size_t lengths[] = {3, 0, 4, 3};
    unsigned char arena[2048];
    size_t offsets[5], needed = 77, total;
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 4, NULL, 0, offsets, &total), BUFFER_TOO_SMALL);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 4, arena, total - 1, offsets, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, total);
    /* Keys are written directly to a large arena, and copied to a small one; nothing after it is written. */
    const size_t capacities[] = {total, 735, 736, 737, 750, sizeof arena - 1};
    for (size_t round = 0; round < sizeof capacities / sizeof *capacities; round++) {
        const size_t capacity = capacities[round];
        memset(arena, 'x', sizeof arena);
        CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 4, arena, capacity, offsets, NULL), OK);
        CHECK_EQ(arena[capacity], 'x');
        CHECK_EQ(offsets[0], 0);
        CHECK_EQ(offsets[4], total);
        for (size_t i = 0; i < 4; i++) {
            key made = key_of(stream, texts[i] ? texts[i] : "");
            CHECK_EQ(offsets[i + 1] - offsets[i], made.length);
            CHECK(memcmp(arena + offsets[i], made.bytes, made.length) == 0);
        }
    }
    const uint16_t wide[] = {0xD6, 'l', 'O', 'f', 'e', 'n'};
    const uint16_t *wides[] = {wide, wide + 2};
    const size_t wide_lengths[] = {2, 4};
    CHECK_STATUS(unic_sort_keys_utf16(stream, wides, wide_lengths, 2, arena, sizeof arena, offsets, &needed), OK);
    key oel = key_of(stream, "Öl");
    CHECK(offsets[1] == oel.length && memcmp(arena, oel.bytes, oel.length) == 0);
    CHECK_STATUS(unic_sort_keys_utf8(stream, NULL, NULL, 0, NULL, 0, offsets, &needed), OK);
    CHECK_EQ(needed, 0);
    CHECK_STATUS(unic_sort_keys_utf8(stream, texts, lengths, 4, arena, sizeof arena, NULL, NULL), NULL_ARGUMENT);
    unic_stream_free(stream);
}

static void sorting(void) {
    unic_stream *stream = stream_from(COLLATION, "a");
    const char *texts[] = {"Zug", "Ofen", NULL, "\xC3\x96l", "zug", "Ofen"};
    const size_t lengths[] = {3, 4, 0, 3, 3, 4};
    const size_t expected[] = {2, 1, 5, 3, 4, 0};
    size_t order[6];
    for (uint32_t threads = 0; threads < 4; threads++) {
        memset(order, 0, sizeof order);
        CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, 6, threads, order), OK);
        CHECK(memcmp(order, expected, sizeof order) == 0);
    }
    const uint16_t wide[] = {0xD6, 'l', 'O', 'f', 'e', 'n'};
    const uint16_t *wides[] = {wide, wide + 2};
    const size_t wide_lengths[] = {2, 4};
    CHECK_STATUS(unic_sort_utf16(stream, wides, wide_lengths, 2, 1, order), OK);
    CHECK(order[0] == 1 && order[1] == 0);
    unic_stream_free(stream);

    /* Many texts on several threads: each is not less than the preceding one, equal ones keep their order. */
    enum { MANY = 20000 };
    static char text[MANY][8];
    static const char *many[MANY];
    static size_t sizes[MANY], alone[MANY], together[MANY];
    stream = stream_from(COLLATION, "a");
    for (size_t i = 0; i < MANY; i++) {
        sizes[i] = (size_t)snprintf(text[i], sizeof text[i], "%c%u", "aAbBz"[i % 5], (unsigned)(i * 7919 % 4001));
        many[i] = text[i];
    }
    CHECK_STATUS(unic_sort_utf8(stream, many, sizes, MANY, 1, alone), OK);
    for (uint32_t threads = 2; threads < 8; threads++) {
        CHECK_STATUS(unic_sort_utf8(stream, many, sizes, MANY, threads, together), OK);
        CHECK(memcmp(alone, together, sizeof alone) == 0);
    }
    for (size_t i = 1; i < MANY; i++) {
        int32_t compared;
        size_t a = alone[i - 1], b = alone[i];
        CHECK_STATUS(unic_compare_utf8(stream, many[a], sizes[a], many[b], sizes[b], &compared), OK);
        CHECK(compared < 0 || (compared == 0 && a < b));
    }
    unic_stream_free(stream);
    stream = stream_from("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", "a");
    CHECK_STATUS(unic_sort_utf8(stream, texts, lengths, 6, 1, order), UNSUPPORTED);
    unic_stream_free(stream);
}

static void ranges(void) {
    unic_stream *stream = stream_from(COLLATION, "a");
    unsigned char start[64], end[64], bound[64];
    size_t start_length, end_length, length;
    CHECK_STATUS(unic_sort_key_prefix(stream, "ol", 2, UNIC_ENCODING_UTF8, UNIC_STRENGTH_PRIMARY, start,
            sizeof start, &start_length,
                                           end, sizeof end, &end_length), OK);
    const char *const inside[] = {"ol", "Öl", "Ölung", "OLGA"}, *const outside[] = {"o", "om", "ok", ""};
    for (size_t i = 0; i < 4; i++) {
        key in = key_of(stream, inside[i]), out = key_of(stream, outside[i]);
        CHECK(compare_bytes(start, start_length, in.bytes, in.length) <= 0);
        CHECK(compare_bytes(in.bytes, in.length, end, end_length) < 0);
        CHECK(compare_bytes(out.bytes, out.length, start, start_length) < 0 ||
              compare_bytes(out.bytes, out.length, end, end_length) >= 0);
    }
    memset(start, 'x', sizeof start);
    CHECK_STATUS(unic_sort_key_prefix(stream, "ol", 2, UNIC_ENCODING_UTF8, UNIC_STRENGTH_PRIMARY, start,
            sizeof start, &start_length,
                                           NULL, 0, &end_length), BUFFER_TOO_SMALL);
    CHECK_EQ(start[0], 'x');
    const uint16_t wide[] = {'o', 'l'};
    size_t again;
    CHECK_STATUS(unic_sort_key_prefix(stream, wide, 2, UNIC_ENCODING_UTF16, UNIC_STRENGTH_TERTIARY, start,
            sizeof start, &start_length,
                                            end, sizeof end, &again), OK);
    CHECK_EQ(again, end_length);
    /* A prefix without base characters matches everything, up to a bound that a store can compare with. */
    CHECK_STATUS(unic_sort_key_prefix(stream, NULL, 0, UNIC_ENCODING_UTF8, 1, start, 64, &start_length, end, 64, &again), OK);
    CHECK_EQ(start_length, 0);
    key greatest = key_of(stream, "\xEF\xBF\xBF\xEF\xBF\xBF");
    CHECK(again == 64 && compare_bytes(greatest.bytes, greatest.length, end, again) < 0);
    CHECK_STATUS(unic_sort_key_prefix(stream, "ol", 2, UNIC_ENCODING_UTF8, 0, start, 64, NULL, end, 64, NULL),
            INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_prefix(stream, "ol", 2, UNIC_ENCODING_UTF8, 6, start, 64, NULL, end, 64, NULL),
            INVALID_ARGUMENT);

    key ol = key_of(stream, "ol"), oel = key_of(stream, "Öl"), olga = key_of(stream, "Olga");
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, UNIC_BOUND_LOWER, 1, bound, 64, &length), OK);
    CHECK(compare_bytes(bound, length, ol.bytes, ol.length) <= 0);
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, UNIC_BOUND_UPPER, 1, bound, 64, &length), OK);
    CHECK(compare_bytes(oel.bytes, oel.length, bound, length) < 0);
    CHECK(compare_bytes(olga.bytes, olga.length, bound, length) > 0);
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, UNIC_BOUND_UPPER_LONG, 1, bound, 64, &length), OK);
    CHECK(compare_bytes(olga.bytes, olga.length, bound, length) < 0);
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, UNIC_BOUND_UPPER, 1, NULL, 0, &length), BUFFER_TOO_SMALL);
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, 3, 1, bound, 64, &length), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_bound(ol.bytes, ol.length, UNIC_BOUND_UPPER, 0, bound, 64, &length), INVALID_ARGUMENT);
    unic_stream_free(stream);
}

static void text_forms(void) {
    const unsigned char bytes[] = {0x2A, 0x00, 0xFF, 0x01, 0x80};
    char text[64];
    uint16_t wide[64];
    unsigned char back[64];
    size_t length, back_length;
    CHECK_STATUS(unic_sort_key_to_text(bytes, 5, UNIC_KEY_FORM_HEX, UNIC_ENCODING_UTF8, text, sizeof text, &length),
            OK);
    CHECK_TEXT(text, "2a00ff0180");
    CHECK_STATUS(unic_sort_key_from_text("2A00fF0180", 10, UNIC_KEY_FORM_HEX, UNIC_ENCODING_UTF8, back, 64,
            &back_length), OK);
    CHECK(back_length == 5 && memcmp(back, bytes, 5) == 0);
    for (uint32_t form = 0; form < 2; form++) {
        for (size_t size = 0; size <= 5; size++) {
            CHECK_STATUS(unic_sort_key_to_text(bytes, size, form, UNIC_ENCODING_UTF8, text, sizeof text, &length), OK);
            CHECK_STATUS(unic_sort_key_from_text(text, length, form, UNIC_ENCODING_UTF8, back, 64, &back_length), OK);
            CHECK(back_length == size && memcmp(back, bytes, size) == 0);
            CHECK_STATUS(unic_sort_key_to_text(bytes, size, form, UNIC_ENCODING_UTF16, wide, 64, &length), OK);
            CHECK_STATUS(unic_sort_key_from_text(wide, length, form, UNIC_ENCODING_UTF16, back, 64, &back_length), OK);
            CHECK(back_length == size && memcmp(back, bytes, size) == 0);
        }
    }
    /* Examples from the ICU plugin. */
    CHECK_STATUS(unic_sort_key_to_text(bytes, 2, UNIC_KEY_FORM_BASE_32768, UNIC_ENCODING_UTF16, wide, 64, &length), OK);
    CHECK(length == 3 && wide[0] == 0x1500 && wide[1] == 0 && wide[2] == 0);
    CHECK_STATUS(unic_sort_key_to_text(bytes + 2, 1, UNIC_KEY_FORM_BASE_32768, UNIC_ENCODING_UTF16, wide, 64,
            &length), OK);
    CHECK(length == 2 && wide[0] == 0x7F80 && wide[1] == 1);
    CHECK_STATUS(unic_sort_key_to_text(bytes, 5, UNIC_KEY_FORM_BASE_32768, UNIC_ENCODING_UTF16, NULL, 0, &length),
            BUFFER_TOO_SMALL);
    CHECK_STATUS(unic_sort_key_to_text(bytes, 5, 2, UNIC_ENCODING_UTF8, text, sizeof text, &length), INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text("abc", 3, UNIC_KEY_FORM_HEX, UNIC_ENCODING_UTF8, back, 64, NULL),
            INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text("ax", 2, UNIC_KEY_FORM_HEX, UNIC_ENCODING_UTF8, back, 64, NULL),
            INVALID_ARGUMENT);
    CHECK_STATUS(unic_sort_key_from_text("\xFF", 1, UNIC_KEY_FORM_BASE_32768, UNIC_ENCODING_UTF8, back, 64, NULL),
            INVALID_ARGUMENT);
    wide[0] = 0xD800;
    CHECK_STATUS(unic_sort_key_from_text(wide, 2, UNIC_KEY_FORM_BASE_32768, UNIC_ENCODING_UTF16, back, 64, NULL),
            INVALID_ARGUMENT);
}

static void refusals(void) {
    unic_stream *stream = stream_from("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", "a");
    int32_t order = 7;
    size_t needed = 77, offsets[1];
    unsigned char buffer[8];
    CHECK_STATUS(unic_sort_key_utf8(stream, "a", 1, buffer, 8, &needed), UNSUPPORTED);
    CHECK_STATUS(unic_compare_utf8(stream, "a", 1, "b", 1, &order), UNSUPPORTED);
    CHECK_STATUS(unic_sort_key_prefix(stream, "a", 1, UNIC_ENCODING_UTF8, 1, buffer, 8, NULL, buffer, 8, NULL),
            UNSUPPORTED);
    CHECK(order == 7 && needed == 77);
    unic_stream_free(stream);
    stream = stream_from(NATURAL, "a");
    CHECK_STATUS(unic_sort_key_utf8(NULL, "a", 1, buffer, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, NULL, 1, buffer, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, "a", 1, NULL, 8, &needed), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_key_utf8(stream, UNTOUCHED, (size_t)1 << 31, buffer, 8, &needed), TEXT_TOO_LONG);
    CHECK_STATUS(unic_compare_utf8(stream, "a", 1, "b", 1, NULL), NULL_ARGUMENT);
    CHECK_STATUS(unic_sort_keys_utf8(stream, NULL, NULL, SIZE_MAX, NULL, 0, offsets, NULL), NULL_ARGUMENT);
    CHECK_EQ(needed, 77);
    unic_stream_free(stream);
}

int main(void) {
    const char *const words[] = {"", "a", "A", "ä", "aa", "Straße", "Straßen", "z"};
    const char *const numbers[] = {"-10", "-2", "0", "1", "007", "8", "a2", "a10", "a10000000000000000000000"};
    ordered(COLLATION, words, sizeof words / sizeof *words);
    ordered(NATURAL, numbers, sizeof numbers / sizeof *numbers);
    preflight();
    batch();
    sorting();
    ranges();
    text_forms();
    refusals();
    return check_result();
}
