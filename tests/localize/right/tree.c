/* A search tree of three numbers: what was put in is found. */
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t) exit(0);
        t->key = key;
        t->left = t->right = 0;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}
static int find(const struct tree *t, int key) {
    while (t) {
        if (t->key == key)
            return 1;
        t = key < t->key ? t->left : t->right;
    }
    return 0;
}
int main(void) {
    struct tree *t = 0;
    int keys[3];
    for (int i = 0; i < 3; i++) {
        keys[i] = nondet_int();
        t = insert(t, keys[i]);
    }
    for (int i = 0; i < 3; i++)
        assert(find(t, keys[i]));
    return 0;
}
