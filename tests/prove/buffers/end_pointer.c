// expect: safe
// what: From the first to the last element, by pointers.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int a[50];
int main(void) {
    int *end = a + nondet_uint() % 51;
    for (int *p = a; p < end; p++) *p = 1;
    return 0;
}
