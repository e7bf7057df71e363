/* The programs of docs/guide.md, in one: an index in memory, search, highlighting, sorting, prefix ranges. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unic_analysis.h>

static const char *definition =
    "{\"analyzer\": {"
    "  \"index\": {\"type\": \"custom\", \"tokenizer\": \"hyphen\", \"filter\": [\"forms\", \"unic_folding\"]},"
    "  \"search\": {\"type\": \"custom\", \"tokenizer\": \"hyphen\", \"filter\": [\"unic_folding\"]},"
    "  \"sort\": {\"type\": \"unic_collation\", \"locale\": \"de-u-co-phonebk\", \"strength\": \"primary\"}},"
    " \"filter\": {\"forms\": {\"type\": \"hyphen\"}}}";

enum { POSTINGS = 256, TERM = 32, KEY = 64, DOCUMENTS = 3 };

typedef struct {
    char term[TERM];
    unsigned document, position, start, end;
} posting;

typedef struct {
    unsigned char key[KEY];
    size_t length;
    const char *title;
} entry;

static const char *documents[DOCUMENTS] = {"Das E-Book der Göttinger Bibliothek", "Ein Ebook von Goethe", "Müllers Bücher"};
static posting postings[POSTINGS];
static size_t posting_count;

static void check(unic_status status, const char *what) {
    if (status != UNIC_STATUS_OK) {
        fprintf(stderr, "%s: %s\n", what, unic_status_name(status));
        exit(1);
    }
}

static unic_stream *open_stream(const char *name) {
    unic_analyzer *analyzer;
    unic_stream *stream;
    unic_error *error;
    if (unic_analyzer_create(definition, strlen(definition), name, NULL, &analyzer, &error) != UNIC_STATUS_OK) {
        fprintf(stderr, "%s\n", unic_error_message(error));
        unic_error_free(error);
        exit(1);
    }
    check(unic_stream_create(analyzer, &stream), "unic_stream_create");
    unic_analyzer_free(analyzer); /* the stream keeps it alive */
    return stream;
}

/* Adds the tokens of a document. `gap` is the position of the first token: there is a gap between the values of a field. */
static void add(unic_stream *stream, unsigned document, const char *text) {
    unic_token tokens[64];
    size_t count;
    check(unic_stream_set_utf8(stream, text, strlen(text)), "unic_stream_set_utf8");
    do {
        check(unic_stream_next_batch(stream, tokens, 64, &count), "unic_stream_next_batch");
        for (size_t i = 0; i < count && posting_count < POSTINGS; i++) {
            posting *p = &postings[posting_count++];
            snprintf(p->term, TERM, "%.*s", (int)tokens[i].term_length, (const char *)tokens[i].term);
            p->document = document;
            p->position = tokens[i].position;
            p->start = tokens[i].start;
            p->end = tokens[i].end;
        }
    } while (count == 64);
}

/* Prints the documents that contain a word of the query, with the word in brackets. */
static void search(unic_stream *stream, const char *query) {
    unic_token token;
    printf("%s:\n", query);
    check(unic_stream_set_utf8(stream, query, strlen(query)), "unic_stream_set_utf8");
    while (unic_stream_next(stream, &token) == UNIC_STATUS_OK) {
        for (size_t i = 0; i < posting_count; i++) {
            const posting *p = &postings[i];
            const char *text = documents[p->document];
            if (strlen(p->term) != token.term_length || memcmp(p->term, token.term, token.term_length) != 0) continue;
            printf("  %.*s[%.*s]%s\n", (int)p->start, text, (int)(p->end - p->start), text + p->start, text + p->end);
        }
    }
}

static int by_key(const void *left, const void *right) {
    const entry *a = left, *b = right;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->key, b->key, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

static void sort(unic_stream *stream) {
    const char *titles[] = {"Goten", "Zebra", "Göthe", "Goethe", "Äpfel", "Afrika"};
    entry entries[6];
    unsigned char start[KEY], end[KEY];
    size_t start_length, end_length;
    for (size_t i = 0; i < 6; i++) {
        entries[i].title = titles[i];
        check(unic_sort_key_utf8(stream, titles[i], strlen(titles[i]), entries[i].key, KEY, &entries[i].length), "sort key");
    }
    qsort(entries, 6, sizeof *entries, by_key);
    for (size_t i = 0; i < 6; i++) printf("%s ", entries[i].title);

    check(unic_sort_key_prefix(stream, "goe", 3, UNIC_ENCODING_UTF8, UNIC_STRENGTH_PRIMARY, start, KEY, &start_length,
                               end, KEY, &end_length),
          "unic_sort_key_prefix");
    printf("\nstart with goe: ");
    for (size_t i = 0; i < 6; i++) {
        entry low = {.length = start_length}, high = {.length = end_length};
        memcpy(low.key, start, start_length);
        memcpy(high.key, end, end_length);
        if (by_key(&entries[i], &low) >= 0 && by_key(&entries[i], &high) < 0) printf("%s ", entries[i].title);
    }
    printf("\n");
}

int main(void) {
    unic_stream *index = open_stream("index"), *query = open_stream("search"), *keys = open_stream("sort");
    for (unsigned i = 0; i < DOCUMENTS; i++) add(index, i, documents[i]);
    search(query, "ebook");
    search(query, "Bucher");
    sort(keys);
    unic_stream_free(index);
    unic_stream_free(query);
    unic_stream_free(keys);
    return 0;
}
