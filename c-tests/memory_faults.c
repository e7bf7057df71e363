/*
 * memory_faults [STEP]: each allocation fails in turn, once and from there on, over every component and call. Each case is
 * a new process, so that tables that are made on first use are made while memory runs out. STEP 1: every allocation;
 * otherwise some STEP-th ones, the first forty always.
 */

#include "helpers.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static int armed, for_good;
static unsigned long requested, fail_at, failed;
static long live;

static int fails(void) {
    if (!armed) return 0;
    requested++;
    if (for_good ? requested < fail_at : requested != fail_at) return 0;
    failed++;
    errno = ENOMEM;
    return 1;
}

static void *counted(void *block) {
    if (block) live++;
    return block;
}

void *malloc(size_t size) { return fails() ? NULL : counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : counted(__libc_calloc(count, size)); }
void *memalign(size_t align, size_t size) { return fails() ? NULL : counted(__libc_memalign(align, size)); }
void *aligned_alloc(size_t align, size_t size) { return memalign(align, size); }

int posix_memalign(void **block, size_t align, size_t size) {
    void *made = memalign(align, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void *realloc(void *block, size_t size) {
    if (fails()) return NULL;
    void *made = __libc_realloc(block, size);
    if (made && !block) live++;
    return made;
}

void free(void *block) {
    if (block) live--;
    __libc_free(block);
}

/* The results of all calls, with which a second round is compared in a process without failures. */
static uint64_t seen;
static int ran_out;

static void see(const void *data, size_t size) {
    for (size_t i = 0; i < size; i++) seen = (seen ^ ((const unsigned char *)data)[i]) * 0x100000001B3u;
}

static unic_status checked(unic_status status) {
    see(&status, sizeof status);
    ran_out |= status == UNIC_STATUS_OUT_OF_MEMORY;
    if (status == UNIC_STATUS_INTERNAL) {
        printf("FAIL: INTERNAL\n");
        fflush(stdout);
        _exit(3);
    }
    return status;
}

static void see_string(unic_string *string) {
    see(unic_string_data(string), unic_string_length(string));
    unic_string_free(string);
}

static void see_error(unic_status status, unic_error *error) {
    if ((status != UNIC_STATUS_OK) != (error != NULL)) _exit(4);
    see(unic_error_json(error), strlen(unic_error_json(error)));
    unic_error_free(error);
}

static const char TEXT[] = "The Wi-Fi of \xC3\x84rger, <b>x_y</b> &amp; 1,000.50 \xE6\x97\xA5\xE6\x9C\xAC\xE8\xAA\x9E\xE3\x82\xAB\xE3\x82\x99 "
                           "\xE0\xB8\xA0\xE0\xB8\xB2\xE0\xB8\xA9\xE0\xB8\xB2\xE0\xB9\x84\xE0\xB8\x97\xE0\xB8\xA2 "
                           "\xE1\x8F\xA3\xF0\x9E\xA4\x80 \xED\x95\x9C\xEA\xB8\x80 e\xCC\x81 \xD8\xA7\xD9\x84 twenty-one \xFF.";

static void see_tokens(unic_stream *stream) {
    unic_token tokens[64];
    size_t count = 0;
    uint32_t final_offset, gap;
    do {
        if (checked(unic_stream_next_batch(stream, tokens, 64, &count)) != UNIC_STATUS_OK) return;
        for (size_t i = 0; i < count; i++) {
            see(&tokens[i].term_length, sizeof tokens[i] - sizeof tokens[i].term);
            see(tokens[i].term, tokens[i].term_length);
        }
    } while (count == 64);
    if (checked(unic_stream_end(stream, &final_offset, &gap)) == UNIC_STATUS_OK) see(&final_offset, sizeof final_offset);
}

static uint16_t wide[sizeof TEXT];

static void use_stream(unic_stream *stream) {
    size_t length = strlen(TEXT), needed = 0, offsets[3], end = 0;
    uint8_t key[4096], other[4096];
    const char *texts[] = {TEXT, "a"};
    size_t lengths[] = {length, 1};
    int32_t order = 0;
    unic_filtered_text filtered;
    if (checked(unic_stream_set_utf8(stream, TEXT, length)) == UNIC_STATUS_OK) see_tokens(stream);
    if (checked(unic_stream_set_utf16(stream, wide, length)) == UNIC_STATUS_OK) see_tokens(stream);
    if (checked(unic_stream_set_utf8_copy(stream, TEXT, length)) == UNIC_STATUS_OK) see_tokens(stream);
    if (checked(unic_stream_char_filter_utf8(stream, TEXT, length, &filtered)) == UNIC_STATUS_OK)
        see(filtered.text, filtered.length);
    if (checked(unic_sort_key_utf8(stream, TEXT, length, key, sizeof key, &needed)) == UNIC_STATUS_OK) see(key, needed);
    if (checked(unic_sort_key_utf16(stream, wide, length, key, sizeof key, &needed)) == UNIC_STATUS_OK) see(key, needed);
    if (checked(unic_sort_keys_utf8(stream, texts, lengths, 2, key, sizeof key, offsets, &needed)) == UNIC_STATUS_OK)
        see(key, needed);
    size_t sorted[2];
    if (checked(unic_sort_utf8(stream, texts, lengths, 2, 2, sorted)) == UNIC_STATUS_OK) see(sorted, sizeof sorted);
    if (checked(unic_compare_utf8(stream, TEXT, length, "The x", 5, &order)) == UNIC_STATUS_OK) see(&order, sizeof order);
    if (checked(unic_sort_key_prefix(stream, TEXT, 9, UNIC_ENCODING_UTF8, UNIC_STRENGTH_PRIMARY, key, sizeof key, &needed,
            other, sizeof other, &end)) == UNIC_STATUS_OK) {
        see(key, needed);
        see(other, end);
    }
}

static void use_filters(unic_token_filters *filters) {
    unic_token tokens[4], given[16];
    size_t count = 0;
    memset(tokens, 0, sizeof tokens);
    for (uint32_t i = 0; i < 4; i++) {
        tokens[i].term = "wi-fi\xC3\xA9";
        tokens[i].term_length = 5 + i % 2 * 2;
        tokens[i].start = 8 * i;
        tokens[i].end = 8 * i + tokens[i].term_length;
        tokens[i].position_increment = tokens[i].position_length = 1;
    }
    if (checked(unic_token_filters_reset(filters)) != UNIC_STATUS_OK) return;
    if (checked(unic_token_filters_run(filters, tokens, 4, 1, 32, 0)) != UNIC_STATUS_OK) return;
    if (checked(unic_token_filters_next_batch(filters, given, 16, &count)) != UNIC_STATUS_OK) return;
    for (size_t i = 0; i < count; i++) see(given[i].term, given[i].term_length);
}

typedef struct {
    unic_analyzer *analyzer;
    unic_stream *stream;
    unic_token_filters *filters;
    unic_spell *spell;
} objects;

/* Makes all calls for one definition; existing objects are reused. */
static void use_analyzer(const char *json, objects *kept) {
    unic_error *error = UNTOUCHED;
    unic_string *string;
    char buffer[4096];
    size_t needed = 0;
    if (!kept->analyzer) {
        unic_status status = checked(unic_analyzer_create(json, strlen(json), "a", NULL, &kept->analyzer, &error));
        see_error(status, error);
        if (status != UNIC_STATUS_OK) return;
    } else {
        see("OKOK", 4);
    }
    if (checked(unic_analyzer_describe(kept->analyzer, &string)) == UNIC_STATUS_OK) see_string(string);
    if (checked(unic_analyzer_warnings(kept->analyzer, &string)) == UNIC_STATUS_OK) see_string(string);
    if (checked(unic_analyzer_fingerprint(kept->analyzer, buffer, sizeof buffer, &needed)) == UNIC_STATUS_OK) see(buffer, needed);
    for (uint32_t explain = 0; explain < 2; explain++)
        if (checked(unic_analyze_json(kept->analyzer, TEXT, strlen(TEXT), UNIC_OFFSET_UTF16, explain, &string)) == UNIC_STATUS_OK)
            see_string(string);
    if (checked(unic_normalize_utf8(kept->analyzer, TEXT, strlen(TEXT), buffer, sizeof buffer, &needed)) == UNIC_STATUS_OK)
        see(buffer, needed);
    if (kept->stream || checked(unic_stream_create(kept->analyzer, &kept->stream)) == UNIC_STATUS_OK) use_stream(kept->stream);
    if (kept->filters || checked(unic_token_filters_create(kept->analyzer, UNIC_ENCODING_UTF8, &kept->filters)) == UNIC_STATUS_OK)
        use_filters(kept->filters);
}

static void use_errors(const char *json, objects *kept) {
    (void)kept;
    unic_analyzer *analyzer = NULL;
    unic_error *error = UNTOUCHED;
    unic_string *names;
    unic_status status = checked(unic_analyzer_create(json, strlen(json), "a", NULL, &analyzer, &error));
    see_error(status, error);
    unic_analyzer_free(analyzer);
    error = UNTOUCHED;
    status = checked(unic_analyzer_names(json, strlen(json), NULL, &names, &error));
    see_error(status, error);
    if (status == UNIC_STATUS_OK) see_string(names);
}

static void use_boundaries(const char *locale, objects *kept) {
    (void)kept;
    unic_boundary places[512];
    size_t count = 0;
    for (uint32_t kind = UNIC_BREAK_GRAPHEME; kind <= UNIC_BREAK_LINE; kind++) {
        if (checked(unic_boundaries_utf8(kind, locale, TEXT, strlen(TEXT), places, 512, &count)) == UNIC_STATUS_OK)
            see(places, count * sizeof *places);
        if (checked(unic_boundaries_utf16(kind, locale, wide, strlen(TEXT), places, 512, &count)) == UNIC_STATUS_OK)
            see(places, count * sizeof *places);
    }
}

static void use_spell(const char *locale, objects *kept) {
    char buffer[512];
    size_t needed = 0, used = 0;
    double value = 0;
    if (!kept->spell && checked(unic_spell_create(locale, UNIC_SPELL_SPELLOUT, &kept->spell)) != UNIC_STATUS_OK) return;
    if (checked(unic_spell_write_integer_utf8(kept->spell, NULL, 1234567, buffer, sizeof buffer, &needed)) == UNIC_STATUS_OK)
        see(buffer, needed);
    for (uint32_t flags = 0; flags <= UNIC_SPELL_LENIENT; flags++)
        if (checked(unic_spell_read_utf8(kept->spell, "twenty-one", 10, flags, &value, &used)) == UNIC_STATUS_OK) see(&value, sizeof value);
}

static void use_lists(const char *unused, objects *kept) {
    (void)unused;
    (void)kept;
    unic_string *string;
    if (checked(unic_component_names(&string)) == UNIC_STATUS_OK) see_string(string);
    if (checked(unic_components(&string)) == UNIC_STATUS_OK) see_string(string);
    if (checked(unic_transform_ids(&string)) == UNIC_STATUS_OK) see_string(string);
}

typedef void use(const char *argument, objects *kept);

typedef struct {
    const char *name, *argument;
    use *run;
} memory_case;

typedef struct {
    unsigned long requested;
    uint64_t seen;
    long live;
} outcome;

static void release(objects *kept) {
    unic_stream_free(kept->stream);
    unic_token_filters_free(kept->filters);
    unic_analyzer_free(kept->analyzer);
    unic_spell_free(kept->spell);
}

/* In a child process: a round in which one allocation fails (0: none), then a round without failures. */
static int in_child(const memory_case *tried, unsigned long k, int good, const outcome *expected, outcome *found) {
    int pipes[2], status = 0;
    if (pipe(pipes)) return 99;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        objects kept = {NULL, NULL, NULL, NULL};
        outcome result;
        long before = live;
        fail_at = k ? k : ~0ul;
        for_good = good;
        armed = 1;
        tried->run(tried->argument, &kept);
        armed = 0;
        result.requested = requested;
        if (failed && !ran_out) _exit(5);
        seen = 0;
        ran_out = 0;
        tried->run(tried->argument, &kept);
        if (ran_out) _exit(6);
        /* A further round, so that the objects of both rounds are in equal states. */
        seen = 0;
        tried->run(tried->argument, &kept);
        release(&kept);
        result.seen = seen;
        result.live = live - before;
        if (k && result.seen != expected->seen) _exit(7);
        if (k && result.live > expected->live + 1) _exit(8); /* one: a further region of the reserve */
        _exit(write(pipes[1], &result, sizeof result) == (ssize_t)sizeof result ? 0 : 9);
    }
    close(pipes[1]);
    ssize_t got = read(pipes[0], found, sizeof *found);
    close(pipes[0]);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) return 1000 + WTERMSIG(status);
    return WEXITSTATUS(status) ? WEXITSTATUS(status) : got == (ssize_t)sizeof *found ? 0 : 98;
}

