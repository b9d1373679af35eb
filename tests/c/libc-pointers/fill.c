// expect: safe
// what: memset, strlen and fabs through pointers.
#include <assert.h>
#include <math.h>
#include <string.h>

int main(void) {
    void *(*fill)(void *, int, size_t) = memset;
    size_t (*length)(const char *) = strlen;
    double (*magnitude)(double) = fabs;
    char text[5];
    fill(text, 'x', 4);
    text[4] = 0;
    assert(length(text) == 4);
    assert(magnitude(-2.5) == 2.5);
    assert(fill != NULL);
    return 0;
}
