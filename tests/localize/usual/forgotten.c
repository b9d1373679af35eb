// what: What was found last is freed and still taken for found.
// fault: 42
// fix: c->last = p->next;
#include <assert.h>
#include <stdlib.h>
unsigned nondet_uint(void);

struct page {
    int number;
    struct page *next;
};

struct cache {
    struct page *first;
    struct page *last;
};

static struct page *find(struct cache *c, int number)
{
    if (c->last != NULL && c->last->number == number)
        return c->last;
    for (struct page *p = c->first; p != NULL; p = p->next)
        if (p->number == number)
            return c->last = p;
    return NULL;
}

static void add(struct cache *c, int number)
{
    struct page *p = malloc(sizeof *p);

    if (p == NULL)
        return;
    p->number = number;
    p->next = c->first;
    c->first = p;
}

static void drop(struct cache *c)
{
    struct page *p = c->first;
    c->first = p->next;
    free(p);
}

int main(void)
{
    struct cache c = {NULL, NULL};
    int asked = (int)(nondet_uint() % 3);

    add(&c, 1);
    add(&c, 2);
    if (c.first == NULL || c.first->next == NULL)
        return 0;
    find(&c, 1);
    struct page *found = find(&c, asked);
    assert(asked == 0 ? found == NULL : found->number == asked);
    drop(&c);
    found = find(&c, asked);
    assert(asked == 1 ? found->number == 1 : found == NULL);
    drop(&c);
    return 0;
}
