// expect: safe
// what: atoi of a text of inputs.
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++)
        s[i] = __VERIFIER_nondet_char();
    s[5] = '\0';
    int x = atoi(s);
    assert(x >= -9999 && x <= 99999);
    return 0;
}