static const char *meaning(int code) {
    switch (code) {
    case 3: return "INTERNAL";
    case 4: return "no error object for a failure, or one for a success";
    case 5: return "an allocation failed and no call said so";
    case 6: return "OUT_OF_MEMORY though there was memory again";
    case 7: return "other results afterwards";
    case 8: return "memory leaked";
    default: return code > 1000 ? "the process ended" : "the test itself failed";
    }
}

static unsigned long tries, faults;

static void try_case(const memory_case *tried, unsigned long step) {
    outcome expected, found;
    int code = in_child(tried, 0, 0, NULL, &expected);
    if (code) {
        printf("FAIL %s: without any failure: %s (%d)\n", tried->name, meaning(code), code);
        check_failures++;
        return;
    }
    unsigned long wrong = 0;
    for (unsigned long k = 1; k <= expected.requested; k += k < 40 ? (step > 1 ? 3 : 1) : step == 1 ? 1 : expected.requested / step + 1) {
        for (int good = 0; good < 2; good++) {
            tries++;
            code = in_child(tried, k, good, &expected, &found);
            if (!code) continue;
            faults++;
            check_failures++;
            if (wrong++ < 3)
                printf("FAIL %s %s: allocation %lu of %lu, %s: %s (%d)\n", tried->name, tried->argument, k, expected.requested,
                    good ? "for good" : "once", meaning(code), code);
        }
    }
}

