/* Helpers of the tests: analyzers from JSON, tokens as readable text, UTF-16 from UTF-8. */

#ifndef HELPERS_H
#define HELPERS_H

#include "check.h"
#include "unic_analysis.h"

#include <stdint.h>
#include <stdlib.h>

/* Passed where a call must not write to it. */
#define UNTOUCHED ((void *)(uintptr_t)0xA5A5A5A0)

#define CHECK_STATUS(found, expected) check_text(__FILE__, __LINE__, #found, unic_status_name(found), #expected)

/* Creates an analyzer; ends the test if that fails. */
static inline unic_analyzer *analyzer_of(const char *json, const char *name) {
    unic_analyzer *analyzer = NULL;
    unic_error *error = NULL;
    if (unic_analyzer_create(json, strlen(json), name, NULL, &analyzer, &error) != UNIC_STATUS_OK) {
        printf("FAIL %s:\n  %s\n", json, unic_error_json(error));
        unic_error_free(error);
        exit(1);
    }
    return analyzer;
}

static inline unic_stream *stream_of(const unic_analyzer *analyzer) {
    unic_stream *stream = NULL;
    if (unic_stream_create(analyzer, &stream) != UNIC_STATUS_OK) {
        printf("FAIL unic_stream_create\n");
        exit(1);
    }
    return stream;
}

/* A stream with the only reference to its analyzer. */
static inline unic_stream *stream_from(const char *json, const char *name) {
    unic_analyzer *analyzer = analyzer_of(json, name);
    unic_stream *stream = stream_of(analyzer);
    unic_analyzer_free(analyzer);
    return stream;
}

/* A field of /proc/self/statm, in bytes. */
static inline size_t memory_of(int field) {
    unsigned long pages[2] = {0, 0};
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%lu %lu", &pages[0], &pages[1]) == 2);
    if (file) fclose(file);
    return pages[field] * 4096;
}

static inline size_t address_space(void) {
    return memory_of(0);
}

static inline size_t resident_memory(void) {
    return memory_of(1);
}

/* A term in UTF-8; `wide`: the text is UTF-16. Unpaired surrogates are written as three bytes. */
static inline size_t term_utf8(const unic_token *token, int wide, char *out) {
    if (!wide) {
        if (token->term_length) memcpy(out, token->term, token->term_length);
        return token->term_length;
    }
    const uint16_t *units = token->term;
    size_t length = 0;
    for (uint32_t i = 0; i < token->term_length; i++) {
        uint32_t c = units[i];
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < token->term_length && units[i + 1] >= 0xDC00 && units[i + 1] < 0xE000)
            c = 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00u);
        if (c < 0x80) {
            out[length++] = (char)c;
        } else if (c < 0x800) {
            out[length++] = (char)(0xC0 | c >> 6), out[length++] = (char)(0x80 | (c & 63));
        } else if (c < 0x10000) {
            out[length++] = (char)(0xE0 | c >> 12), out[length++] = (char)(0x80 | (c >> 6 & 63));
            out[length++] = (char)(0x80 | (c & 63));
        } else {
            out[length++] = (char)(0xF0 | c >> 18), out[length++] = (char)(0x80 | (c >> 12 & 63));
            out[length++] = (char)(0x80 | (c >> 6 & 63)), out[length++] = (char)(0x80 | (c & 63));
        }
    }
    return length;
}

/* Writes a token as term[start,end) or, with a further form of the same word, +term[start,end). */
static inline size_t show_token(const unic_token *token, int wide, char *out) {
    size_t length = 0;
    if (token->position_increment == 0) out[length++] = '+';
    for (uint32_t i = 1; i < token->position_increment; i++) out[length++] = '_';
    length += term_utf8(token, wide, out + length);
    return length + (size_t)sprintf(out + length, "[%u,%u)", token->start, token->end);
}

/* The rest of a stream's tokens, separated by spaces; `_` is a dropped position. Valid until the next call. */
static inline const char *rest(unic_stream *stream, int wide) {
    static char shown[1 << 16];
    size_t length = 0;
    unic_token token;
    unic_status status;
    while ((status = unic_stream_next(stream, &token)) == UNIC_STATUS_OK && length < sizeof shown / 2) {
        if (length) shown[length++] = ' ';
        length += show_token(&token, wide, shown + length);
    }
    CHECK_STATUS(status, END);
    shown[length] = 0;
    return shown;
}

/* The tokens of a UTF-8 text. */
static inline const char *tokens(unic_stream *stream, const char *text) {
    CHECK_STATUS(unic_stream_set_utf8(stream, text, strlen(text)), OK);
    return rest(stream, 0);
}

/* UTF-16 of well-formed UTF-8; the caller frees it. */
static inline uint16_t *utf16_of(const char *text, size_t *length) {
    uint16_t *units = malloc((strlen(text) + 1) * sizeof *units);
    size_t n = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        uint32_t c = *p++;
        int more = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if (more) c &= 0x3Fu >> more;
        while (more--) c = c << 6 | (*p++ & 0x3Fu);
        if (c >= 0x10000) units[n++] = (uint16_t)(0xD7C0 + (c >> 10)), c = 0xDC00 + (c & 0x3FF);
        units[n++] = (uint16_t)c;
    }
    *length = n;
    return units;
}

/* The tokens of the text in UTF-16; the converted text lives until the next call, for unic_stream_end. */
static inline const char *tokens16(unic_stream *stream, const char *text) {
    static uint16_t units[1 << 12];
    size_t length;
    uint16_t *made = utf16_of(text, &length);
    CHECK(length <= sizeof units / sizeof *units);
    memcpy(units, made, length * sizeof *units);
    free(made);
    CHECK_STATUS(unic_stream_set_utf16(stream, units, length), OK);
    return rest(stream, 1);
}

#endif
