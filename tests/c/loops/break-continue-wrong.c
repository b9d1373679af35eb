// expect: violated
// property: assertion
// line: 18
// what: A break where continue was meant ends the search.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int values[4];
    int positive = 0;
    for (int i = 0; i < 4; i++)
        values[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 4; i++) {
        if (values[i] <= 0)
            break;
        positive++;
    }
    assert(positive == (values[0] > 0) + (values[1] > 0) + (values[2] > 0) + (values[3] > 0));
    return 0;
}
