// expect: violated
// property: use-after-free
// line: 23
// options: -m32
// native: skip (it needs a compiler for 32 bits)
// what: A list whose blocks are freed before they are left.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
struct node { struct node *next; int value; };

int main(void) {
    struct node *head = 0;
    for (int i = 1; i <= 3; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return 0;
        new->value = i;
        new->next = head;
        head = new;
    }
    for (struct node *at = head; at;
         at = at->next)
        free(at);
    return 0;
}
