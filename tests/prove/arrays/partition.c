// expect: safe
// what: Small elements go to the front.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[32];
int main(void) {
    int n = nondet_int(), store = 0;
    if (n < 0 || n > 32) return 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 100) {
            int t = a[store];
            a[store] = a[i];
            a[i] = t;
            store++;
        }
    }
    assert(store <= n);
}
