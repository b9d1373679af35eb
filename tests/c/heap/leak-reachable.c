// expect: safe
// options: --check leak
// what: Blocks that a global leads to, through other blocks too, or a variable that is alive at exit, are not lost.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *first;
int __VERIFIER_nondet_int(void);

static void add(int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = first;
    first = n;
}

int main(void) {
    char *text = malloc(8);
    text[0] = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        exit(0);
    for (int i = 0; i < n; i++)
        add(i);
    free(text);
    return 0;
}
