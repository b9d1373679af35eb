// expect: safe
// options: -m32
// what: A list on the heap.
_Noreturn void __assert_fail(const char *what, const char *file, unsigned int line, const char *function);
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))

typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *block);
struct node { struct node *next; int value; };

int main(void) {
    struct node *head = 0;
    assert(sizeof *head == 8);
    for (int i = 1; i <= 4; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            break;
        new->value = i;
        new->next = head;
        head = new;
    }
    int sum = 0;
    for (struct node *at = head; at; at = at->next)
        sum += at->value;
    assert(sum <= 10);
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
