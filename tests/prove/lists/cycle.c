// expect: safe
// what: A walk in a ring of nodes.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node a, b;
    a.value = 1; a.next = &b;
    b.value = 2; b.next = &a;
    struct node *p = &a;
    while (1) {
        assert(p->value == 1 || p->value == 2);
        p = p->next;
    }
}