/* Definitions of components with required or additional options. */
static const char *const SPECIAL[] = {
#include "memory_definitions.inc"
};

static int has_special(const char *kind, const char *name) {
    char type[128];
    snprintf(type, sizeof type, "\"%s\": {\"%s\": {\"type\": \"%s\"", kind, strcmp(kind, "analyzer") ? "c" : "a", name);
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++)
        if (strstr(SPECIAL[i], type)) return 1;
    return 0;
}

/* In a child as well, as this process must not call the library. */
static size_t component_names(char *into, size_t capacity) {
    int pipes[2];
    if (pipe(pipes)) return 0;
    pid_t child = fork();
    if (child == 0) {
        unic_string *names;
        if (unic_component_names(&names) != UNIC_STATUS_OK) _exit(1);
        _exit(write(pipes[1], unic_string_data(names), unic_string_length(names)) < 0);
    }
    close(pipes[1]);
    size_t length = 0;
    for (ssize_t got; (got = read(pipes[0], into + length, capacity - 1 - length)) > 0;) length += (size_t)got;
    close(pipes[0]);
    waitpid(child, NULL, 0);
    into[length] = 0;
    return length;
}

static void try_component(const char *kind, const char *name, unsigned long step) {
    char json[512];
    if (has_special(kind, name)) return;
    if (!strcmp(kind, "analyzer"))
        snprintf(json, sizeof json, "{\"analyzer\": {\"a\": {\"type\": \"%s\"}}}", name);
    else if (!strcmp(kind, "tokenizer"))
        snprintf(json, sizeof json, "{\"tokenizer\": {\"c\": {\"type\": \"%s\"}}, \"analyzer\": {\"a\": {\"tokenizer\": \"c\"}}}", name);
    else
        snprintf(json, sizeof json, "{\"%s\": {\"c\": {\"type\": \"%s\"}}, \"analyzer\": {\"a\": {\"tokenizer\": \"standard\", \"%s\": [\"c\"]}}}", kind, name, kind);
    memory_case tried = {name, json, use_analyzer};
    try_case(&tried, step);
}

