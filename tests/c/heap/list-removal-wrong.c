// expect: violated
// property: use-after-free
// line: 40
// what: The head of a list still points to the first node after its removal.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};
struct list {
    struct node *head;
};

static void push(struct list *l, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = l->head;
    l->head = n;
}

static void remove_value(struct list *l, int value) {
    struct node *before = NULL;
    for (struct node *n = l->head; n != NULL; before = n, n = n->next) {
        if (n->value == value) {
            if (before != NULL)
                before->next = n->next;
            free(n);
            return;
        }
    }
}

int main(void) {
    struct list l = {NULL};
    push(&l, 1);
    push(&l, 2);
    remove_value(&l, __VERIFIER_nondet_int());
    return l.head->value == 2;
}
