// expect: violated
// options: --check leak
// property: leak
// line: 15
// what: The list is dropped with its first element; the others are lost.
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *first;

static void add(void) {
    struct node *n = malloc(sizeof *n);
    n->next = first;
    first = n;
}

int main(void) {
    add();
    add();
    free(first);
    first = NULL;
    return 0;
}
