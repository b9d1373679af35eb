/* A record from the heap has a field that nobody sets. */
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

struct entry {
    int key;
    int uses;
    struct entry *next;
};

static struct entry *entry_of(struct entry **list, int key)
{
    for (struct entry *e = *list; e != NULL; e = e->next)
        if (e->key == key)
            return e;
    struct entry *e = malloc(sizeof *e);
    if (e == NULL)
        exit(1);
    e->key = key;
    e->next = *list; /* FAULT */
    *list = e;
    return e;
}

static void use(struct entry **list, int key)
{
    entry_of(list, key)->uses++;
}

int main(void)
{
    struct entry *list = NULL;
    int n = 0;

    use(&list, nondet_int());
    use(&list, nondet_int());
    for (struct entry *e = list; e != NULL; e = e->next)
        n += e->uses;
    assert(n == 2);
    return 0;
}
