// A third-order delta-sigma modulator, as in an analog-to-digital converter: x1, x2 and x3 integrate the difference between
// the input u and the output v, which is one bit. What an integrator cannot hold is cut off; from then on, what comes out is wrong.
#include <assert.h>

#ifndef STEPS
#define STEPS 24000  // three seconds
#endif

double nondet_double(void);

static double held(double x) { return x > 1 ? 1 : x < -1 ? -1 : x; }

int main(void) {
    double x1 = 0, x2 = 0, x3 = 0;
    for (int k = 0; k < STEPS; k++) {
        double u = nondet_double();  // whyc: dist u=uniform(-0.2, 0.2)
        double v = x3 + u >= 0 ? 1 : -1;
        double d = u - v;
        double y1 = x1 + 0.0440 * d, y2 = x2 + x1 + 0.2881 * d, y3 = x3 + x2 + 0.7997 * d;
        x1 = held(y1);
        x2 = held(y2);
        x3 = held(y3);
        assert(x1 > -1 && x1 < 1 && x2 > -1 && x2 < 1 && x3 > -1 && x3 < 1);
    }
}
