// expect: safe
// what: A list lives in an array of bytes.
#include <assert.h>
extern int nondet_int(void);
struct node { int value; struct node *next; };
static _Alignas(16) unsigned char pool[128];
static unsigned used;

static void *take(unsigned n) {
    void *p = pool + used;
    used += (n + 15) / 16 * 16;
    return p;
}

int main(void) {
    struct node *first = 0;
    int n = nondet_int();
    if (n < 0 || n > 4)
        return 0;
    for (int i = 0; i < n; i++) {
        struct node *node = take(sizeof *node);
        node->value = i;
        node->next = first;
        first = node;
    }
    int sum = 0;
    for (struct node *node = first; node; node = node->next)
        sum += node->value;
    assert(sum == n * (n - 1) / 2);
    return 0;
}
