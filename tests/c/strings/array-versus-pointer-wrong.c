// expect: violated
// property: assertion
// line: 10
// what: The terminator belongs to the size.
#include <assert.h>

int main(void) {
    char word[] = "cat";
    unsigned long n = sizeof word;
    assert(word[n - 1] == 't');
    return 0;
}
