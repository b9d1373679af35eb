// expect: violated
// property: out-of-object
// line: 11
// options: --args longname
// what: The given argument does not fit.
#include <string.h>

int main(int argc, char **argv) {
    char name[8];
    if (argc == 2)
        strcpy(name, argv[1]);
    return 0;
}
