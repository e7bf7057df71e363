/* One analyzer used by many threads at once; objects created and freed on any thread; analyzers created concurrently. */

#include "helpers.h"

#include <pthread.h>

enum { THREADS = 6 };

static const char JSON[] =
    "{\"analyzer\": {\"a\": {\"tokenizer\": \"hyphen\", \"char_filter\": [\"m\"], \"filter\": [\"k\", \"hyphen\", \"lowercase\"]}},"
    "\"char_filter\": {\"m\": {\"type\": \"mapping\", \"mappings\": [\"& => und\"]}},"
    "\"filter\": {\"k\": {\"type\": \"keyword_marker\", \"keywords_pattern\": \"[A-Z]{2,}\"}}}";
static const char TEXT[] = "Müller & Söhne, E-Book NASA U.S.A. Hals-Nasen-Ohren-Arzt 東京 42";

/* Set to test the checks over this program. */
#ifdef RACE
#include "test_faults.h"
#endif

static int rounds = 40;

/* A hash of all tokens of the text. */
static unsigned long long digest(unic_stream *stream) {
    unic_token batch[16];
    size_t count;
    unsigned long long sum = 14695981039346656037u;
    if (unic_stream_set_utf8(stream, TEXT, sizeof TEXT - 1) != UNIC_STATUS_OK) return 0;
    do {
        if (unic_stream_next_batch(stream, batch, 16, &count) != UNIC_STATUS_OK) return 0;
        for (size_t i = 0; i < count; i++) {
            for (uint32_t k = 0; k < batch[i].term_length; k++)
                sum = (sum ^ ((const unsigned char *)batch[i].term)[k]) * 1099511628211u;
            sum = (sum ^ batch[i].start ^ (unsigned long long)batch[i].end << 20 ^ batch[i].flags) * 1099511628211u;
        }
    } while (count == 16);
    return sum;
}

struct job {
    unic_analyzer *analyzer; /* NULL: creates one */
    unic_stream *stream;     /* made on the main thread */
    unsigned long long expected;
    int good;
};

static void *work(void *argument) {
    struct job *job = argument;
    for (int round = 0; round < rounds; round++) {
#ifdef RACE
        unic_test_race();
#endif
        unic_analyzer *analyzer = job->analyzer;
        unic_stream *stream = NULL;
        if (analyzer == NULL) {
            if (unic_analyzer_create(JSON, sizeof JSON - 1, "a", NULL, &analyzer, NULL) != UNIC_STATUS_OK) return NULL;
        } else if (unic_analyzer_retain(analyzer) != UNIC_STATUS_OK) {
            return NULL;
        }
        if (unic_stream_create(analyzer, &stream) != UNIC_STATUS_OK) return NULL;
        unic_analyzer_free(analyzer);
        unsigned long long found = digest(stream);
        unic_stream_free(stream);
        if (found != job->expected) return NULL;
        if (job->stream && digest(job->stream) != job->expected) return NULL;
    }
    job->good = 1;
    return NULL;
}

static void run(unic_analyzer *analyzer, unsigned long long expected) {
    pthread_t threads[THREADS];
    struct job jobs[THREADS];
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (struct job){analyzer, analyzer ? stream_of(analyzer) : NULL, expected, 0};
        CHECK(pthread_create(&threads[i], NULL, work, &jobs[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(jobs[i].good);
        unic_stream_free(jobs[i].stream);
    }
}

int main(int count, char **arguments) {
    const char *fewer = getenv("UNIC_TEST_ROUNDS");
    if (fewer) rounds = atoi(fewer);
    if (count > 1) rounds = atoi(arguments[1]);
    /* With "share" only streams are created while threads run, which a thread checker observes. */
    int shared_only = count > 2 && strcmp(arguments[2], "share") == 0;
    unic_analyzer *analyzer = analyzer_of(JSON, "a");
    unic_stream *stream = stream_of(analyzer);
    unsigned long long expected = digest(stream);
    CHECK(expected != 0);
    unic_stream_free(stream);
    run(analyzer, expected);
    if (!shared_only) run(NULL, expected);
    unic_analyzer_free(analyzer);
    return check_result();
}
