// what: how many of a few numbers are counted; something in a condition is too much
// usage: too_much NUMBER...
#include <stdio.h>
#include <stdlib.h>

int counts(int n) {
#if FAULT == 1
    return n + 1 > 2; /* fault 1 */
#elif FAULT == 2
    return n > 2 && n != 4; /* fault 2 */
#else
    return n > 2;
#endif
}

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += counts(atoi(argv[i]));
    printf("%d\n", count);
    return 0;
}
