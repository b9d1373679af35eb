// expect: violated
// property: assertion
// line: 17
// what: A search that gives the last entry when nothing fits.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct entry { int key; int value; };

int main(void) {
    struct entry table[3] = {{2, 20}, {3, 30}, {5, 50}};
    int key = __VERIFIER_nondet_int();
    struct entry found = table[2];
    for (int i = 0; i < 3; i++)
        if (table[i].key == key)
            found = table[i];
    assert(found.key == key);
    return 0;
}
