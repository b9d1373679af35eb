// A red-black tree. Where the uncle is black, the inner case forgets to turn the parent first, so that
// a red node keeps a red child.
// options: --unwind 3 --only-check assertion
#include <assert.h>
#include <stdlib.h>

#define KEYS 3

int nondet_int(void);

struct node {
    int key;
    int red;
    struct node *left, *right, *parent;
};

static struct node *root;

static void replace(struct node *old, struct node *new) {
    new->parent = old->parent;
    if (!old->parent)
        root = new;
    else if (old->parent->left == old)
        old->parent->left = new;
    else
        old->parent->right = new;
}

static void rotate_left(struct node *n) {
    struct node *up = n->right;
    replace(n, up);
    n->right = up->left;
    if (up->left)
        up->left->parent = n;
    up->left = n;
    n->parent = up;
}

static void rotate_right(struct node *n) {
    struct node *up = n->left;
    replace(n, up);
    n->left = up->right;
    if (up->right)
        up->right->parent = n;
    up->right = n;
    n->parent = up;
}

static void repair(struct node *n) {
    while (n->parent && n->parent->red) {
        struct node *parent = n->parent, *grand = parent->parent;
        struct node *uncle = grand->left == parent ? grand->right : grand->left;
        if (uncle && uncle->red) {
            parent->red = uncle->red = 0;
            grand->red = 1;
            n = grand;
            continue;
        }
        parent->red = 0;
        grand->red = 1;
        if (grand->left == parent)
            rotate_right(grand);
        else
            rotate_left(grand);
        break;
    }
    root->red = 0;
}

static void insert(int key) {
    struct node *above = NULL;
    struct node *n = root;
    while (n) {
        above = n;
        n = key < n->key ? n->left : n->right;
    }
    n = malloc(sizeof *n);
    n->key = key;
    n->red = 1;
    n->left = n->right = NULL;
    n->parent = above;
    if (!above)
        root = n;
    else if (key < above->key)
        above->left = n;
    else
        above->right = n;
    repair(n);
}

static int is_sound(const struct node *n) {
    if (!n)
        return 1;
    if (n->red && n->parent->red)
        return 0;
    return is_sound(n->left) && is_sound(n->right);
}

int main(void) {
    for (int i = 0; i < KEYS; i++)
        insert(nondet_int());
    assert(is_sound(root));
    return 0;
}
