// what: insertion into a red-black tree; the specification is check_tree, to be trusted (--trust check_tree --trust check_below)
// sequences: -D SEQUENCE=1 inserts 0 5; 2 inserts 5 1; 3 inserts 5 1 2; 4 inserts 5 9 4 6
// faults: -D FAULT=1 paints the root red; -D FAULT=2 compares with == where <= is meant
// fails: fault 1 in sequences 1 2 3 4 (the root is red); fault 2 in sequences 2 3 4 (order), not in 1; without a fault none
// lines: fault 1 in 115; fault 2 in 156
#include <assert.h>
#include <stdlib.h>

#ifndef FAULT
#define FAULT 0
#endif
#ifndef SEQUENCE
#define SEQUENCE 4
#endif

enum colour { RED, BLACK };

struct node {
    int key;
    enum colour colour;
    struct node *parent, *left, *right;
};

struct node *root;

/* The specification */

int nodes_seen, keys_seen;

/* Checks what hangs below parent on one side, all of it between low and high; returns the number of black
 * nodes on each way down. */
int check_below(const struct node *parent, const struct node *node, int low, int high) {
    int left, right;

    if (!node)
        return 0;
    assert(node->parent == parent);
    assert(low <= node->key && node->key <= high);
    if (node->colour == RED) {
        assert(!node->left || node->left->colour == BLACK);
        assert(!node->right || node->right->colour == BLACK);
    }
    nodes_seen++;
    keys_seen += node->key;
    left = check_below(node, node->left, low, node->key);
    right = check_below(node, node->right, node->key, high);
    assert(left == right);
    return left + (node->colour == BLACK);
}

/* The tree is one, and holds that many nodes with that sum of the keys: nothing got lost or changed. */
void check_tree(int nodes, int keys) {
    assert(root && root->colour == BLACK);
    nodes_seen = 0;
    keys_seen = 0;
    check_below(NULL, root, -100, 100);
    assert(nodes_seen == nodes);
    assert(keys_seen == keys);
}

/* The program */

struct node *new_node(int key) {
    struct node *node = malloc(sizeof(struct node));

    node->key = key;
    node->colour = RED;
    node->parent = NULL;
    node->left = NULL;
    node->right = NULL;
    return node;
}

/* Puts the node upper in the place that lower has below its parent. */
void replace(struct node *lower, struct node *upper) {
    struct node *parent = lower->parent;

    upper->parent = parent;
    if (!parent)
        root = upper;
    else if (parent->left == lower)
        parent->left = upper;
    else
        parent->right = upper;
}

void rotate_left(struct node *top) {
    struct node *child = top->right;

    replace(top, child);
    top->right = child->left;
    if (top->right)
        top->right->parent = top;
    child->left = top;
    top->parent = child;
}

void rotate_right(struct node *top) {
    struct node *child = top->left;

    replace(top, child);
    top->left = child->right;
    if (top->left)
        top->left->parent = top;
    child->right = top;
    top->parent = child;
}

/* A red node has come into the tree, or a node has become red: repaints and rotates until all is well above it. */
void rebalance(struct node *node) {
    struct node *parent = node->parent, *top, *uncle;

    if (!parent) {
#if FAULT == 1
        node->colour = RED; /* fault 1 */
#else
        node->colour = BLACK;
#endif
        return;
    }
    if (parent->colour == BLACK)
        return;
    top = parent->parent;
    uncle = top->left == parent ? top->right : top->left;
    if (uncle && uncle->colour == RED) {
        parent->colour = BLACK;
        uncle->colour = BLACK;
        top->colour = RED;
        rebalance(top);
        return;
    }
    if (parent == top->left) {
        if (node == parent->right) {
            rotate_left(parent);
            parent = node;
        }
        rotate_right(top);
    } else {
        if (node == parent->left) {
            rotate_right(parent);
            parent = node;
        }
        rotate_left(top);
    }
    parent->colour = BLACK;
    top->colour = RED;
}

void insert(int key) {
    struct node *node = new_node(key), *above = NULL, *at = root;
    int to_the_left = 0;

    while (at) {
        above = at;
#if FAULT == 2
        to_the_left = key == at->key; /* fault 2 */
#else
        to_the_left = key <= at->key;
#endif
        at = to_the_left ? at->left : at->right;
    }
    node->parent = above;
    if (!above)
        root = node;
    else if (to_the_left)
        above->left = node;
    else
        above->right = node;
    rebalance(node);
}

int main(void) {
#if SEQUENCE == 1
    insert(0);
    check_tree(1, 0);
    insert(5);
    check_tree(2, 5);
#else
    insert(5);
    check_tree(1, 5);
#if SEQUENCE == 4
    insert(9);
    check_tree(2, 14);
    insert(4);
    check_tree(3, 18);
    insert(6);
    check_tree(4, 24);
#else
    insert(1);
    check_tree(2, 6);
#if SEQUENCE == 3
    insert(2);
    check_tree(3, 8);
#endif
#endif
#endif
    return 0;
}
