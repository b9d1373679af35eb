// expect: violated
// property: bounds
// line: 13
// options: --strict-arrays
// native: skip (gcc takes it as the old idiom)
// what: Unless it is to be taken as it is written.
#include <stdlib.h>
struct s { int n; int a[1]; };
int main(void) {
    struct s *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p)
        return 0;
    p->a[1] = 1;
    free(p);
    return 0;
}
