/* The response of the engine's _analyze API. */

#include "helpers.h"

static const char JSON[] =
    "{\"analysis\": {\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"char_filter\": [\"m\"], \"filter\": [\"lowercase\"]}},"
    "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"& => und\"]}}}}";

static char *response(const unic_analyzer *analyzer, const char *text, size_t length, uint32_t unit, uint32_t explain) {
    static char copy[4096];
    unic_string *json = NULL;
    CHECK_STATUS(unic_analyze_json(analyzer, text, length, unit, explain, &json), OK);
    snprintf(copy, sizeof copy, "%s", unic_string_data(json));
    CHECK_EQ(unic_string_length(json), strlen(copy));
    unic_string_free(json);
    return copy;
}

int main(void) {
    unic_analyzer *analyzer = analyzer_of(JSON, "a");
    CHECK_TEXT(response(analyzer, "Ä & B", 6, UNIC_OFFSET_UTF16, 0),
               "{\"tokens\":[{\"token\":\"ä\",\"start_offset\":0,\"end_offset\":1,\"type\":\"word\",\"position\":0},"
               "{\"token\":\"und\",\"start_offset\":2,\"end_offset\":3,\"type\":\"word\",\"position\":1},"
               "{\"token\":\"b\",\"start_offset\":4,\"end_offset\":5,\"type\":\"word\",\"position\":2}]}");
    CHECK_TEXT(response(analyzer, "Ä", 2, UNIC_OFFSET_NATIVE, 0),
               "{\"tokens\":[{\"token\":\"ä\",\"start_offset\":0,\"end_offset\":2,\"type\":\"word\",\"position\":0}]}");
    CHECK_TEXT(response(analyzer, NULL, 0, UNIC_OFFSET_UTF16, 0), "{\"tokens\":[]}");
    CHECK(strstr(response(analyzer, "\xFF", 1, UNIC_OFFSET_NATIVE, 0), "\"token\":\"\xEF\xBF\xBD\"") != NULL);

    static const char *const PARTS[] = {"{\"detail\":{\"custom_analyzer\":true", "\"charfilters\":[{\"name\":\"m\"",
                                        "\"filtered_text\":[\"Ä und B\"]", "\"tokenizer\":{\"name\":\"whitespace\"",
                                        "\"tokenfilters\":[{\"name\":\"lowercase\"", "\"bytes\":\"[c3 a4]\"",
                                        "\"keyword\":false", "\"positionLength\":1"};
    const char *detail = response(analyzer, "Ä & B", 6, UNIC_OFFSET_UTF16, 1);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) {
        if (!strstr(detail, PARTS[i])) printf("FAIL not there: %s\n  in %s\n", PARTS[i], detail), check_failures++;
    }
    unic_analyzer_free(analyzer);
    return check_result();
}
