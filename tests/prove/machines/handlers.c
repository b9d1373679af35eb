// expect: safe
// what: The state is a pointer to a function.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
static int n;
static void idle(void);
static void busy(void);
static void (*state)(void) = idle;
static void idle(void) { n = 0; state = busy; }
static void busy(void) { if (n < 5) n++; else state = idle; }
int main(void) {
    while (1) {
        state();
        assert(n >= 0 && n <= 5);
    }
}
