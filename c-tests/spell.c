/* Numbers formatted in words and parsed, in both encodings. */

#include "helpers.h"

static unic_spell *spell_of(const char *locale, uint32_t group) {
    unic_spell *spell = NULL;
    CHECK_STATUS(unic_spell_create(locale, group, &spell), OK);
    return spell;
}

static void writes(const unic_spell *spell, const char *rule_set, const char *number, const char *expected) {
    char buffer[256];
    uint16_t wide[256];
    size_t needed = 77, wide_needed = 77;
    CHECK_STATUS(unic_spell_write_utf8(spell, rule_set, number, strlen(number), buffer, sizeof buffer, &needed), OK);
    CHECK_TEXT(buffer, expected);
    CHECK_EQ(needed, strlen(expected));
    CHECK_STATUS(unic_spell_write_utf8(spell, rule_set, number, strlen(number), NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, strlen(expected));
    CHECK_STATUS(unic_spell_write_utf16(spell, rule_set, number, strlen(number), wide, 256, &wide_needed), OK);
    CHECK(wide_needed <= needed && wide[wide_needed] == 0);
}

static void reads(const unic_spell *spell, const char *text, uint32_t flags, double expected, size_t expected_used) {
    double value = 77;
    size_t used = 77;
    CHECK_STATUS(unic_spell_read_utf8(spell, text, strlen(text), flags, &value, &used), OK);
    CHECK(value == expected);
    CHECK_EQ(used, expected_used);
}

#define MAX_TERMS 16

/* An inverted index of two documents: the terms of each. */
typedef struct {
    char terms[2][MAX_TERMS][64];
    size_t counts[2];
} term_index;

static size_t terms_of(unic_stream *stream, const char *text, char terms[MAX_TERMS][64]) {
    unic_token token;
    size_t count = 0;
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK && count < MAX_TERMS) {
        terms[count][term_utf8(&token, 0, terms[count])] = 0;
        count++;
    }
    return count;
}

/* A bit mask of the documents that have all terms of the query. */
static unsigned search(unic_stream *stream, const term_index *index, const char *query) {
    char terms[MAX_TERMS][64];
    size_t count = terms_of(stream, query, terms);
    unsigned found = 0;
    for (unsigned document = 0; document < 2; document++) {
        size_t hits = 0;
        for (size_t term = 0; term < count; term++) {
            int is_hit = 0;
            for (size_t i = 0; i < index->counts[document]; i++) is_hit |= !strcmp(terms[term], index->terms[document][i]);
            hits += (size_t)is_hit;
        }
        found |= (unsigned)(count && hits == count) << document;
    }
    return found;
}

/* Ruling U12: a number in digits and in words are one term, in documents and in queries. */
static void searches_for_digits_and_words_find_both(void) {
    static const char json[] =
        "{\"settings\": {\"index\": {\"analysis\": {"
        "\"filter\": {\"spellout_en\": {\"type\": \"unic_numberformat\", \"locale\": \"en_US\","
        " \"format\": \"spellout\", \"lenient\": true}},"
        "\"analyzer\": {\"spellout\": {\"type\": \"custom\", \"tokenizer\": \"unic_tokenizer\","
        " \"filter\": [\"spellout_en\"]}}}}},"
        "\"mappings\": {\"docs\": {\"properties\": {\"text\": {\"type\": \"text\", \"analyzer\": \"spellout\"}}}}}";
    static const char *const documents[] = {"A dollar is 100 cents", "A dollar is onehundred cents"};
    unic_stream *stream = stream_from(json, "spellout");
    term_index index;
    for (int i = 0; i < 2; i++) index.counts[i] = terms_of(stream, documents[i], index.terms[i]);
    CHECK_EQ(search(stream, &index, "100"), 3);
    CHECK_EQ(search(stream, &index, "onehundred"), 3);
    CHECK_EQ(search(stream, &index, "OneHundred cents"), 3);
    CHECK_EQ(search(stream, &index, "101"), 0);
    CHECK_EQ(search(stream, &index, "hundred"), 0);
    unic_stream_free(stream);
}

int main(void) {
    searches_for_digits_and_words_find_both();
    unic_spell *english = spell_of("en-GB", UNIC_SPELL_SPELLOUT);
    CHECK_TEXT(unic_spell_locale(english), "en");
    CHECK_TEXT(unic_spell_default_rule_set(english), "%spellout-numbering");
    CHECK_TEXT(unic_spell_rule_set(english, 0), "%spellout-ordinal-verbose");
    CHECK(unic_spell_rule_set(english, 1000) == NULL);
    writes(english, NULL, "123", "one hundred twenty-three");
    writes(english, "%spellout-ordinal", "123", "one hundred twenty-third");
    writes(english, "", "-12.50", "minus twelve point five");
    reads(english, "one hundred twenty-three!", 0, 123, 24);
    reads(english, "ONE-HUNDRED", 0, 0, 0);
    reads(english, "ONE-HUNDRED", UNIC_SPELL_LENIENT, 100, 11);
    reads(english, "", 0, 0, 0);

    char buffer[64];
    size_t needed = 77;
    CHECK_STATUS(unic_spell_write_integer_utf8(english, NULL, INT64_MIN, buffer, sizeof buffer, &needed), OK);
    CHECK_TEXT(buffer, "-9,223,372,036,854,775,808");
    unic_spell_free(english);

    unic_spell *german = spell_of("de", UNIC_SPELL_SPELLOUT);
    const uint16_t text[] = {'f', 0xFC, 'n', 'f', 0xD800};
    double value = 77;
    size_t used = 77;
    CHECK_STATUS(unic_spell_read_utf16(german, text, 5, 0, &value, &used), OK);
    CHECK(value == 5);
    CHECK_EQ(used, 4);
    unic_spell_free(german);

    unic_spell *ordinal = spell_of(NULL, UNIC_SPELL_ORDINAL);
    CHECK_TEXT(unic_spell_locale(ordinal), "root");
    writes(ordinal, NULL, "3", "3.");
    unic_spell_free(ordinal);

    // A language without rules has those of the root, with its own symbols.
    unic_spell *pashto = spell_of("ps", UNIC_SPELL_ORDINAL);
    CHECK_TEXT(unic_spell_locale(pashto), "root");
    writes(pashto, NULL, "1234", "۱٬۲۳۴.");
    unic_spell_free(pashto);
    unic_spell *thai = spell_of("th-u-nu-thai", UNIC_SPELL_ORDINAL);
    CHECK_TEXT(unic_spell_locale(thai), "th");
    writes(thai, NULL, "1234", "ที่\u00A0๑,๒๓๔");
    unic_spell_free(thai);

    unic_spell *custom = NULL;
    unic_error *error = NULL;
    static const char rules[] = "0: none; 1: one; 2: a pair; 3: =#,##0=;";
    CHECK_STATUS(unic_spell_create_rules(rules, strlen(rules), "de", &custom, &error), OK);
    CHECK(error == NULL);
    writes(custom, NULL, "2", "a pair");
    writes(custom, "%default", "12345", "12.345");
    unic_spell_free(custom);
    custom = NULL;
    static const char wrong[] = "0: none;\n5: =%nothing=;";
    CHECK_STATUS(unic_spell_create_rules(wrong, strlen(wrong), NULL, &custom, &error), SYNTAX);
    CHECK(custom == NULL);
    CHECK_EQ(unic_error_line(error), 2);
    CHECK(strstr(unic_error_message(error), "%nothing") != NULL);
    unic_error_free(error);

    unic_spell_free(NULL);
    CHECK_EQ(unic_live_objects(), 0);
    return check_result();
}
