// expect: violated
// property: overlap
// line: 12
// what: The first letters are dropped by copying a text onto itself.
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[8] = "abcd";
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= 1 && k <= 7 && text[k])
        strcpy(text, text + k);
    return text[0];
}
