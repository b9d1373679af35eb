// expect: violated
// property: leak
// line: 13
// options: --check leak
// what: Memory that points to itself is lost all the same.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *n = malloc(sizeof *n);
    n->next = n;
    n = NULL;
    return 0;
}
