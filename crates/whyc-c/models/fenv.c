/* fenv.h: the direction in which numbers are rounded. Exceptions are not modelled. */
#include "whyc.h"

/* What every operation reads that rounds: 0 to nearest, 1 down, 2 up, 3 towards zero. */
int __CPROVER_rounding_mode = 0;

/* The beginning of fenv_t: the control word of x87. */
struct whyc_environment {
    unsigned short control;
};

/* Other machines have other numbers. */
static void only_here(void) {
#if !defined(__x86_64__) && !defined(__i386__)
    __whyc_unsupported("another way of rounding, on a machine other than x86");
#endif
}

/* The directions of x86 are the same numbers, ten bits further up. */
int fesetround(int direction) {
    if (direction != 0)
        only_here();
    if ((direction & ~0xc00) != 0)
        return 1;
    __CPROVER_rounding_mode = direction >> 10 & 3;
    return 0;
}

int fegetround(void) {
    if (__CPROVER_rounding_mode != 0)
        only_here();
    return __CPROVER_rounding_mode << 10;
}

int fegetenv(struct whyc_environment *to) {
    only_here();
    to->control = (unsigned short)(0x37f | __CPROVER_rounding_mode << 10);
    return 0;
}

int feholdexcept(struct whyc_environment *to) {
    return fegetenv(to);
}

/* FE_DFL_ENV and FE_NOMASK_ENV are no addresses. */
int fesetenv(const struct whyc_environment *from) {
    only_here();
    if (from == (const struct whyc_environment *)-2)
        __whyc_unsupported("floating-point exceptions that end the program");
    if (from == (const struct whyc_environment *)-1)
        __CPROVER_rounding_mode = 0;
    else
        __CPROVER_rounding_mode = from->control >> 10 & 3;
    return 0;
}

int feupdateenv(const struct whyc_environment *from) {
    return fesetenv(from);
}
