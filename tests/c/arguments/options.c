// expect: safe
// options: --args -vx3
// what: Options are read off the argument that is given.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int verbose = 0, count = 1;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-')
            continue;
        for (const char *p = argv[i] + 1; *p != '\0'; p++) {
            if (*p == 'v')
                verbose = 1;
            if (*p == 'x') {
                count = atoi(p + 1);
                break;
            }
        }
    }
    assert(verbose == 1 && count == 3);
    return 0;
}
