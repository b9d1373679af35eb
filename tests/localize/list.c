// what: insertion into a sorted list; the new element is linked to the one before it instead of the one after
// fault: 21
// fix: p->next
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *insert(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        abort();
    n->value = value;
    struct node *p = head;
    if (head && head->value <= value) {
        while (p->next && p->next->value < value)
            p = p->next;
        n->next = p;
        p->next = n;
        return head;
    }
    n->next = head;
    return n;
}

int nondet_int(void);

int main(void) {
    struct node *list = NULL;
    int length = 0;
    for (int i = 0; i < 3; i++)
        list = insert(list, nondet_int());
    for (struct node *p = list; p && p->next; p = p->next) {
        assert(p->value <= p->next->value);
        assert(++length < 3);
    }
    return 0;
}
