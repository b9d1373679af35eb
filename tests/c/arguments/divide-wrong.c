// expect: violated
// property: division-by-zero
// line: 10
// what: A number from the command line is a divisor.
#include <stdlib.h>

int main(int argc, char *argv[]) {
    if (argc != 2)
        return 1;
    return 100 / atoi(argv[1]);
}
