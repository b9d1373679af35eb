// expect: violated
// property: assertion
// line: 48
// what: A pop that looked at the top before it was taken, and came back, puts back what was taken with it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    struct node *_Atomic next;
};

struct node nodes[2];
struct node *_Atomic top;

void push(struct node *node) {
    struct node *old = top;
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
}

struct node *pop(void) {
    struct node *old = top;
    while (old) {
        struct node *next = old->next;
        if (atomic_compare_exchange_strong(&top, &old, next))
            return old;
    }
    return NULL;
}

void *other(void *unused) {
    pop();
    return NULL;
}

int main(void) {
    pthread_t thread;
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_create(&thread, NULL, other, NULL);
    struct node *a = pop(), *b = pop();
    if (a && b)
        push(a);
    pthread_join(thread, NULL);
    assert(!a || !b || top != b);
    return 0;
}
