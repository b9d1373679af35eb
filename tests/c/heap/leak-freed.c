// expect: safe
// options: --check leak
// what: Every path frees.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int work(int n) {
    int result = -1;
    char *buffer = malloc(10);
    if (n < 0 || n >= 10)
        goto end;
    buffer[n] = 1;
    result = 0;
end:
    free(buffer);
    return result;
}

int main(void) {
    return work(__VERIFIER_nondet_int());
}
