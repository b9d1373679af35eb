// expect: safe
// what: A list is followed to its end, counting.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
struct node { struct node *next; };
int main(void) {
    struct node c = {0}, b = {&c}, a = {&b};
    while (nondet_int()) {
        int n = 0;
        for (struct node *p = &a; p; p = p->next) n++;
        assert(n == 3);
    }
}
