// expect: safe
// what: Numbers in arrays and structures.
#include <assert.h>
signed char __VERIFIER_nondet_schar(void);

int main(void) {
    struct point {
        float x;
        double y;
    } points[3] = {{1.5f, 2}, {0.5f, -1}};
    points[2].x = __VERIFIER_nondet_schar();
    points[2].y = points[2].x / 2;
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += points[i].x + points[i].y;
    assert(sum == points[2].x * 1.5 + 3);
    return 0;
}
