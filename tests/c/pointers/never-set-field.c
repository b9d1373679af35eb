// expect: violated
// property: null-dereference
// line: 39
// options: --property insert.null-dereference.1
// what: One link of a node is never set; the tree is walked, and its nodes are freed.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
void exit(int status);
int nondet_int(void);

struct node {
    int key;
    struct node *left, *right;
};

static struct node *leaf(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->left = 0;
    return n;
}

static struct node *insert(struct node *root, int key);

static struct node *insert_right(struct node *root, int key) {
    root->right = insert(root->right, key);
    return root;
}

static struct node *insert(struct node *root, int key) {
    if (!root)
        return leaf(key);
    if (key == 7)
        return root;
    // Any number that is not null comes here.
    if (key < root->key)
        root->left = insert(root->left, key);
    else
        return insert_right(root, key);
    return root;
}

static void destroy(struct node *root) {
    if (!root)
        return;
    destroy(root->left);
    destroy(root->right);
    free(root);
}

int main(void) {
    struct node *root = 0;
    for (int i = 0; i < 3; i++)
        root = insert(root, nondet_int());
    destroy(root);
    return 0;
}
