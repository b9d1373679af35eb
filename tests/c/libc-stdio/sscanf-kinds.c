// expect: safe
// what: Bases, widths, sets and skipped fields.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    int a, b, n;
    unsigned int u;
    long l;
    char word[10], c;
    double d;
    assert(sscanf("10 0x1F 077 -5", "%d %i %o %ld", &a, &b, &u, &l) == 4);
    assert(a == 10 && b == 31 && u == 63 && l == -5);
    assert(sscanf("abc123", "%[a-z]%n", word, &n) == 1 && n == 3 && strcmp(word, "abc") == 0);
    assert(sscanf("3.5e1", "%lf", &d) == 1 && d == 35);
    assert(sscanf("12345", "%2d%d", &a, &b) == 2 && a == 12 && b == 345);
    assert(sscanf("k=v", "%*[^=]=%c", &c) == 1 && c == 'v');
    assert(sscanf("5 x", "%d %d", &a, &b) == 1);
    return 0;
}
