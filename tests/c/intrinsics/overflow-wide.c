// expect: safe
// what: Operands of 64 bits and of both signs.
#include <assert.h>

int main(void) {
    unsigned long most = -1ul, sum;
    long least = -9223372036854775807l - 1, result;
    assert(__builtin_add_overflow(most, 1, &sum) && sum == 0);
    assert(!__builtin_add_overflow(most, -1, &sum) && sum == most - 1);
    assert(__builtin_mul_overflow(least, -1, &result) && result == least);
    assert(!__builtin_mul_overflow(most, 0, &result) && result == 0);
    assert(__builtin_sub_overflow(0u, 1l, &sum) && sum == most);
    return 0;
}
