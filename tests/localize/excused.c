// what: Five pays, too. The right program reads beyond the table in one test that passes with the fault.
// fix: >=
#include <stdio.h>
#include <stdlib.h>

static int paid[4] = {1, 2, 3, 4};

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    int years = atoi(argv[1]), grade = atoi(argv[2]);
    if (years > 5)
        printf("%d\n", paid[grade]);
    else
        printf("0\n");
    return 0;
}
