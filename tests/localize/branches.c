// Text that the preprocessor leaves out is no place for a change, even where it looks like the text that is compiled; and what stands
// around it can be changed.
// fault: 20
#include <assert.h>

int nondet_int(void);

#ifdef WIDE
static int clamp(int level) {
    if (level > 200)
        return 200;
    return level;
}
#else
static int clamp(int level) {
    if (level > 100)
#if defined(STEEP)
        return 50;
#else
        return 10;
#endif
    return level;
}
#endif

int main(void) {
    int level = nondet_int();
    if (level < 0 || level > 1000)
        return 0;
    int kept = clamp(level);
    assert(kept == (level > 100 ? 100 : level));
    return 0;
}
