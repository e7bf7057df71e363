/* Versions, names and lists that the library returns. */

#include "helpers.h"

int main(void) {
    CHECK_TEXT(unic_version(), UNIC_TEST_VERSION);
    CHECK_EQ(unic_abi_version(), UNIC_ABI_VERSION);
    CHECK_TEXT(unic_unicode_version(), "18.0");
    CHECK_TEXT(unic_cldr_version(), "49");

    static const struct {
        uint32_t type;
        const char *name;
    } TYPES[] = {{UNIC_TOKEN_TYPE_WORD, "word"},
                 {UNIC_TOKEN_TYPE_ALPHANUM, "<ALPHANUM>"},
                 {UNIC_TOKEN_TYPE_ALPHANUM_COMP, "<ALPHANUM_COMP>"},
                 {UNIC_TOKEN_TYPE_NUM, "<NUM>"},
                 {UNIC_TOKEN_TYPE_CJ, "<CJ>"}};
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++)
        CHECK_TEXT(unic_token_type_name(TYPES[i].type), TYPES[i].name);
    CHECK(unic_token_type_name(UINT32_MAX) == NULL);
    CHECK(unic_token_type_name(0x10000) == NULL);

    static const struct {
        unic_status status;
        const char *name;
    } STATUSES[] = {{0, "OK"}, {1, "END"}, {100, "NULL_ARGUMENT"}, {101, "INVALID_ARGUMENT"}, {102, "WRONG_STATE"},
                    {103, "UNSUPPORTED"}, {200, "UNKNOWN_OPTION"}, {201, "UNKNOWN_TYPE"}, {202, "MISSING_REFERENCE"},
                    {203, "WRONG_VALUE"}, {204, "DUPLICATE"}, {205, "SYNTAX"}, {206, "CONFIG_LIMIT"},
                    {207, "NO_SUCH_ANALYZER"}, {208, "UNSUPPORTED_COMPONENT"}, {300, "TEXT_TOO_LONG"}, {301, "LIMIT"}, {400, "BUFFER_TOO_SMALL"},
                    {500, "OUT_OF_MEMORY"}, {900, "INTERNAL"}, {2, "UNKNOWN"}, {UINT32_MAX, "UNKNOWN"}};
    for (size_t i = 0; i < sizeof STATUSES / sizeof *STATUSES; i++)
        CHECK_TEXT(unic_status_name(STATUSES[i].status), STATUSES[i].name);

    unic_string *names = NULL;
    CHECK_STATUS(unic_component_names(&names), OK);
    static const char *const PARTS[] = {"{\"analyzer\":[", "\"tokenizer\":[", "\"filter\":[", "\"char_filter\":[",
                                        "\"hyphen\"", "\"whitespace\"", "\"keyword_marker\"", "\"mapping\""};
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++) CHECK(strstr(unic_string_data(names), PARTS[i]) != NULL);
    CHECK_EQ(unic_string_length(names), strlen(unic_string_data(names)));
    unic_string_free(names);

    unic_string *ids = NULL;
    CHECK_STATUS(unic_transform_ids(&ids), OK);
    CHECK(strncmp(unic_string_data(ids), "[\"ASCII-Latin\",", 15) == 0);
    CHECK(strstr(unic_string_data(ids), "\"Cyrillic-Latin\"") != NULL);
    unic_string_free(ids);
    return check_result();
}
