// expect: unknown
// what: A macro may stand for more than the type in it.
#include <assert.h>
typedef struct { char c[100]; } large;
#define POINTER large *

int main(void) {
    int n = 3;
    assert(sizeof(POINTER[n]) == 24);
    return 0;
}
