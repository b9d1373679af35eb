// expect: safe
// what: sizeof of types with unknown lengths; a type name keeps the length it had when it was declared.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct pair {
    int a, b;
};
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 3)
        return 0;
    typedef int row[n];
    row one, two[2];
    assert(sizeof(char[n + 1]) == n + 1);
    assert(sizeof(struct pair[n]) == 8 * n && sizeof(char *[n]) == 8 * n && sizeof(unsigned short[2][n]) == 4 * n);
    int before = n;
    n = 100;
    assert(sizeof(row) == 4 * before && sizeof one == 4 * before && sizeof two == 8 * before);
    assert(sizeof(row[3]) == 12 * before);
    int calls = 0;
    assert(sizeof two[calls++] == 4 * before && calls == 1);
    char *text = malloc(sizeof(char[before + 1]));
    memset(text, 'x', before);
    text[before] = 0;
    assert(strlen(text) == before);
    free(text);
    return 0;
}
