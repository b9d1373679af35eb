// expect: violated
// property: assertion
// line: 8
// what: What cleans up after a variable runs where its block ends.
#include <assert.h>

static void check(int *p) {
    assert(*p == 0);
}

int main(void) {
    {
        int x __attribute__((cleanup(check))) = 5;
        x++;
    }
    return 0;
}
