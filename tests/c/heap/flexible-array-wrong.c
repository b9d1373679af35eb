// expect: violated
// property: out-of-object
// line: 19
// what: No room was made for the byte that ends the text.
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct packet {
    unsigned int length;
    char text[];
};

int main(void) {
    unsigned int n = __VERIFIER_nondet_uint() % 5;
    struct packet *p = malloc(sizeof *p + n);
    p->length = n;
    for (unsigned int i = 0; i < n; i++)
        p->text[i] = 'x';
    p->text[n] = '\0';
    free(p);
    return 0;
}
