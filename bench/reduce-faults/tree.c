/* A search tree on the heap. */
struct tree {
    int key;
    int count;
    struct tree *left, *right;
};
static struct tree *leaf(int key) {
    struct tree *tree = malloc(sizeof *tree);
    if (!tree) exit(2);
    tree->key = key;
    tree->count = 1;
    tree->left = tree->right = NULL;
    return tree;
}
static struct tree *insert(struct tree *tree, int key) {
    if (!tree) return leaf(key);
    if (key < tree->key) tree->left = insert(tree->left, key);
    else if (key > tree->key) tree->right = insert(tree->right, key);
    else tree->count++;
    return tree;
}
static struct tree *least(struct tree *tree) {
    while (tree->left) tree = tree->left;
    return tree;
}
static struct tree *without(struct tree *tree, int key) {
    if (!tree) return NULL;
    if (key < tree->key) {
        tree->left = without(tree->left, key);
        return tree;
    }
    if (key > tree->key) {
        tree->right = without(tree->right, key);
        return tree;
    }
    if (tree->left && tree->right) {
        struct tree *next = least(tree->right);
        tree->key = next->key;
        tree->right = without(tree->right, next->key);
        return tree;
    }
    struct tree *rest = tree->left ? tree->left : tree->right;
    free(tree);
    return rest;
}
static int total(const struct tree *tree) {
    return tree ? tree->count + total(tree->left) + total(tree->right) : 0;
}
static void clear(struct tree *tree) {
    if (!tree) return;
    clear(tree->left);
    clear(tree->right);
    free(tree);
}
static void check(int seed) {
    static const int keys[] = { 5, 2, 8, 6, 8, 6, 9, 2 };
    struct tree *tree = NULL;
    for (int i = 0; i < 8; i++) tree = insert(tree, keys[i] + limited(seed, 0, 2));
    tree = without(tree, 5 + limited(seed, 0, 2));
    int left = total(tree);
    note(1, left);
    clear(tree);
    assert(left == 7);
}
