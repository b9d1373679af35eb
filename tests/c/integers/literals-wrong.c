// expect: violated
// property: assertion
// line: 10
// what: A leading zero makes a constant octal.
#include <assert.h>

int main(void) {
    int padded[3] = {001, 010, 100};
    int sum = padded[0] + padded[1] + padded[2];
    assert(sum == 111);
    return 0;
}
