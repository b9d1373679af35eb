// what: Who is behind the one that is taken out of a queue is not told who comes before it now.
// fault: 24
// fix: c->behind->before = c->before;
#include <assert.h>
#include <stddef.h>
#define CARS 3
int nondet_int(void);

struct car {
    struct car *before, *behind;
};

static void enqueue(struct car *first, struct car *c)
{
    c->behind = first->behind;
    c->before = first;
    if (c->behind != NULL)
        c->behind->before = c;
    first->behind = c;
}

static void leave(struct car *c)
{
    c->before->behind = c->behind;
    c->behind = c->before = NULL;
}

int main(void)
{
    struct car first = {NULL, NULL}, car[CARS];
    int which = nondet_int();

    if (which < 0 || which >= CARS)
        return 0;
    for (int i = 0; i < CARS; i++)
        enqueue(&first, &car[i]);
    leave(&car[which]);
    int n = 0;
    for (struct car *c = &first; c->behind != NULL; c = c->behind) {
        assert(c->behind->before == c);
        n++;
    }
    assert(n == CARS - 1);
    return 0;
}
