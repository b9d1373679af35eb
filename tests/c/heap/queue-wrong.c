// expect: violated
// property: use-after-free
// line: 19
// what: The tail of an emptied queue still points into the freed item.
#include <stdlib.h>

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
    free(i);
    return value;
}

int main(void) {
    struct queue q = {NULL, &q.first};
    put(&q, 1);
    take(&q);
    put(&q, 2);
    return 0;
}
