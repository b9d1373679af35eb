// expect: violated
// property: leak
// line: 8
// options: --check leak
// what: The first lost block does not hide the second one.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4); int *q = malloc(8);
    p = 0;
    q = 0;
    return p == q ? 0 : 1;
}
