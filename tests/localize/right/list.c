/* Numbers kept in order in a linked list; one of them is taken out again. */
#include <assert.h>
#include <stdlib.h>

int nondet_int(void);

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *head, int value) {
    struct node *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        return head;
    fresh->value = value;
    if (head == NULL || value <= head->value) {
        fresh->next = head;
        return fresh;
    }
    struct node *at = head;
    while (at->next != NULL && at->next->value < value)
        at = at->next;
    fresh->next = at->next;
    at->next = fresh;
    return head;
}

static struct node *take_out(struct node *head, int value) {
    struct node *before = NULL;
    struct node *at = head;
    while (at != NULL && at->value != value) {
        before = at;
        at = at->next;
    }
    if (at == NULL)
        return head;
    if (before == NULL)
        head = at->next;
    else
        before->next = at->next;
    free(at);
    return head;
}

static void drop(struct node *head) {
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = NULL;
    int values[3];
    for (int i = 0; i < 3; i++) {
        values[i] = nondet_int();
        head = insert(head, values[i]);
    }
    for (struct node *at = head; at != NULL && at->next != NULL; at = at->next)
        assert(at->value <= at->next->value);
    head = take_out(head, values[1]);
    int n = 0;
    for (struct node *at = head; at != NULL; at = at->next)
        n++;
    assert(n <= 2);
    drop(head);
    return 0;
}
