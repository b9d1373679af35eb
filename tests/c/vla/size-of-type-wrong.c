// expect: violated
// property: out-of-object
// line: 13
// what: One byte is missing for the end of the text.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    char *text = malloc(sizeof(char[n]));
    text[n] = 0;
    free(text);
    return 0;
}
