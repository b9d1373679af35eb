// expect: violated
// property: assertion
// line: 15
// native: skip (gcc copies it)
// what: What is between members need not be copied.
#include <assert.h>
#include <string.h>
struct s { char c; int i; };
int main(void) {
    struct s a, b;
    memset(&a, 0, sizeof a);
    b = a;
    char x[sizeof b];
    memcpy(x, &b, sizeof b);
    assert(x[1] == 0);
    return 0;
}
