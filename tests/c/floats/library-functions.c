// expect: safe
// what: functions of the mathematical library are known where their operands are, and a function of one's own may have the same name
#include <assert.h>
#include <math.h>

static double pow2(double x) { return pow(x, 2.0); }

int main(void) {
    assert(log(1.0) == 0.0 && exp(0.0) == 1.0 && sin(0.0) == 0.0 && cos(0.0) == 1.0);
    assert(pow2(3.0) == 9.0 && powf(2.0f, 0.5f) > 1.41f && powf(2.0f, 0.5f) < 1.42f);
    assert(hypot(3.0, 4.0) == 5.0 && log2(1024.0) == 10.0 && log10(1000.0) > 2.99);
    assert(atan2(1.0, 1.0) * 4.0 > 3.14159 && atan2(1.0, 1.0) * 4.0 < 3.1416);
    double sum = 0.0;
    for (int i = 1; i <= 10; i++)
        sum += log(i);
    /* 10! = 3628800 */
    assert(exp(sum) > 3628799.0 && exp(sum) < 3628801.0);
    assert(isnan(log(-1.0)) && isinf(exp(1000.0)) && cbrt(27.0) == 3.0);
    return 0;
}
