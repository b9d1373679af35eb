// expect: safe
// what: A _Generic among the initialisers of globals.
#include <assert.h>

typedef long Wide;
static const int sizes[] = {_Generic((Wide)1, int: 4, long: 8, default: 0), _Generic((char)1, Wide: 8, char: 1, default: 0)};

int main(void) {
    static int also = _Generic(1u, unsigned: 2, default: 3);
    assert(sizes[0] == 8 && sizes[1] == 1 && also == 2);
    return 0;
}