int main(int count, char **arguments) {
    static char names[1 << 16];
    unsigned long step = count > 1 ? strtoul(arguments[1], NULL, 10) : 4;
    const char *only = count > 2 ? arguments[2] : NULL;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) wide[i] = (unsigned char)TEXT[i];
    const memory_case others[] = {
        {"lists", "", use_lists},
        {"boundaries", "th", use_boundaries},
        {"boundaries", "ja-u-lw-phrase", use_boundaries},
        {"spell", "en", use_spell},
        {"spell", "de", use_spell},
        {"errors", "{\"analyzer\": {\"a\": {\"type\": \"hyphn\", \"x\": 1, \"y\": [2]}}}", use_errors},
        {"errors", "{\"analyzer\": {\"a\": [", use_errors},
        {"errors", "{\"analyzer\": {\"a\": {\"tokenizer\": \"none\", \"filter\": [\"nil\"]}}}", use_errors},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!only || !strcmp(only, others[i].name)) try_case(&others[i], step);
    for (size_t i = 0; i < sizeof SPECIAL / sizeof *SPECIAL; i++) {
        memory_case tried = {"definition", SPECIAL[i], use_analyzer};
        if (!only || strstr(SPECIAL[i], only)) try_case(&tried, step);
    }
    CHECK(component_names(names, sizeof names) > 100);
    char kind[32] = "", *at = names;
    /* {"kind":["name",...],...} */
    while ((at = strchr(at, '"'))) {
        char *end = strchr(at + 1, '"');
        if (!end) break;
        *end = 0;
        if (end[1] == ':') snprintf(kind, sizeof kind, "%s", at + 1);
        else if (!only || !strcmp(only, at + 1)) try_component(kind, at + 1, step);
        at = end + 1;
    }
    printf("%lu failures injected, %lu with a fault\n", tries, faults);
    return check_result();
}
