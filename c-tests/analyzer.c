/* Analyzers: forms of definitions, errors with their locations, options, warnings, fingerprint, reference counts. */

#include "helpers.h"

#include <sys/stat.h>
#include <unistd.h>

static unic_error *error_of(const char *json, const char *name, const unic_options *options, unic_status expected) {
    unic_analyzer *analyzer = UNTOUCHED;
    unic_error *error = NULL;
    unic_status status = unic_analyzer_create(json, strlen(json), name, options, &analyzer, &error);
    if (status != expected) {
        printf("FAIL %s\n  expected %s\n  found    %s: %s\n", json, unic_status_name(expected), unic_status_name(status),
               unic_error_json(error));
        check_failures++;
    }
    CHECK(analyzer == UNTOUCHED);
    CHECK(error != NULL);
    CHECK_EQ(unic_error_code(error), status);
    CHECK(*unic_error_message(error) != 0);
    CHECK(strstr(unic_error_json(error), "\"errors\":[{") != NULL);
    return error;
}

static void fails(const char *json, const char *name, unic_status status, const char *pointer, const char *at) {
    unic_error *error = error_of(json, name, NULL, status);
    CHECK_TEXT(unic_error_pointer(error), pointer);
    if (at) {
        size_t offset = (size_t)(strstr(json, at) - json), line = 1, column = 1;
        for (size_t i = 0; i < offset; i++) {
            if (json[i] == '\n') line++, column = 1;
            else if ((json[i] & 0xC0) != 0x80) column++;
        }
        CHECK_EQ(unic_error_offset(error), offset);
        CHECK_EQ(unic_error_line(error), line);
        CHECK_EQ(unic_error_column(error), column);
    }
    unic_error_free(error);
}

static void shapes_then_each_is_read(void) {
    static const char *const SHAPES[] = {
        "{\"settings\": {\"index\": {\"analysis\": {\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}}}}",
        "{\"settings\": {\"analysis\": {\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}}, \"mappings\": {}}",
        "{\"index.analysis.analyzer.a.type\": \"hyphen\"}",
        "{\"analysis\": {\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}}",
        "{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}",
    };
    unic_error *error;
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        for (int named = 0; named < 2; named++) {
            unic_analyzer *analyzer = NULL;
            error = UNTOUCHED;
            CHECK_STATUS(unic_analyzer_create(SHAPES[i], strlen(SHAPES[i]), named ? "a" : NULL, NULL, &analyzer, &error), OK);
            CHECK(error == NULL); /* set on success */
            unic_stream *stream = stream_of(analyzer);
            CHECK_TEXT(tokens(stream, "E-Book"), "E-Book[0,6) +EBook[0,6) +Book[0,6)");
            unic_stream_free(stream);
            unic_analyzer_free(analyzer);
        }
    }
    /* The definition of a single analyzer; its end is given by the length, not by a NUL. */
    const char *json = "{\"type\": \"hyphen\"} and more";
    unic_analyzer *analyzer = NULL;
    CHECK_STATUS(unic_analyzer_create(json, 18, NULL, NULL, &analyzer, NULL), OK);
    unic_analyzer_free(analyzer);
    /* It has no name, and accepts any. */
    CHECK_STATUS(unic_analyzer_create(json, 18, "any", NULL, &analyzer, NULL), OK);
    unic_string *description;
    CHECK_STATUS(unic_analyzer_describe(analyzer, &description), OK);
    CHECK(strstr(unic_string_data(description), "\"name\":\"any\"") != NULL);
    unic_string_free(description);
    unic_analyzer_free(analyzer);
}

