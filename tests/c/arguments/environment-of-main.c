// expect: unknown
// what: The third parameter of main is not modelled, whether or not the second one is used.
#include <assert.h>

int main(int argc, char **argv, char **envp) {
    if (argc > 1 && argv[1][0] == 'x')
        return 1;
    assert(envp == 0);
    return 0;
}
