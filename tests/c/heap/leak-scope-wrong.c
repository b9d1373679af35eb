// expect: violated
// options: --check leak
// property: leak
// line: 11
// native: skip (the sanitizer sees what is left on the stack)
// what: The only pointer goes with its block; the program ends elsewhere.
#include <stdlib.h>

int main(void) {
    {
        char *p = malloc(3);
        p[0] = 1;
    }
    exit(0);
}
