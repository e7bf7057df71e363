/* Definitions that are parsed once: their contents, which analyzers load, analyzers created from them. */

#include "helpers.h"

static const char *const JSON =
    "{\"settings\": {\"analysis\": {\"analyzer\": {\"good\": {\"tokenizer\": \"whitespace\", \"filter\": [\"lowercase\"]},"
    "\"odd\": {\"tokenizer\": \"keyword\", \"colour\": 1}, \"theirs\": {\"tokenizer\": \"nori_tokenizer\"}},"
    "\"normalizer\": {\"n\": {\"filter\": \"trim\"}}, \"filter\": []}},"
    "\"mappings\": {\"properties\": {\"title\": {\"type\": \"text\", \"analyzer\": \"good\", \"fields\":"
    "{\"raw\": {\"type\": \"keyword\", \"normalizer\": \"n\"}}}}}}";

static unic_definition *definition_of(const char *json, uint32_t flags) {
    unic_options options;
    unic_options_init(&options, sizeof options);
    options.flags = flags;
    unic_definition *definition = NULL;
    unic_error *error = UNTOUCHED;
    CHECK_STATUS(unic_definition_create(json, strlen(json), &options, &definition, &error), OK);
    CHECK(definition != NULL && error == NULL);
    return definition;
}

static void names_then_document_order(void) {
    unic_definition *definition = definition_of(JSON, 0);
    CHECK_EQ(unic_definition_count(definition), 4);
    static const char *const NAMES[] = {"good", "odd", "theirs", "n"};
    for (size_t i = 0; i < 4; i++) CHECK_TEXT(unic_definition_name(definition, i), NAMES[i]);
    CHECK(unic_definition_name(definition, 4) == NULL);
    CHECK(unic_definition_name(NULL, 0) == NULL);
    CHECK_EQ(unic_definition_count(NULL), 0);
    unic_definition_free(definition);
}

static void report_then_what_loads_and_where_it_is_used(void) {
    unic_definition *definition = definition_of(JSON, 0);
    unic_string *report = NULL;
    CHECK_STATUS(unic_definition_report(definition, &report), OK);
    const char *json = unic_string_data(report);
    CHECK(strstr(json, "\"valid\":false") != NULL);
    CHECK(strstr(json, "\"fields\":[{\"field\":\"title\",\"option\":\"analyzer\"}]") != NULL);
    CHECK(strstr(json, "\"fields\":[{\"field\":\"title.raw\",\"option\":\"normalizer\"}]") != NULL);
    CHECK(strstr(json, "\"name\":\"odd\",\"kind\":\"analyzer\",\"type\":\"custom\",\"loads\":false,\"loads_strictly\":false,\"loads_leniently\":true") != NULL);
    CHECK(strstr(json, "\"category\":\"unsupported_component\"") != NULL);
    CHECK(strstr(json, "analysis-nori") != NULL);
    unic_string_free(report);
    unic_definition_free(definition);
}

static void analyzers_then_those_of_create(void) {
    unic_definition *definition = definition_of(JSON, 0);
    CHECK_STATUS(unic_definition_retain(definition), OK);
    unic_definition_free(definition);
    unic_analyzer *made = NULL, *created = NULL;
    unic_error *error = UNTOUCHED;
    CHECK_STATUS(unic_definition_analyzer(definition, "good", &made, &error), OK);
    CHECK(error == NULL);
    CHECK_STATUS(unic_analyzer_create(JSON, strlen(JSON), "good", NULL, &created, NULL), OK);
    char one[UNIC_FINGERPRINT_LENGTH + 1], two[UNIC_FINGERPRINT_LENGTH + 1];
    CHECK_STATUS(unic_analyzer_fingerprint(made, one, sizeof one, NULL), OK);
    CHECK_STATUS(unic_analyzer_fingerprint(created, two, sizeof two, NULL), OK);
    CHECK_TEXT(one, two);
    unic_analyzer_free(created);
    unic_analyzer_free(made);

    made = UNTOUCHED;
    CHECK_STATUS(unic_definition_analyzer(definition, "theirs", &made, &error), UNSUPPORTED_COMPONENT);
    CHECK_TEXT(unic_error_pointer(error), "/settings/analysis/analyzer/theirs/tokenizer");
    unic_error_free(error);
    CHECK_STATUS(unic_definition_analyzer(definition, "odd", &made, NULL), UNKNOWN_OPTION);
    CHECK_STATUS(unic_definition_analyzer(definition, "goood", &made, &error), NO_SUCH_ANALYZER);
    CHECK(strstr(unic_error_message(error), "did you mean \"good\"?") != NULL);
    unic_error_free(error);
    CHECK_STATUS(unic_definition_analyzer(definition, NULL, &made, NULL), NO_SUCH_ANALYZER);
    CHECK(made == UNTOUCHED);
    CHECK_STATUS(unic_definition_analyzer(definition, "standard", &made, NULL), OK); /* built in */
    unic_analyzer_free(made);
    unic_definition_free(definition);

    definition = definition_of(JSON, UNIC_OPTIONS_LENIENT);
    CHECK_STATUS(unic_definition_analyzer(definition, "odd", &made, NULL), OK);
    unic_definition_free(definition); /* the analyzer outlives it */
    unic_string *warnings = NULL;
    CHECK_STATUS(unic_analyzer_warnings(made, &warnings), OK);
    CHECK(strstr(unic_string_data(warnings), "\"colour\\\"") != NULL);
    unic_string_free(warnings);
    unic_analyzer_free(made);
}

static void unreadable_document_then_an_error(void) {
    unic_definition *definition = UNTOUCHED;
    unic_error *error = NULL;
    CHECK_STATUS(unic_definition_create("{\"a\": ", 6, NULL, &definition, &error), SYNTAX);
    CHECK(definition == UNTOUCHED && error != NULL);
    unic_error_free(error);
}

int main(void) {
    names_then_document_order();
    report_then_what_loads_and_where_it_is_used();
    analyzers_then_those_of_create();
    unreadable_document_then_an_error();
    CHECK_EQ(unic_live_objects(), 0);
    return check_result();
}
