// expect: safe
// what: A table of functions of the library works as they do by name.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct allocator {
    void *(*allocate)(size_t);
    void *(*resize)(void *, size_t);
    void (*release)(void *);
};

static const struct allocator standard = {malloc, realloc, free};

int main(void) {
    char *text = standard.allocate(4);
    if (!text)
        return 0;
    strcpy(text, "abc");
    char *longer = standard.resize(text, 8);
    if (!longer) {
        standard.release(text);
        return 0;
    }
    assert(longer[2] == 'c');
    longer[7] = 0;
    standard.release(longer);
    return 0;
}
