// expect: safe
// what: What sprintf writes and returns.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char s[24];
    assert(sprintf(s, "%d|%5d|%-3d|%03d", -4, 42, 7, 9) == 16);
    assert(strcmp(s, "-4|   42|7  |009") == 0);
    sprintf(s, "%x %X %o %c%%", 255, 255, 8, 'z');
    assert(strcmp(s, "ff FF 10 z%") == 0);
    sprintf(s, "%.2s%5s%-4s|", "abc", "de", "f");
    assert(strcmp(s, "ab   def   |") == 0);
    sprintf(s, "%ld %u %hhd", -1l, 4000000000u, 300);
    assert(strcmp(s, "-1 4000000000 44") == 0);
    int x = __VERIFIER_nondet_int();
    if (x >= 0 && x <= 99)
        assert(sprintf(s, "%d", x) == (x < 10 ? 1 : 2));
    return 0;
}
