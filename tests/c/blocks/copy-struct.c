// expect: safe
// what: memcpy copies a struct, padding and all.
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct record {
    char tag;
    int value;
    double weight;
    char *name;
};

int main(void) {
    struct record a = {'r', __VERIFIER_nondet_int(), 1.5, "rex"}, b;
    memcpy(&b, &a, sizeof b);
    assert(b.tag == 'r' && b.value == a.value && b.weight == 1.5 && b.name == a.name);
    assert(b.name[2] == 'x');
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
