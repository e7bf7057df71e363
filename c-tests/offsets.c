/* Offset units over both encodings, through a char filter that shortens and lengthens. */

#include "helpers.h"

static const char PLAIN[] = "{\"tokenizer\": \"whitespace\"}";
static const char MAPPED[] = "{\"analysis\": {\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"]}},"
                             "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"ß => ss\", \"... => …\"]}}}}";

/* ü: 2 bytes; €: 3; 𝔘: 4 bytes, 2 units. */
static const char TEXT[] = "ü €𝔘 x";

static void unit_then_offsets(const char *json, const char *name, const char *text, uint32_t unit, const char *utf8,
                              const char *utf16, uint32_t final_utf8, uint32_t final_utf16) {
    unic_stream *stream = stream_from(json, name);
    uint32_t offset;
    CHECK_STATUS(unic_stream_set_offset_unit(stream, unit), OK);
    CHECK_TEXT(tokens(stream, text), utf8);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), OK);
    CHECK_EQ(offset, final_utf8);
    /* A unit that is set after the text applies to the next one. */
    CHECK_STATUS(unic_stream_set_offset_unit(stream, (unit + 1) % 4), OK);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), OK);
    CHECK_EQ(offset, final_utf8);
    CHECK_STATUS(unic_stream_set_offset_unit(stream, unit), OK);
    CHECK_TEXT(tokens16(stream, text), utf16);
    CHECK_STATUS(unic_stream_end(stream, &offset, NULL), OK);
    CHECK_EQ(offset, final_utf16);
    unic_stream_free(stream);
}

int main(void) {
    unit_then_offsets(PLAIN, NULL, TEXT, UNIC_OFFSET_NATIVE, "ü[0,2) €𝔘[3,10) x[11,12)", "ü[0,1) €𝔘[2,5) x[6,7)", 12, 7);
    unit_then_offsets(PLAIN, NULL, TEXT, UNIC_OFFSET_UTF16, "ü[0,1) €𝔘[2,5) x[6,7)", "ü[0,1) €𝔘[2,5) x[6,7)", 7, 7);
    unit_then_offsets(PLAIN, NULL, TEXT, UNIC_OFFSET_UTF8, "ü[0,2) €𝔘[3,10) x[11,12)", "ü[0,2) €𝔘[3,10) x[11,12)", 12, 12);
    unit_then_offsets(PLAIN, NULL, TEXT, UNIC_OFFSET_CODE_POINT, "ü[0,1) €𝔘[2,4) x[5,6)", "ü[0,1) €𝔘[2,4) x[5,6)", 6, 6);

    const char *text = "Groß... 𝔘ß ...x ";
    const char *bytes = "Gross…[0,8) 𝔘ss[9,15) …x[16,20)", *units = "Gross…[0,7) 𝔘ss[8,11) …x[12,16)";
    const char *points = "Gross…[0,7) 𝔘ss[8,10) …x[11,15)";
    unit_then_offsets(MAPPED, "a", text, UNIC_OFFSET_NATIVE, bytes, units, 21, 17);
    unit_then_offsets(MAPPED, "a", text, UNIC_OFFSET_UTF16, units, units, 17, 17);
    unit_then_offsets(MAPPED, "a", text, UNIC_OFFSET_UTF8, bytes, bytes, 21, 21);
    unit_then_offsets(MAPPED, "a", text, UNIC_OFFSET_CODE_POINT, points, points, 16, 16);
    return check_result();
}
