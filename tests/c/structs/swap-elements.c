// expect: safe
// what: Swapping struct elements of an array through pointers.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct item { int id; unsigned char weight; };

static void swap(struct item *a, struct item *b) {
    struct item t = *a;
    *a = *b;
    *b = t;
}

int main(void) {
    struct item s[3];
    for (int i = 0; i < 3; i++) {
        s[i].id = i;
        s[i].weight = __VERIFIER_nondet_uchar();
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2 - i; j++)
            if (s[j].weight > s[j + 1].weight)
                swap(&s[j], &s[j + 1]);
    assert(s[0].weight <= s[1].weight && s[1].weight <= s[2].weight);
    assert(s[0].id + s[1].id + s[2].id == 3);
    return 0;
}
