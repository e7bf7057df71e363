/* Checks for the C tests: a failed check is reported with its location, the program continues, and check_result() returns the result. */

#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

static int check_failures;

#define CHECK(condition)                                                                                               \
    ((condition) ? (void)0 : (void)(printf("FAIL %s:%d: %s\n", __FILE__, __LINE__, #condition), check_failures++))

/* Two whole numbers. */
#define CHECK_EQ(found, expected) check_eq(__FILE__, __LINE__, #found, (long long)(found), (long long)(expected))
static inline void check_eq(const char *file, int line, const char *what, long long found, long long expected) {
    if (found == expected) return;
    printf("FAIL %s:%d: %s\n  expected %lld\n  found    %lld\n", file, line, what, expected, found);
    check_failures++;
}

/* Two texts. */
#define CHECK_TEXT(found, expected) check_text(__FILE__, __LINE__, #found, found, expected)
static inline void check_text(const char *file, int line, const char *what, const char *found, const char *expected) {
    if (strcmp(found, expected) == 0) return;
    printf("FAIL %s:%d: %s\n  expected %s\n  found    %s\n", file, line, what, expected, found);
    check_failures++;
}

/* The exit status of main. */
static inline int check_result(void) {
    printf("%s\n", check_failures ? "FAILED" : "ok");
    return check_failures ? 1 : 0;
}

#endif
