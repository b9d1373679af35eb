/* A field that is counted and never set. */
#include <assert.h>
#include <stdlib.h>
struct item { int weight; int count; };
int nondet_int(void);
static struct item *make(int weight) {
    struct item *it = malloc(sizeof *it);
    if (!it) exit(0);
    it->weight = weight;
    return it;
}
int main(void) {
    int weight = nondet_int();
    if (weight < 1 || weight > 100) return 0;
    struct item *it = make(weight);
    it->count++;
    assert(it->count == 1);
    free(it);
    return 0;
}
