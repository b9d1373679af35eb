// expect: safe
// what: The lock is kept as long as nothing new has come.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int main(void) {
    int lock, before, now = nondet_int();
    do {
        lock = 1;
        before = now;
        if (nondet_int()) { lock = 0; now = nondet_int() == before ? before : nondet_int(); if (now == before) continue; }
    } while (now != before);
    assert(now == before);
}
