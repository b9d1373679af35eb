// expect: bounded-safe
// what: The number of arguments is looked at.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    if (argv[1][0] == '-')
        puts("an option");
    assert(argv[argc] == NULL);
    return 0;
}
