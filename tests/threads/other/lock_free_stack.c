// expect: safe
// what: Two threads push onto a stack without locks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
};
struct node a_node, b_node;
_Atomic(struct node *) top;
void *push(void *what) {
    struct node *node = what;
    struct node *old = atomic_load(&top);
    do
        node->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, push, &a_node);
    pthread_create(&b, NULL, push, &b_node);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(top && top->next && !top->next->next);
    return 0;
}
