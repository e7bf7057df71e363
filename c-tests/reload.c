/* A host that loads and unloads the library again and again: it stays loaded, so that its tables and its reserve exist once. */

#include "check.h"

#include <dlfcn.h>
#include <unic_analysis.h>

enum { ROUNDS = 20 };

static unsigned long address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%lu", &pages) == 1);
    if (file) fclose(file);
    return pages * 4096;
}

/* A call of a library, which takes the reserve and builds the tables of the component. */
static void use(void *library) {
    static const char json[] = "{\"type\": \"unic_analyzer\"}";
    __typeof__(unic_analyzer_create) *create;
    __typeof__(unic_analyzer_free) *release;
    unic_analyzer *analyzer = NULL;
    *(void **)&create = dlsym(library, "unic_analyzer_create");
    *(void **)&release = dlsym(library, "unic_analyzer_free");
    CHECK_EQ(create(json, sizeof json - 1, NULL, NULL, &analyzer, NULL), UNIC_STATUS_OK);
    release(analyzer);
}

int main(int count, char **arguments) {
    unsigned long first = 0;
    if (count != 2) return 2;
    for (int round = 0; round < ROUNDS; round++) {
        void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL) {
            printf("%s\n", dlerror());
            return 2;
        }
        use(library);
        CHECK_EQ(dlclose(library), 0);
        if (round == 0) first = address_space();
    }
    CHECK(dlopen(arguments[1], RTLD_NOW | RTLD_NOLOAD) != NULL);
    CHECK(address_space() <= first + (1 << 20));
    return check_result();
}
