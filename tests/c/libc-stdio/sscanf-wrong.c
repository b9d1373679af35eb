// expect: violated
// property: assertion
// line: 13
// what: The second number is missing and stays as it was.
#include <assert.h>
#include <stdio.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4] = {'1', __VERIFIER_nondet_char(), '2', '\0'};
    int a = 0, b = 0;
    sscanf(text, "%d-%d", &a, &b);
    assert(b != 0);
    return 0;
}
