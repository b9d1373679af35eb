// what: Of two links of a new node, one is set and the other forgotten.
// fault: 19
// fix: n->right = NULL;
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *leaf(int key)
{
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        exit(1);
    n->key = key;
    n->left = NULL;
    return n;
}

static int height(const struct node *n)
{
    if (n == NULL)
        return 0;
    int left = height(n->left), right = height(n->right);
    return 1 + (left > right ? left : right);
}

int main(void)
{
    struct node *root = leaf(nondet_int());
    root->left = leaf(1);
    assert(height(root) == 2);
    return 0;
}
