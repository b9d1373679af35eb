// A size that goes around below zero: a block too large to follow, looked at by conditions.
#include <assert.h>
#include <stdlib.h>
unsigned nondet_unsigned(void);
static int first_is_set(const char *text) {
    if (text[0] != 'a')
        return 1;
    return 0;
}
int main(void) {
    unsigned n = nondet_unsigned();
    if (n > 4)
        return 0;
    char *text = malloc((size_t)n - 1);
    if (text == NULL)
        return 0;
    if (n > 1)
        text[0] = 'a';
    if (n == 1)
        return 0;
    assert(first_is_set(text));
    free(text);
    return 0;
}
