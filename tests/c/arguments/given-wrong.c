// expect: violated
// property: bounds
// line: 10
// options: --args 4
// what: The given argument is too large.
#include <stdlib.h>

int main(int argc, char **argv) {
    static int squares[4] = {0, 1, 4, 9};
    return squares[atoi(argv[1])];
}
