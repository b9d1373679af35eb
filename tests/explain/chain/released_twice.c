/* A letter that the box refuses is thrown away by the box and by who brought it. */
#include <assert.h>
#include <stdlib.h>
_Bool nondet_bool(void);

struct letter {
    char *text;
};

static struct letter *written(void)
{
    struct letter *l = malloc(sizeof *l);
    if (l == NULL)
        exit(1);
    l->text = malloc(4);
    return l;
}

static void throw_away(struct letter *l)
{
    free(l->text);
    free(l);
}

static int post(struct letter **box, struct letter *l)
{
    if (*box != NULL) {
        throw_away(l); /* FAULT */
        return 0;
    }
    *box = l;
    return 1;
}

int main(void)
{
    struct letter *box = NULL;

    for (int i = 0; i < 2; i++) {
        struct letter *l = written();
        if (nondet_bool() || !post(&box, l))
            throw_away(l);
    }
    if (box != NULL)
        throw_away(box);
    return 0;
}
