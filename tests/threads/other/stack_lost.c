// expect: violated
// property: assertion
// line: 26
// what: A push that does not look whether the top is still the same loses the other one.
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
    node->next = atomic_load(&top);
    atomic_store(&top, node);
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, push, &a_node);
    pthread_create(&b, NULL, push, &b_node);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(top->next != NULL);
    return 0;
}
