/* A panic becomes a status without output, on any thread, any number of times; the process continues. */

#include "helpers.h"
#include "test_faults.h"

#include <pthread.h>

static void *panics(void *unused) {
    (void)unused;
    for (int i = 0; i < 10; i++) CHECK_STATUS(unic_test_panic(), INTERNAL);
    return NULL;
}

int main(void) {
    /* As the first call of the process, before the library is initialized. */
    CHECK_STATUS(unic_test_panic(), INTERNAL);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, panics, NULL) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    panics(NULL);
    unic_stream *stream = stream_from("{\"type\": \"hyphen\"}", NULL);
    CHECK_STATUS(unic_test_panic(), INTERNAL);
    CHECK_TEXT(tokens(stream, "E-Book"), "E-Book[0,6) +EBook[0,6) +Book[0,6)");
    unic_stream_free(stream);
    return check_result();
}
