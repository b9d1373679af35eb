// expect: safe
// what: An array of one at the end of a record goes as far as its block does.
#include <stdlib.h>
struct s { int n; int a[1]; };
int main(void) {
    struct s *p = malloc(sizeof *p + 3 * sizeof(int));
    if (!p)
        return 0;
    for (int i = 0; i < 4; i++)
        p->a[i] = i;
    int sum = p->a[3];
    free(p);
    return sum - 3;
}
