// expect: violated
// property: bounds
// line: 10
// what: A die with a zero.
#include <stdlib.h>

int main(void) {
    static const char *names[6] = {"one", "two", "three", "four", "five", "six"};
    int face = rand() % 6;
    return names[face - 1][0] == 'x';
}
