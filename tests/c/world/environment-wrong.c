// expect: violated
// property: null-dereference
// line: 9
// what: A variable of the environment need not be set.
#include <stdlib.h>

int main(void) {
    const char *home = getenv("WHYC_NO_SUCH_VARIABLE");
    return home[0] == '/';
}
