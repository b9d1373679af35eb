/* A battery that is charged and drained. */
#include <assert.h>
int nondet_int(void);
static int level = 20;
static int drained;
static void charge(int by) {
    level += by;
    if (level > 100)
        level = 100;
}
static void drain(int by) {
    level -= by;
    drained += by;
    if (level < 0)
        level = 0;
}
int main(void) {
    level = 20;
    drained = 0;
    for (int i = 0; i < 3; i++) {
        int by = nondet_int();
        if (by < 0 || by > 40) return 0;
        if (nondet_int())
            charge(by);
        else
            drain(by);
        assert(level >= 0 && level <= 100);
    }
    return 0;
}
