/* Streams and tokens: the fields of a token, iteration one by one, the end, reuse, states. */

#include "helpers.h"

static const char HYPHEN[] = "{\"type\": \"hyphen\"}";
static const char SHORT_WORDS[] = "{\"type\": \"hyphen\", \"max_token_length\": 5}";
static const char KEYWORDS[] = "{\"analysis\": {\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"filter\": [\"k\"]}},"
                               "\"filter\": {\"k\": {\"type\": \"keyword_marker\", \"keywords\": [\"C++\", \"Go\"]}}}}";

static void token_of_a_word_then_all_fields_are_written(void) {
    unic_stream *stream = stream_from(HYPHEN, NULL);
    const char *text = " E-Book 3,14";
    unic_token token;
    memset(&token, 0xA5, sizeof token);
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(token.term == text + 1); /* unchanged terms are not copied */
    CHECK_EQ(token.term_length, 6);
    CHECK_EQ(token.start, 1);
    CHECK_EQ(token.end, 7);
    CHECK_EQ(token.position, 0);
    CHECK_EQ(token.position_increment, 1);
    CHECK_EQ(token.position_length, 1);
    CHECK_TEXT(unic_token_type_name(token.type), "<ALPHANUM_COMP>");
    CHECK_EQ(token.type, UNIC_TOKEN_TYPE_ALPHANUM_COMP);
    CHECK_EQ(token.script, 0);
    CHECK_EQ(token.flags, 0);
    for (int i = 0; i < 5; i++) CHECK_EQ(token.reserved[i], 0);

    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(token.term_length == 5 && memcmp(token.term, "EBook", 5) == 0);
    CHECK_EQ(token.start, 1);
    CHECK_EQ(token.end, 7);
    CHECK_EQ(token.position, 0);
    CHECK_EQ(token.position_increment, 0);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(token.term_length == 4 && memcmp(token.term, "Book", 4) == 0);

    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK(token.term_length == 4 && memcmp(token.term, "3,14", 4) == 0);
    CHECK_EQ(token.type, UNIC_TOKEN_TYPE_NUM);
    CHECK_EQ(token.position, 1);
    CHECK_STATUS(unic_stream_next(stream, &token), END);
    unic_stream_free(stream);
}

static void keyword_marked_then_flag_is_set(void) {
    unic_stream *stream = stream_from(KEYWORDS, "a");
    unic_token token;
    const char *text = "C++ or Go";
    const uint32_t flags[] = {UNIC_TOKEN_KEYWORD, 0, UNIC_TOKEN_KEYWORD};
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    for (int i = 0; i < 3; i++) {
        CHECK_STATUS(unic_stream_next(stream, &token), OK);
        CHECK_EQ(token.flags, flags[i]);
        CHECK_EQ(token.type, UNIC_TOKEN_TYPE_WORD);
    }
    unic_stream_free(stream);
}

static void end_of_text_then_offset_and_gap_are_told(void) {
    unic_stream *stream = stream_from(SHORT_WORDS, NULL);
    uint32_t offset = 77, gap = 77;
    CHECK_STATUS(unic_stream_end(stream, &offset, &gap), WRONG_STATE); /* no text */
    const char *text = "one tooolong two tooolong tooolong  ";
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    CHECK_STATUS(unic_stream_end(stream, &offset, &gap), WRONG_STATE); /* not begun */
    CHECK_EQ(offset, 77);
    CHECK_EQ(gap, 77);
    CHECK_TEXT(rest(stream, 0), "one[0,3) _two[13,16)");
    CHECK_STATUS(unic_stream_end(stream, &offset, &gap), OK);
    CHECK_EQ(offset, 36);
    CHECK_EQ(gap, 2);
    CHECK_STATUS(unic_stream_end(stream, NULL, NULL), OK);
    CHECK_STATUS(unic_stream_end(stream, NULL, &gap), OK);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), OK);
    unic_stream_free(stream);
}

