// expect: safe
// what: A hash table with chains keeps the last value of each key.
#include <assert.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);

struct entry {
    unsigned int key;
    int value;
    struct entry *next;
};

static struct entry *buckets[4];

static struct entry *find(unsigned int key) {
    struct entry *e = buckets[key % 4];
    while (e != NULL && e->key != key)
        e = e->next;
    return e;
}

static void put(unsigned int key, int value) {
    struct entry *e = find(key);
    if (e == NULL) {
        e = malloc(sizeof *e);
        *e = (struct entry){key, value, buckets[key % 4]};
        buckets[key % 4] = e;
    }
    e->value = value;
}

int main(void) {
    unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    put(a, 1);
    put(b, 2);
    assert(find(b)->value == 2);
    assert(find(a)->value == (a == b ? 2 : 1));
    return 0;
}
