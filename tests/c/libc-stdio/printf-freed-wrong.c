// expect: violated
// property: use-after-free
// line: 13
// what: A string is printed after it was freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("ann");
    puts(name);
    free(name);
    printf("bye %s\n", name);
    return 0;
}
