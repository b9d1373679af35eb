// expect: violated
// property: leak
// line: 10
// options: --check leak
// what: The error path forgets to free.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int work(int n) {
    char *buffer = malloc(10);
    if (n < 0 || n >= 10)
        return -1;
    buffer[n] = 1;
    free(buffer);
    return 0;
}

int main(void) {
    return work(__VERIFIER_nondet_int());
}