static void errors_then_category_and_location(void) {
    fails("{\"type\": \"hyphen\", \"hyphen\": \"-\"}", NULL, UNIC_STATUS_UNKNOWN_OPTION, "/hyphen", "\"hyphen\":");
    fails("{\"type\": \"hyfen\"}", NULL, UNIC_STATUS_UNKNOWN_TYPE, "/type", "\"hyfen\"");
    fails("{\"tokenizer\": \"whitespace\", \"filter\": [\"lowercase\", \"nix\"]}", NULL, UNIC_STATUS_MISSING_REFERENCE,
          "/filter/1", "\"nix\"");
    fails("{\"type\": \"hyphen\",\n \"subwords\": \"vielleicht\"}", NULL, UNIC_STATUS_WRONG_VALUE, "/subwords", "\"vielleicht\"");
    fails("{\"type\": \"hyphen\",\n \"ä\": 1, \"subwords\": true, \"subwords\": true}", NULL, UNIC_STATUS_UNKNOWN_OPTION, "/ä",
          "\"ä\"");
    fails("{\"type\": \"hyphen\", \"subwords\": true, \"subwords\" : true}", NULL, UNIC_STATUS_DUPLICATE, "/subwords",
          "\"subwords\" :");
    fails("{\"type\": \"hyphen\",}", NULL, UNIC_STATUS_SYNTAX, "", NULL);
    fails("", NULL, UNIC_STATUS_SYNTAX, "", NULL);
    fails("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}", "b", UNIC_STATUS_NO_SUCH_ANALYZER, "", NULL);
    fails("{\"analyzer\": {\"a\": {\"type\": \"hyphen\"}, \"b\": {\"type\": \"hyphen\"}}}", NULL, UNIC_STATUS_NO_SUCH_ANALYZER,
          "", NULL);
    /* The message contains the most similar name and the allowed values. */
    unic_error *error = error_of("{\"type\": \"hyphen\", \"subword\": true}", NULL, NULL, UNIC_STATUS_UNKNOWN_OPTION);
    CHECK(strstr(unic_error_message(error), "subwords") != NULL);
    CHECK(strstr(unic_error_json(error), "\"nearest\":\"subwords\"") != NULL);
    CHECK(strstr(unic_error_json(error), "\"category\":\"unknown_option\"") != NULL);
    unic_error_free(error);
    /* All errors, in document order. */
    error = error_of("{\"type\": \"hyphen\", \"a\": 1, \"subwords\": 7, \"b\": 2}", NULL, NULL, UNIC_STATUS_UNKNOWN_OPTION);
    const char *json = unic_error_json(error);
    const char *a = strstr(json, "\"pointer\":\"/a\""), *s = strstr(json, "\"pointer\":\"/subwords\"");
    const char *b = strstr(json, "\"pointer\":\"/b\"");
    CHECK(a && s && b && a < s && s < b);
    unic_error_free(error);
}

static void errors_of_the_call_then_an_error_too(void) {
    unic_options options;
    unic_options_init(&options, sizeof options);
    options.flags = 1u << 31;
    unic_error *error = error_of("{}", NULL, &options, UNIC_STATUS_UNSUPPORTED);
    CHECK_EQ(unic_error_line(error), 0);
    CHECK_TEXT(unic_error_pointer(error), "");
    unic_error_free(error);
    error = error_of("{\"type\": \"hyphen\"}", "\xFF", NULL, UNIC_STATUS_INVALID_ARGUMENT);
    CHECK(strstr(unic_error_json(error), "\"category\":\"argument\"") != NULL);
    unic_error_free(error);
    /* Without an error parameter. */
    unic_analyzer *analyzer = UNTOUCHED;
    CHECK_STATUS(unic_analyzer_create("{", 1, NULL, NULL, &analyzer, NULL), SYNTAX);
    CHECK(analyzer == UNTOUCHED);
}

