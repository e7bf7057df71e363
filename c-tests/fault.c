/* Deliberate faults: a check that does not report them is not active. */

#include "helpers.h"
#include "test_faults.h"

#include <limits.h>

int main(int count, char **arguments) {
    const char *fault = count > 1 ? arguments[1] : "";
    volatile int large = INT_MAX;
    if (strcmp(fault, "leak") == 0) {
        unic_test_leak();
    } else if (strcmp(fault, "overread") == 0) {
        printf("%d\n", unic_test_overread());
    } else if (strcmp(fault, "overflow") == 0) {
        large = large + 1;
        printf("%d\n", large);
    } else if (strcmp(fault, "failed-check") == 0) {
        CHECK_EQ(1, 2);
        CHECK_TEXT("found", "expected");
        CHECK(count == 0);
    } else {
        printf("unknown fault\n");
        return 2;
    }
    return check_result();
}
