// expect: violated
// property: out-of-object
// line: 8
// what: A copy through a pointer goes over the end.
#include <string.h>

static void each(void *(*copy)(void *, const void *, size_t), void *to, const void *from, size_t size) {
    copy(to, from, size);
}

int main(void) {
    char from[8] = "abcdefg", to[4];
    each(memmove, to, from, 8);
    return 0;
}