static void lenient_then_unknown_options_are_warnings(void) {
    const char *json = "{\"type\": \"hyphen\", \"hyphn\": \"-\"}";
    unic_options options;
    unic_options_init(&options, sizeof options);
    CHECK_EQ(options.struct_size, sizeof options);
    CHECK_EQ(options.flags, 0);
    CHECK(options.configuration_directory == NULL);
    CHECK_EQ(options.max_json_length, 64u << 20);
    CHECK_EQ(options.max_json_depth, 64);
    options.flags = UNIC_OPTIONS_LENIENT;
    unic_analyzer *lenient = NULL, *strict = analyzer_of("{\"type\": \"hyphen\"}", NULL);
    unic_string *warnings = NULL;
    CHECK_STATUS(unic_analyzer_create(json, strlen(json), NULL, &options, &lenient, NULL), OK);
    CHECK_STATUS(unic_analyzer_warnings(lenient, &warnings), OK);
    CHECK(strstr(unic_string_data(warnings), "\"category\":\"unknown_option\"") != NULL);
    CHECK(strstr(unic_string_data(warnings), "\"pointer\":\"/hyphn\"") != NULL);
    CHECK_EQ(unic_string_length(warnings), strlen(unic_string_data(warnings)));
    unic_string_free(warnings);
    CHECK_STATUS(unic_analyzer_warnings(strict, &warnings), OK);
    CHECK_TEXT(unic_string_data(warnings), "[]");
    unic_string_free(warnings);

    /* The fingerprint depends on options that change tokens, but not on warnings or the spelling of options. */
    char one[36], two[36];
    size_t needed = 0;
    CHECK_STATUS(unic_analyzer_fingerprint(lenient, NULL, 0, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(needed, 35);
    memset(one, 'x', sizeof one);
    CHECK_STATUS(unic_analyzer_fingerprint(lenient, one, 34, &needed), BUFFER_TOO_SMALL);
    CHECK_EQ(one[0], 'x');
    CHECK_STATUS(unic_analyzer_fingerprint(lenient, one, 35, NULL), OK); /* no space for the NUL: none is written */
    CHECK_EQ(one[35], 'x');
    CHECK_STATUS(unic_analyzer_fingerprint(lenient, one, sizeof one, &needed), OK);
    CHECK_STATUS(unic_analyzer_fingerprint(strict, two, sizeof two, NULL), OK);
    CHECK_TEXT(one, two);
    CHECK(memcmp(one, "u1-", 3) == 0 && strspn(one + 3, "0123456789abcdef") == 32);
    unic_analyzer_free(strict);
    strict = analyzer_of("{\"type\": \"hyphen\", \"subwords\": \"false\"}", NULL);
    CHECK_STATUS(unic_analyzer_fingerprint(strict, two, sizeof two, NULL), OK);
    CHECK(strcmp(one, two) != 0);
    unic_analyzer_free(strict);
    unic_analyzer_free(lenient);
}

static void describe_then_effective_options(void) {
    unic_analyzer *analyzer = analyzer_of("{\"type\": \"hyphen\", \"max_token_length\": \"9\"}", NULL);
    unic_string *description = NULL;
    CHECK_STATUS(unic_analyzer_describe(analyzer, &description), OK);
    const char *json = unic_string_data(description);
    CHECK(strstr(json, "\"max_token_length\":9") != NULL);
    CHECK(strstr(json, "\"fingerprint\":\"u1-") != NULL);
    CHECK(strstr(json, "\"unicode_version\":\"18.0\"") != NULL);
    CHECK(strstr(json, "\"position_increment_gap\":") != NULL);
    unic_string_free(description);
    unic_analyzer_free(analyzer);
}

static void names_then_document_order(void) {
    const char *json = "{\"analysis\": {\"analyzer\": {\"z\": {\"type\": \"hyphen\"}, \"a\\\"b\": {\"type\": \"nonsense\"}},"
                       "\"normalizer\": {\"n\": {\"type\": \"custom\"}}}}";
    unic_string *names = NULL;
    unic_error *error = UNTOUCHED;
    CHECK_STATUS(unic_analyzer_names(json, strlen(json), NULL, &names, &error), OK);
    CHECK(error == NULL);
    CHECK_TEXT(unic_string_data(names), "[\"z\",\"a\\\"b\",\"n\"]");
    unic_string_free(names);
    CHECK_STATUS(unic_analyzer_names("{\"type\": \"hyphen\"}", 18, NULL, &names, NULL), OK);
    CHECK_TEXT(unic_string_data(names), "[]");
    unic_string_free(names);
    names = UNTOUCHED;
    CHECK_STATUS(unic_analyzer_names("{\"a\": ", 6, NULL, &names, &error), SYNTAX);
    CHECK(names == UNTOUCHED && error != NULL);
    unic_error_free(error);
}

static void configuration_directory_then_files_are_read_from_there(void) {
    char directory[] = "/tmp/unic-ctests-XXXXXX", path[64];
    CHECK(mkdtemp(directory) != NULL);
    snprintf(path, sizeof path, "%s/words.txt", directory);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fputs("Go\nC++\n", file) >= 0 && fclose(file) == 0);
    const char *json = "{\"analysis\": {\"analyzer\": {\"a\": {\"tokenizer\": \"whitespace\", \"filter\": [\"k\"]}}, \"filter\":"
                       "{\"k\": {\"type\": \"keyword_marker\", \"keywords_path\": \"words.txt\"}}}}";
    unic_options options;
    unic_options_init(&options, sizeof options);
    options.configuration_directory = directory;
    unic_analyzer *analyzer = NULL;
    CHECK_STATUS(unic_analyzer_create(json, strlen(json), "a", &options, &analyzer, NULL), OK);
    unic_stream *stream = stream_of(analyzer);
    unic_token token;
    CHECK_STATUS(unic_stream_set_utf8(stream, "C++", 3), OK);
    CHECK_STATUS(unic_stream_next(stream, &token), OK);
    CHECK_EQ(token.flags, UNIC_TOKEN_KEYWORD);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
    CHECK(remove(path) == 0);
    unic_error_free(error_of(json, "a", &options, UNIC_STATUS_MISSING_REFERENCE)); /* the file was removed */
    CHECK(rmdir(directory) == 0);
    unic_error *error = error_of(json, "a", NULL, UNIC_STATUS_MISSING_REFERENCE); /* no directory */
    CHECK_TEXT(unic_error_pointer(error), "/analysis/filter/k/keywords_path");
    unic_error_free(error);
}

int main(void) {
    shapes_then_each_is_read();
    errors_then_category_and_location();
    errors_of_the_call_then_an_error_too();
    lenient_then_unknown_options_are_warnings();
    describe_then_effective_options();
    names_then_document_order();
    configuration_directory_then_files_are_read_from_there();
    return check_result();
}
