/* Boundaries of each kind, in both encodings. */

#include "helpers.h"

/* "1:200 2:0 ": the end of each segment, and its status. */
static const char *written(const unic_boundary *boundaries, size_t count) {
    static char shown[512];
    char *end = shown;
    *end = 0;
    for (size_t i = 0; i < count; i++) end += sprintf(end, "%u:%u ", boundaries[i].at, boundaries[i].status);
    return shown;
}

static void cut(uint32_t kind, const char *locale, const char *text, const char *expected) {
    unic_boundary ends[64], few[2] = {{77, 77}, {77, 77}};
    size_t needed = 77, count = 0;
    CHECK_STATUS(unic_boundaries_utf8(kind, locale, text, strlen(text), ends, 64, &count), OK);
    CHECK_TEXT(written(ends, count), expected);
    CHECK_STATUS(unic_boundaries_utf8(kind, locale, text, strlen(text), NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, count);
    unic_status status = unic_boundaries_utf8(kind, locale, text, strlen(text), few, 1, NULL);
    CHECK_EQ(status, count > 1 ? UNIC_STATUS_BUFFER_TOO_SMALL : UNIC_STATUS_OK);
    CHECK(few[0].at == ends[0].at && few[0].status == ends[0].status && few[1].at == 77);
}

int main(void) {
    cut(UNIC_BREAK_GRAPHEME, NULL, "ae\xCC\x81\r\nz", "1:0 4:0 6:0 7:0 ");
    cut(UNIC_BREAK_WORD, NULL, "E-Book 42", "1:200 2:0 6:200 7:0 9:100 ");
    cut(UNIC_BREAK_WORD, "ja", "東京都に", "6:400 9:400 12:400 ");
    cut(UNIC_BREAK_SENTENCE, "en", "Yes. No!", "5:0 8:0 ");
    cut(UNIC_BREAK_SENTENCE, "en", "Mr. Smith. Yes", "4:0 11:0 14:100 ");
    cut(UNIC_BREAK_SENTENCE, "en-u-ss-standard", "Mr. Smith. Yes", "11:0 14:0 ");
    cut(UNIC_BREAK_WORD, "en-u-ss-standard", "Mr. S", "2:200 3:0 4:0 5:200 ");
    cut(UNIC_BREAK_SENTENCE, NULL, "Yes\nNo", "4:100 6:100 ");
    cut(UNIC_BREAK_LINE, NULL, "one two\nthree", "4:0 8:100 13:100 ");
    cut(UNIC_BREAK_LINE, "ja", "程度だ", "3:0 6:0 9:100 ");
    cut(UNIC_BREAK_LINE, "ja-u-lw-phrase", "程度だ", "9:100 ");
    cut(UNIC_BREAK_LINE, "ja@lw=phrase", "程度だ", "9:100 ");
    cut(UNIC_BREAK_WORD, NULL, "a\xFF" "b", "1:200 2:0 3:200 ");

    const uint16_t text[] = {'a', 0x301, ' ', 0xD83D, 0xDE00, 0xD800};
    unic_boundary ends[8];
    size_t count = 77;
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_WORD, "de", text, 6, ends, 8, &count), OK);
    CHECK_TEXT(written(ends, count), "2:200 3:0 5:0 6:0 ");
    CHECK_STATUS(unic_boundaries_utf16(UNIC_BREAK_LINE, "", NULL, 0, NULL, 0, &count), OK);
    CHECK_EQ(count, 0);
    return check_result();
}
