// expect: bounded-safe
// what: The count of arguments is not negative, and the list ends with NULL.
#include <assert.h>

int main(int argc, char **argv) {
    int n = 0;
    assert(argc >= 0);
    if (argc > 3)
        return 0;
    while (argv[n] != 0)
        n++;
    assert(n == argc);
    return 0;
}
