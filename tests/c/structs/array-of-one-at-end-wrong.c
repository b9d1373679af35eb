// expect: violated
// property: out-of-object
// line: 12
// what: But no further.
#include <stdlib.h>
struct s { int n; int a[1]; };
int main(void) {
    struct s *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p)
        return 0;
    for (int i = 0; i < 5; i++)
        p->a[i] = i;
    free(p);
    return 0;
}
