// cover: unreachable 13
// cover: covered 14
// What is assumed before a loop ends it: no run goes on beyond the bounds.
#include <assert.h>
int nondet_int(void);
void whyc_cover(int);
void __VERIFIER_assume(int);
int main(void) {
    int level = nondet_int();
    __VERIFIER_assume(level >= 0 && level <= 6);
    int shown = level > 4 ? 4 : level;
    for (int i = 0; i < level; i++) shown++;
    whyc_cover(shown == 12);
    whyc_cover(shown == 10);
    while (level > 20) level--;
    assert(level <= 20);
    return 0;
}
