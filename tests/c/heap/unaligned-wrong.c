// expect: violated
// property: out-of-object
// line: 12
// what: The last place has no room for an int.
#include <stdlib.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char *bytes = malloc(16);
    unsigned int at = __VERIFIER_nondet_uint() % 14, x = 3;
    memcpy(bytes + at, &x, sizeof x);
    free(bytes);
    return 0;
}
