// expect: safe
// what: Vectors are added, compared, shifted, converted and indexed element by element.
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));

static v4 twice(v4 x) { return x + x; }
struct pair { v4 a, b; };
v4 table[2] = {{1, 2, 3, 4}, {5, 6, 7}};

int nondet_int(void);

int main(void) {
    int k = nondet_int();
    if (k < -1000 || k > 1000)
        return 0;
    v4 a = {k, 1, 2, 3}, b = twice(a) - 1;
    assert(b[0] == 2 * k - 1 && b[3] == 5);
    v4 less = a < b;
    assert(less[3] == -1 && less[1] == 0);
    assert((less[0] == -1) == (k < 2 * k - 1));
    a[2] += 40;
    a <<= 1;
    assert(a[2] == 84 && (-a)[2] == -84 && (~a)[2] == -85);
    b16 bytes = (b16)table[0];
    assert(bytes[0] == 1 && bytes[4] == 2 && bytes[1] == 0);
    bytes += 255;
    assert(bytes[0] == 0 && bytes[1] == 255);
    struct pair p = {table[1], a * table[0]};
    assert(p.a[2] == 7 && p.a[3] == 0 && p.b[2] == 252);
    f4 f = __builtin_convertvector(table[0], f4) / 2;
    assert(f[0] == 0.5f && f[3] == 2.0f);
    v4 mixed = __builtin_shufflevector(table[0], table[1], 3, 4, 0, 5);
    assert(mixed[0] == 4 && mixed[1] == 5 && mixed[2] == 1 && mixed[3] == 6);
    v4 *where = &table[1];
    *where = (v4){9, 8, 7, 6};
    assert(table[1][1] == 8 && sizeof(v4) == 16);
    return 0;
}
