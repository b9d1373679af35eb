// expect: safe
// what: A list of inputs stays sorted.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = __VERIFIER_nondet_int();
        struct node **at = &head;
        while (*at != NULL && (*at)->value < n->value)
            at = &(*at)->next;
        n->next = *at;
        *at = n;
    }
    for (struct node *n = head; n->next != NULL; n = n->next)
        assert(n->value <= n->next->value);
    return 0;
}
