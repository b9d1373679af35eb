// expect: violated
// property: out-of-object
// line: 16
// native: skip (the system does not tell which address such a pointer has)
// what: A struct is filled with bytes, and its pointer is followed without being set.
#include <string.h>
struct s { int n; int *p; };
int main(void) {
    int x = 4;
    struct s a;
    memset(&a, 0xff, sizeof a);
    a.p = &x;
    if (*a.p != 4 || a.n != -1)
        return 1;
    memset(&a, 0xff, sizeof a);
    return *a.p;
}
