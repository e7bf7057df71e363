/* The program of the README: prints the tokens of a text. */
#include <stdio.h>
#include <string.h>
#include <unic_analysis.h>

int main(void) {
    const char *json = "{\"analyzer\": {\"names\": {\"type\": \"hyphen\", \"filter\": [\"lowercase\"]}}}";
    const char *text = "Corinna's E-Book from the U.S.A.";
    unic_analyzer *analyzer;
    unic_stream *stream;
    unic_error *error;
    unic_token token;

    if (unic_analyzer_create(json, strlen(json), "names", NULL, &analyzer, &error) != UNIC_STATUS_OK) {
        fprintf(stderr, "%s\n", unic_error_message(error));
        unic_error_free(error);
        return 1;
    }
    if (unic_stream_create(analyzer, &stream) != UNIC_STATUS_OK) return 1;
    if (unic_stream_set_utf8(stream, text, strlen(text)) != UNIC_STATUS_OK) return 1;
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK)
        printf("%.*s %u-%u\n", (int)token.term_length, (const char *)token.term, token.start, token.end);
    unic_stream_free(stream);
    unic_analyzer_free(analyzer);
    return 0;
}
