// expect: violated
// property: leak
// line: 20
// options: --check leak
// what: The program ends in another function than the one that loses the blocks; what is told of it speaks of neither's variables.
#include <stdlib.h>

static void finish(char **all, int n) {
    (void)all;
    (void)n;
    exit(0);
}

int main(void) {
    int n = 2;
    char **all = malloc((n + 1) * sizeof *all);
    if (!all)
        return 0;
    for (int i = 0; i < n; i++) {
        all[i] = malloc(4);
        if (!all[i])
            return 0;
        all[i] = 0;
    }
    finish(all, n);
    return 0;
}
