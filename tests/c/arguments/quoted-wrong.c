// expect: violated
// property: out-of-object
// line: 11
// options: --args "'two words'"
// what: The one argument is longer than the room for it.
#include <string.h>

int main(int argc, char **argv) {
    char name[9];
    if (argc > 1)
        strcpy(name, argv[1]);
    return name[0];
}
