// expect: violated
// property: assertion
// line: 13
// what: The last element is not looked at.
#include <assert.h>
extern int nondet_int(void);
int a[100];
int main(void) {
    int most = 0;
    for (int i = 0; i < 100; i++) a[i] = nondet_int();
    for (int i = 0; i < 99; i++)
        if (a[i] > most) most = a[i];
    for (int i = 0; i < 100; i++) assert(a[i] <= most);
}
