// expect: violated
// property: use-after-free
// line: 16
// what: What a table frees is gone.
#include <stdlib.h>

struct allocator {
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
};

int main(void) {
    struct allocator table = {calloc, &free};
    int *value = table.allocate(1, sizeof(int));
    table.release(value);
    int result = *value;
    return result;
}
