// expect: violated
// property: assertion
// line: 11
// what: A write through one name is seen through the other.
#include <assert.h>
int real = 4;
extern int other __attribute__((alias("real")));

int main(void) {
    other++;
    assert(real == 4);
    return 0;
}
