// expect: safe
// what: A random number brought into a range.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    srand((unsigned int)time(NULL));
    int face = rand() % 6 + 1;
    assert(face >= 1 && face <= 6);
    return 0;
}
