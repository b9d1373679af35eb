// expect: violated
// property: use-after-free
// line: 21
// what: The step of the loop reads the node that its body has freed.
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *cons(int value, struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = next;
    return n;
}

int main(void) {
    struct node *head = cons(1, cons(2, NULL));
    for (struct node *n = head; n != NULL; n = n->next)
        free(n);
    return 0;
}
