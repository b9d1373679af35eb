// expect: safe
// what: A walk over a list of three, again and again.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    struct node *p = &a;
    while (nondet_int()) {
        assert(p->value >= 1 && p->value <= 3);
        p = p->next ? p->next : &a;
    }
}
