// expect: violated
// property: leak
// line: 13
// options: --check leak
// what: Only the first node of a list is freed.
#include <stdlib.h>

struct node {
    struct node *next;
};

int main(void) {
    struct node *tail = malloc(sizeof *tail);
    tail->next = NULL;
    struct node *head = malloc(sizeof *head);
    head->next = tail;
    free(head);
    return 0;
}
