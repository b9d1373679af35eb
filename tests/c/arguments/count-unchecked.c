// expect: violated
// property: null-dereference
// line: 8
// what: There may be no argument.
#include <stdlib.h>

int main(int argc, char **argv) {
    return argv[1][0] == '-';
}
