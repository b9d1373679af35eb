// expect: violated
// property: bounds
// line: 12
// what: What a handler counts may leave its table, once the program has sent itself enough.
#include <signal.h>

extern int __VERIFIER_nondet_int(void);
static int steps[3];
static int level;

static void climb(int number) {
    steps[level] = number;
    level++;
}

int main(void) {
    signal(SIGINT, climb);
    int times = __VERIFIER_nondet_int();
    if (times < 0 || times > 4)
        return 0;
    for (int i = 0; i < times; i++)
        raise(SIGINT);
    return steps[0];
}
