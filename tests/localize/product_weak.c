// what: a sum and a product of two numbers, one of which got the wrong value; only the product is specified
// fault: 20
// diagnoses: 2
// inputs: --input first=1 --input second=2 --input sum=3 --input product=4 --input later=5
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int first, second, sum, product, later;

    first = __VERIFIER_nondet_int();
    second = __VERIFIER_nondet_int();
    sum = __VERIFIER_nondet_int();
    product = __VERIFIER_nondet_int();
    later = __VERIFIER_nondet_int();

    /* Whatever first was, if it was anything, both numbers are to be six. */
    if (first) {
        first = 5; /* fault: 6 is meant */
        second = 6;
        sum = first + second;
        product = first * second;
        if (first % 2 == 0)
            first = later;
    }
    assert(product == 36);
    return 0;
}
