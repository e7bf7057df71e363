/* A program that uses the installed library. */

#include <stdio.h>
#include <string.h>
#include <unic_analysis.h>

int main(void) {
    const char *json = "{\"analysis\": {\"analyzer\": {\"a\": {\"type\": \"hyphen\"}}}}", *text = "E-Book";
    unic_analyzer *analyzer;
    unic_error *error;
    unic_stream *stream;
    unic_token token;
    int count = 0;
    if (unic_abi_version() != UNIC_ABI_VERSION) return 1;
    if (unic_analyzer_create(json, strlen(json), "a", NULL, &analyzer, &error) != UNIC_STATUS_OK) {
        puts(unic_error_message(error));
        unic_error_free(error);
        return 1;
    }
    if (unic_stream_create(analyzer, &stream) != UNIC_STATUS_OK) return 1;
    unic_analyzer_free(analyzer);
    if (unic_stream_set_utf8(stream, text, strlen(text)) != UNIC_STATUS_OK) return 1;
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK) count++;
    unic_stream_free(stream);
    printf("%s has %d forms\n", text, count);
    return count == 3 ? 0 : 1;
}
