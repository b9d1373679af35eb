// what: Points at the end of a name are to go; it is looked behind the last character.
// fault: 9
// fix: while (length > 0 && name[length - 1] == '.')
#include <stdio.h>
#include <string.h>

static void without_points(char *name, unsigned length)
{
    while (length > 0 && name[length] == '.')
        name[--length] = '\0';
}

int main(void)
{
    char name[40] = {0};

    if (scanf("%38s", name) != 1)
        return 1;
    without_points(name, (unsigned)strlen(name));
    printf("<%s>\n", name);
    return 0;
}
