// expect: safe
// options: --args 12,abc
// what: The argument is given.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 2 && argv[2] == NULL);
    assert(atoi(argv[1]) == 12);
    assert(strcmp(strchr(argv[1], ','), ",abc") == 0);
    return 0;
}
