// expect: safe
// what: Members are copied, and memcpy copies everything.
#include <assert.h>
#include <string.h>
struct s { char c; int i; };
static int sum(struct s s) { return s.c + s.i; }
int main(void) {
    struct s a, b;
    memset(&a, 0, sizeof a);
    a.i = 5;
    memcpy(&b, &a, sizeof b);
    char x[sizeof b];
    memcpy(x, &b, sizeof b);
    assert(x[1] == 0);
    b = a;
    assert(sum(b) == 5 && b.c == 0);
    return 0;
}
