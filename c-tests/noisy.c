/* Substitute for a misbehaving library of this project (libunic_analysis_noisy.so): shows that the interposer is active. */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int unic_noisy(const char *what);

int unic_noisy(const char *what) {
    if (strcmp(what, "getenv") == 0) return getenv("HOME") != NULL;
    if (strcmp(what, "write") == 0) return write(2, "noise\n", 6) != 6;
    if (strcmp(what, "abort") == 0) abort();
    return 0;
}
