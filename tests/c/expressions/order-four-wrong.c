// expect: violated
// property: assertion
// line: 13
// native: skip (the compiler chooses)
// what: Of four arguments the third may come first and the first last, which neither left to right nor right to left would show.
#include <assert.h>
static int seen;
static int note(int digit) {
    seen = seen * 10 + digit;
    return digit;
}
static void take(int a, int b, int c, int d) {
    assert(seen != 3421 || a + b + c + d != 10);
}
int main(void) {
    take(note(1), note(2), note(3), note(4));
    return 0;
}
