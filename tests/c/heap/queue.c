// expect: safe
// what: A queue hands its elements out in the order they came.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct item {
    int value;
    struct item *next;
};
struct queue {
    struct item *first, **last;
};

static void put(struct queue *q, int value) {
    struct item *i = malloc(sizeof *i);
    i->value = value;
    i->next = NULL;
    *q->last = i;
    q->last = &i->next;
}

static int take(struct queue *q) {
    struct item *i = q->first;
    int value = i->value;
    q->first = i->next;
    if (q->first == NULL)
        q->last = &q->first;
    free(i);
    return value;
}

int main(void) {
    struct queue q = {NULL, &q.first};
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    put(&q, a);
    put(&q, b);
    assert(take(&q) == a);
    put(&q, c);
    assert(take(&q) == b);
    assert(take(&q) == c);
    put(&q, a);
    assert(q.first->value == a);
    free(q.first);
    return 0;
}
