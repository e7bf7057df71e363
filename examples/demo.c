/*
 * demo DEFINITION TEXT...: reads an index definition (JSON), analyses UTF-8 files with each of its analyzers through the
 * shared library, and shows the tokens of
 * the first words that have more than one form or are protected.
 *
 *     cc demo.c $(pkg-config --cflags --libs unic-analysis) -o demo && ./demo definition.json text/library.en.txt
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unic_analysis.h>

enum { BATCH = 256, MAX_WORDS = 12, NAME_LENGTH = 256 };

/* A whole file; the caller frees it. */
static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0, count = 0, got = 1;
    while (file && got > 0) {
        if (count == capacity) {
            char *larger = realloc(text, capacity = 2 * capacity + 4096);
            if (larger == NULL) break;
            text = larger;
        }
        count += got = fread(text + count, 1, capacity - count, file);
    }
    if (file == NULL || got > 0 || ferror(file)) {
        fprintf(stderr, "%s can't be read\n", path);
        exit(2);
    }
    fclose(file);
    *length = count;
    return text;
}

static void expect(unic_status status, const char *what) {
    if (status == UNIC_STATUS_OK) return;
    fprintf(stderr, "%s: %s\n", what, unic_status_name(status));
    exit(1);
}

/* The location of the error, its message, and the line of the definition with a mark below the location. */
static void show_error(const char *path, const char *json, size_t length, const unic_error *error) {
    size_t offset = unic_error_offset(error), start, end;
    fprintf(stderr, "%s:%zu:%zu: %s\n", path, unic_error_line(error), unic_error_column(error), unic_error_message(error));
    if (unic_error_line(error) > 0 && offset < length) {
        for (start = offset; start > 0 && json[start - 1] != '\n'; start--) {}
        for (end = offset; end < length && json[end] != '\n'; end++) {}
        fprintf(stderr, "    %.*s\n    %*s^\n", (int)(end - start), json + start, (int)unic_error_column(error) - 1, "");
    }
    if (*unic_error_pointer(error)) fprintf(stderr, "  at: %s\n", unic_error_pointer(error));
    if (*unic_error_help(error)) fprintf(stderr, "  help: %s\n", unic_error_help(error));
}

/* The next string of a JSON array of strings; names with other escapes need a JSON library. */
static const char *next_name(const char *json, char *name) {
    size_t length = 0;
    const char *from = strchr(json, '"');
    if (from == NULL) return NULL;
    for (from++; *from && *from != '"' && length + 1 < NAME_LENGTH; from++) {
        if (*from == '\\') from++;
        name[length++] = *from;
    }
    name[length] = 0;
    return *from ? from + 1 : NULL;
}

/* Does a character start at this byte of UTF-8? */
static int is_start(char byte) {
    return (byte & 0xC0) != 0x80;
}

static void show_token(const unic_token *token) {
    const char *term = token->term, *type = unic_token_type_name(token->type);
    int columns = 0;
    printf("    ");
    for (uint32_t i = 0; i < token->term_length; i++) { /* truncated after the 40th column, at the start of a character */
        if (is_start(term[i]) && columns++ == 40) break;
        putchar(term[i] == '\n' ? ' ' : term[i]);
    }
    int shown = columns > 40 ? 40 : columns;
    printf("%*s  %6u %6u  %-16s %4u%s%s\n", 40 - shown, "", token->start, token->end, type ? type : "?", token->position,
           token->position_increment == 0 ? "  form" : "", token->flags & UNIC_TOKEN_KEYWORD ? "  keyword" : "");
}

/* The forms of one word: tokens at one position. Terms are valid until the next call, so the first bytes are copied. */
struct word {
    unic_token forms[12];
    char terms[12][200];
    size_t count;
};

static void add_form(struct word *word, const unic_token *token) {
    if (word->count == sizeof word->forms / sizeof *word->forms) return;
    unic_token *form = &word->forms[word->count];
    *form = *token;
    if (form->term_length > sizeof word->terms[0]) form->term_length = sizeof word->terms[0];
    if (form->term_length > 0) memcpy(word->terms[word->count], token->term, form->term_length);
    form->term = word->terms[word->count++];
}

/* Shows a word if it has at least this many forms or is protected, and resets it. */
static int finish_word(struct word *word, size_t least_forms) {
    int is_shown = word->count > 0 && (word->count >= least_forms || word->forms[0].flags & UNIC_TOKEN_KEYWORD);
    for (size_t i = 0; is_shown && i < word->count; i++) show_token(&word->forms[i]);
    word->count = 0;
    return is_shown;
}

/* Shows the first words that have at least this many forms. Returns their number. */
static int show_words(unic_stream *stream, const char *text, size_t length, size_t least_forms) {
    static struct word word;
    unic_token tokens[BATCH];
    size_t count;
    int words = 0;
    word.count = 0;
    expect(unic_stream_set_utf8(stream, text, length), "unic_stream_set_utf8");
    do {
        expect(unic_stream_next_batch(stream, tokens, BATCH, &count), "unic_stream_next_batch");
        for (size_t i = 0; i < count && words < MAX_WORDS; i++) {
            if (tokens[i].position_increment > 0) words += finish_word(&word, least_forms);
            if (words < MAX_WORDS) add_form(&word, &tokens[i]);
        }
    } while (count == BATCH && words < MAX_WORDS);
    return words + finish_word(&word, least_forms);
}

static void analyze(const unic_analyzer *analyzer, const char *path, const char *text, size_t length) {
    unic_stream *stream;
    expect(unic_stream_create(analyzer, &stream), "unic_stream_create");
    printf("  %s\n    %-40s  %6s %6s  %-16s %4s\n", path, "term", "start", "end", "type", "pos");
    if (show_words(stream, text, length, 2) == 0) show_words(stream, text, length, 1);
    unic_stream_free(stream);
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: %s DEFINITION TEXT...\n", arguments[0]);
        return 2;
    }
    size_t json_length;
    char *json = read_file(arguments[1], &json_length);
    unic_string *names;
    unic_error *error;
    if (unic_analyzer_names(json, json_length, NULL, &names, &error) != UNIC_STATUS_OK) {
        show_error(arguments[1], json, json_length, error);
        unic_error_free(error);
        free(json);
        return 1;
    }
    printf("unic-analysis %s, Unicode %s, CLDR %s\n", unic_version(), unic_unicode_version(), unic_cldr_version());
    int failed = 0;
    char name[NAME_LENGTH];
    for (const char *rest = unic_string_data(names); !failed && (rest = next_name(rest, name)) != NULL;) {
        unic_analyzer *analyzer;
        if (unic_analyzer_create(json, json_length, name, NULL, &analyzer, &error) != UNIC_STATUS_OK) {
            show_error(arguments[1], json, json_length, error);
            unic_error_free(error);
            failed = 1;
            break;
        }
        char fingerprint[64];
        expect(unic_analyzer_fingerprint(analyzer, fingerprint, sizeof fingerprint, NULL), name);
        printf("\n%s (%s)\n", name, fingerprint);
        for (int i = 2; i < count; i++) {
            size_t length;
            char *text = read_file(arguments[i], &length);
            analyze(analyzer, arguments[i], text, length);
            free(text);
        }
        unic_analyzer_free(analyzer);
    }
    unic_string_free(names);
    free(json);
    return failed;
}
