// expect: safe
// options: --check leak
// what: A linked list is built, summed up and freed.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 1; i <= 4; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
    int sum = 0;
    for (struct node *n = head; n != NULL; n = n->next)
        sum += n->value;
    assert(sum == 10);
    assert(head->value == 4);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
