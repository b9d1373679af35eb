// expect: safe
// options: --check leak
// what: A binary search tree keeps what was put into it.
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
        t->right = insert(t->right, key);
    }
    return t;
}

static int contains(const struct tree *t, int key) {
    while (t != NULL && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t != NULL;
}

static void release(struct tree *t) {
    if (t != NULL) {
        release(t->left);
        release(t->right);
        free(t);
    }
}

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    struct tree *t = insert(insert(NULL, a), b);
    assert(contains(t, a) && contains(t, b));
    assert(a <= b || t->left->key == b);
    release(t);
    return 0;
}
