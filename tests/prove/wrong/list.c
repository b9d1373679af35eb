// expect: violated
// property: null-dereference
// line: 12
// what: The list ends, the walk does not.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
struct node { int value; struct node *next; };
int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    struct node *p = &a;
    while (nondet_int()) p = p->next;
}
