// expect: safe
// what: fread says how much it got.
#include <assert.h>
#include <stdio.h>

int main(void) {
    unsigned char header[4] = {0};
    size_t n = fread(header, 1, sizeof header, stdin);
    assert(n <= 4);
    for (size_t i = n; i < sizeof header; i++)
        assert(header[i] == 0);
    return 0;
}
