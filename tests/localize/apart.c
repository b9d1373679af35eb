// what: A test that breaks a rule nobody sees (the name of the last column is not ended) beside tests that print something wrong.
#include <stdio.h>
#include <string.h>

#define WIDEST 8

static char column[WIDEST];
static char after[4];

/* Keeps a name. The longest ones fill the column, so that nothing ends them but what stands behind. */
static void keep(const char *name)
{
    int n = 0;

    while (name[n] != '\0' && n < WIDEST) {
        column[n] = name[n];
        n++;
    }
    if (n < WIDEST)
        column[n] = '\0';
}

/* How many cells a name takes: wide letters take two. */
static int width(const char *name)
{
    int n = 0;

    for (int i = 1; name[i] != '\0'; i++) { /* the fault: from 0 */
        if (name[i] == 'm' || name[i] == 'w')
            n += 2;
        else
            n += 1;
    }
    return n;
}

int main(void)
{
    char name[32];

    while (scanf("%31s", name) == 1) {
        keep(name);
        printf("%s %d\n", name, width(column));
    }
    return after[0];
}
