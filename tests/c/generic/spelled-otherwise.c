// expect: safe
// what: The association of a _Generic is chosen by type, however the type is written.
#include <assert.h>
#include <stddef.h>

enum color { RED, GREEN };
struct pair {
    int a, b;
};
typedef struct pair Pair;
#define NUMBER unsigned
#define KIND(x) _Generic((x), long int: 1, NUMBER: 2, char*: 3, Pair: 4, default: 5)

static int zero(void) {
    return 0;
}

int main(void) {
    long l = 1;
    short int unsigned u = 1;
    unsigned v = 1;
    char text[3] = "ab";
    struct pair p = {1, 2};
    size_t n = 1;
    enum color c = RED;
    const int fixed = 1;
    const Pair *q = &p;
    assert(KIND(l) == 1 && KIND(v) == 2 && KIND(text) == 3 && KIND(p) == 4 && KIND(1.0) == 5 && KIND(u) == 5);
    assert(_Generic(n, long: 1, size_t: 2, default: 3) == 2);
    assert(_Generic(n, unsigned long int: 1, default: 3) == 1);
    assert(_Generic(zero, int(*)(void): 1, default: 2) == 1);
    assert(_Generic(fixed, /* of */ int: 1, default: 2) == 1);
    assert(_Generic(c, int: 1, unsigned: 2, default: 3) == 2);
    assert(_Generic(q, Pair *: 1, Pair const *: 2, default: 3) == 2);
    assert(_Generic(_Generic(l, long: v, default: l), NUMBER int: 1, default: 2) == 1);
    return 0;
}
