// expect: safe
// what: qsort moves structs with pointers in them.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct city {
    const char *name;
    int people;
};

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct city *)a)->name, ((const struct city *)b)->name);
}

int main(void) {
    struct city c[] = {{"Rom", 3}, {"Bonn", 1}, {"Oslo", 2}};
    qsort(c, 3, sizeof c[0], by_name);
    assert(c[0].people == 1 && c[1].people == 2 && c[2].people == 3);
    return 0;
}
