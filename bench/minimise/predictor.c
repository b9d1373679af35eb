// The adaptive predictor of a speech coder: two poles and two zeros, adapted by the signs of what
// arrived. The second pole is kept in its limits, the first one is not kept in those that follow from it.
// options: --only-check assertion
#include <assert.h>

#define ONE 64
#define ROUNDS 3

int nondet_int(void);

struct predictor {
    int a1, a2;   // poles, in units of 1/64
    int b1, b2;   // zeros
    int r1, r2;   // what was heard
    int d1, d2;   // differences
};

static int sign(int x) {
    return x < 0 ? -1 : 1;
}

static int predict(const struct predictor *p) {
    return (p->a1 * p->r1 + p->a2 * p->r2 + p->b1 * p->d1 + p->b2 * p->d2) / ONE;
}

static void adapt(struct predictor *p, int difference, int heard) {
    int same = sign(difference) * sign(p->d1);
    p->a2 += 2 * same - p->a2 / 8;
    if (p->a2 > 48)
        p->a2 = 48;
    if (p->a2 < -48)
        p->a2 = -48;
    p->a1 += 12 * sign(difference) * sign(p->r1) - p->a1 / 16;
    if (p->a1 > ONE)
        p->a1 = ONE;
    p->b1 += sign(difference) * sign(p->d1);
    p->b2 += sign(difference) * sign(p->d2);
    p->d2 = p->d1;
    p->d1 = difference;
    p->r2 = p->r1;
    p->r1 = heard;
}

static int between(int low, int high) {
    int x = nondet_int();
    __VERIFIER_assume(low <= x && x <= high);
    return x;
}

int main(void) {
    struct predictor p = {between(-30, 30), between(-48, 48), 0, 0, 0, 0, 0, 0};
    int limit = ONE - 4 - p.a2;
    __VERIFIER_assume(p.a1 <= limit && -p.a1 <= limit);
    for (int i = 0; i < ROUNDS; i++) {
        int difference = between(-32, 31);
        int heard = predict(&p) + difference;
        adapt(&p, difference, heard);
        // The filter is stable only within this triangle.
        assert(p.a1 <= ONE - p.a2 && -p.a1 <= ONE - p.a2);
    }
    return 0;
}
