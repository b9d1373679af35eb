// expect: safe
// what: Truth values are numbers for arithmetic that tells whether it overflows.
#include <assert.h>
enum level { LOW = -1, HIGH = 1 };
int nondet_int(void);
int main(void) {
    int a = nondet_int(), product, sum;
    _Bool truth = nondet_int() != 0;
    assert(!__builtin_mul_overflow(truth, a, &product));
    assert(product == (truth ? a : 0));
    assert(__builtin_add_overflow(truth, a, &sum) == (truth && a == 0x7fffffff));
    enum level level = truth ? HIGH : LOW;
    assert(__builtin_sub_overflow(a, level, &sum) == (truth ? a == -0x7fffffff - 1 : a == 0x7fffffff));
    return 0;
}
