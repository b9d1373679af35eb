// expect: violated
// property: assertion
// line: 9
// what: The last element is left out.
#include <assert.h>
int a[3000];
int main(void) {
    for (int i = 0; i < 2999; i++) a[i] = 7;
    for (int i = 0; i < 3000; i++) assert(a[i] == 7);
}
