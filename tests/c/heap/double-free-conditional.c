// expect: violated
// property: double-free
// line: 20
// what: The error path frees what the common end frees again.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int parse(char *text, int length) {
    if (length < 0 || length > 15) {
        free(text);
        return -1;
    }
    text[length] = '\0';
    return 0;
}

int main(void) {
    char *text = malloc(16);
    parse(text, __VERIFIER_nondet_int());
    free(text);
    return 0;
}
