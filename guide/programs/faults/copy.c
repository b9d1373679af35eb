#include <assert.h>
#include <stdlib.h>
#include <string.h>

int nondet_int(void);

// ANCHOR: copy
static char *copy(const char *text) {
    size_t n = strlen(text);
    char *fresh = malloc(n);
    for (size_t i = 0; i <= n; i++)
        fresh[i] = text[i];
    return fresh;
}
// ANCHOR_END: copy

int main(void) {
    char *text = copy(nondet_int() ? "pear" : "fig");
    assert(strlen(text) >= 3);
    free(text);
    return 0;
}
