// expect: violated
// property: null-dereference
// line: 12
// what: A separator that need not be there.
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char pair[4] = "a=b";
    pair[1] = __VERIFIER_nondet_char();
    char *value = strchr(pair, '=');
    return value[1] == 'b';
}
