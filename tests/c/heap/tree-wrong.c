// expect: violated
// property: assertion
// line: 32
// what: A tree that forgets to descend to the right.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
    if (t == NULL) {
        t = calloc(1, sizeof *t);
        t->key = key;
    } else if (key < t->key) {
        t->left = insert(t->left, key);
    } else if (key > t->key) {
        t->right = insert(t->left, key);
    }
    return t;
}

static int size(const struct tree *t) { return t == NULL ? 0 : size(t->left) + 1 + size(t->right); }

int main(void) {
    int a = __VERIFIER_nondet_int();
    struct tree *t = insert(insert(insert(NULL, 10), 5), a);
    if (a != 5 && a != 10)
        assert(size(t) == 3);
    return 0;
}