static void states_then_calls_out_of_order_are_refused(void) {
    unic_stream *stream = stream_from(HYPHEN, NULL);
    unic_token token;
    size_t count = 77;
    memset(&token, 0xA5, sizeof token);
    const unic_token before = token;
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    CHECK_STATUS(unic_stream_next_batch(stream, &token, 1, &count), WRONG_STATE);
    CHECK_EQ(count, 77);

    CHECK_STATUS(unic_stream_set_offset_unit(stream, UNIC_OFFSET_CODE_POINT), OK);
    CHECK_STATUS(unic_stream_set_utf8(stream, "word", 4), OK);
    CHECK_STATUS(unic_stream_set_offset_unit(stream, UNIC_OFFSET_UTF8), WRONG_STATE);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK_STATUS(unic_stream_set_offset_unit(stream, UNIC_OFFSET_UTF8), WRONG_STATE);
    token = before;
    for (int i = 0; i < 3; i++) CHECK_STATUS(unic_stream_next(stream, &token), END);
    CHECK(memcmp(&token, &before, sizeof token) == 0);
    CHECK_STATUS(unic_stream_set_offset_unit(stream, UNIC_OFFSET_UTF8), OK);

    /* After a failed set no text is set. */
    CHECK_STATUS(unic_stream_set_utf8(stream, "word", 4), OK);
    CHECK_STATUS(unic_stream_set_utf8(stream, NULL, 4), NULL_ARGUMENT);
    CHECK_STATUS(unic_stream_next(stream, &token), WRONG_STATE);
    CHECK_TEXT(tokens(stream, "again"), "again[0,5)");
    unic_stream_free(stream);
}

static void empty_texts_then_no_tokens_or_the_one_of_keyword(void) {
    unic_stream *stream = stream_from(HYPHEN, NULL);
    uint32_t offset = 77, gap = 77;
    CHECK_STATUS(unic_stream_set_utf8(stream, NULL, 0), OK);
    CHECK_TEXT(rest(stream, 0), "");
    CHECK_STATUS(unic_stream_set_utf16(stream, NULL, 0), OK);
    CHECK_TEXT(rest(stream, 1), "");
    CHECK_STATUS(unic_stream_end(stream, &offset, &gap), OK);
    CHECK_EQ(offset, 0);
    CHECK_EQ(gap, 0);
    unic_stream_free(stream);
    stream = stream_from("{\"tokenizer\": \"keyword\"}", NULL);
    CHECK_STATUS(unic_stream_set_utf8(stream, NULL, 0), OK);
    CHECK_TEXT(rest(stream, 0), "[0,0)");
    unic_stream_free(stream);
}

static void reused_stream_then_same_as_fresh(void) {
    static const char *const TEXTS[] = {"", "E-Book", "U.S.A. und C++", "  ", "Nord-Ost-Wind 東京 42", "x"};
    unic_stream *reused = stream_from(HYPHEN, NULL);
    for (size_t i = 0; i < 4 * sizeof TEXTS / sizeof *TEXTS; i++) {
        const char *text = TEXTS[i * 5 % 6];
        unic_stream *fresh = stream_from(HYPHEN, NULL);
        char expected[1024];
        strcpy(expected, tokens(fresh, text));
        if (i % 3 == 1) { /* a text that is not read to its end */
            unic_token token;
            CHECK_STATUS(unic_stream_set_utf8(reused, "Hals-Nasen-Ohren-Arzt", 21), OK);
            CHECK_STATUS(unic_stream_next(reused, &token), OK);
        }
        CHECK_TEXT(tokens(reused, text), expected);
        strcpy(expected, tokens16(fresh, text));
        CHECK_TEXT(tokens16(reused, text), expected);
        unic_stream_free(fresh);
    }
    unic_stream_free(reused);
}

static void analyzer_freed_first_then_streams_go_on(void) {
    unic_analyzer *analyzer = analyzer_of(HYPHEN, NULL);
    CHECK_STATUS(unic_analyzer_retain(analyzer), OK);
    unic_stream *one = stream_of(analyzer), *two = stream_of(analyzer);
    unic_analyzer_free(analyzer);
    unic_stream *three = stream_of(analyzer); /* the second reference still exists */
    unic_analyzer_free(analyzer);
    CHECK_TEXT(tokens(one, "E-Book"), "E-Book[0,6) +EBook[0,6) +Book[0,6)");
    unic_stream_free(one);
    CHECK_TEXT(tokens(two, "a"), "a[0,1)");
    CHECK_TEXT(tokens(three, "b"), "b[0,1)");
    unic_stream_free(two);
    unic_stream_free(three);
}

int main(void) {
    token_of_a_word_then_all_fields_are_written();
    keyword_marked_then_flag_is_set();
    end_of_text_then_offset_and_gap_are_told();
    states_then_calls_out_of_order_are_refused();
    empty_texts_then_no_tokens_or_the_one_of_keyword();
    reused_stream_then_same_as_fresh();
    analyzer_freed_first_then_streams_go_on();
    return check_result();
}
