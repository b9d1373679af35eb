// what: The address of a name is kept instead of the name, which changes later.
// fault: 15
// fix: strcpy(m->name, name);
#include <assert.h>
#include <stdlib.h>
#include <string.h>
char nondet_char(void);
struct member { char *name; };

static int enter(struct member *m, char *name)
{
    m->name = malloc(strlen(name) + 1);
    if (m->name == NULL)
        return 0;
    m->name = name;
    return 1;
}

int main(void)
{
    struct member first;
    char line[3] = {nondet_char(), nondet_char(), 0};
    char before = line[0];

    if (!before || !enter(&first, line))
        return 0;
    line[0] = 'x';
    assert(first.name[0] == before);
    free(first.name);
    return 0;
}
