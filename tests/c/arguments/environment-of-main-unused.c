// expect: bounded-safe
// what: A third parameter of main that nobody looks at does not matter.
#include <assert.h>

int main(int argc, char **argv, char **envp) {
    if (argc > 1)
        assert(argv[1] != 0);
    return 0;
}
