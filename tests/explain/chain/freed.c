/* A list from which a key is removed: the node is freed before its successor is read. */
#include <stdlib.h>
int nondet_int(void);
struct node {
    int key;
    struct node *next;
};
static struct node *push(struct node *head, int key) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL)
        abort();
    n->key = key;
    n->next = head;
    return n;
}
static struct node *drop(struct node *head, int key) {
    struct node **link = &head;
    while (*link != NULL && (*link)->key != key)
        link = &(*link)->next;
    struct node *n = *link;
    if (n != NULL) {
        free(n); /* FAULT */
        *link = n->next;
    }
    return head;
}
int main(void) {
    struct node *list = push(push(NULL, 7), nondet_int());
    list = drop(list, 7);
    return list == NULL;
}
