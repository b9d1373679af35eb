// expect: safe
// what: A struct with an array of as many elements as fit.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct packet {
    unsigned int length;
    unsigned char data[];
};

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 5;
    struct packet *p = malloc(sizeof *p + n);
    p->length = n;
    for (unsigned int i = 0; i < p->length; i++)
        p->data[i] = (unsigned char)(i + 1);
    assert(n == 0 || p->data[n - 1] == n);
    free(p);
    return 0;
}
