// expect: violated
// property: assertion
// line: 11
// what: A fault on the way to something not modelled is a fault all the same.
#include <assert.h>
#include <signal.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(n != 12);
    signal(SIGINT, SIG_IGN);
    return 0;
}
