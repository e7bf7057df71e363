#include <stdio.h>

int unic_noisy(const char *what);

int main(int count, char **arguments) {
    int status = count > 1 ? unic_noisy(arguments[1]) : 1;
    puts("nobody stopped it");
    return status;
}
