#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};

// ANCHOR: drop
static void drop(struct node *head) {
    while (head != NULL) {
        struct node *next = head->next;
        head = next;
        free(head);
    }
}
// ANCHOR_END: drop

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = nondet_int();
        fresh->next = head;
        head = fresh;
    }
    drop(head);
    return 0;
}
