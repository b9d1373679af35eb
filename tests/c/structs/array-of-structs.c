// expect: safe
// what: A small table searched by key.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct entry { int key; int value; };

int main(void) {
    struct entry table[4] = {{2, 20}, {3, 30}, {5, 50}, {7, 70}};
    int key = __VERIFIER_nondet_int();
    int value = -1;
    for (int i = 0; i < 4; i++)
        if (table[i].key == key)
            value = table[i].value;
    assert(value == -1 || value == 10 * key);
    assert(key != 5 || value == 50);
    return 0;
}
