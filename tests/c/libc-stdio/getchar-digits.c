// expect: bounded-safe
// options: --unwind 4
// what: Digits from standard input become a number, as far as the bound goes.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c, n = 0;
    while (isdigit(c = getchar()))
        n = n * 10 + (c - '0');
    assert(n >= 0);
    return 0;
}
