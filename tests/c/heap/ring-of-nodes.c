// expect: safe
// what: An input chooses which node of a doubly linked ring is taken out.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct node {
    struct node *before, *after;
    int value;
};

int main(void) {
    struct node head = {&head, &head, 0};
    for (int i = 0; i < 4; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){head.before, &head, i};
        head.before->after = n;
        head.before = n;
    }
    unsigned int k = __VERIFIER_nondet_uint() % 4;
    struct node *n = head.after;
    for (unsigned int i = 0; i < k; i++)
        n = n->after;
    n->before->after = n->after;
    n->after->before = n->before;
    assert(n->value == (int)k);
    free(n);
    int count = 0, sum = 0;
    for (n = head.after; n != &head; n = n->after) {
        count++;
        sum += n->value;
    }
    assert(count == 3 && sum == 6 - (int)k);
    return 0;
}
