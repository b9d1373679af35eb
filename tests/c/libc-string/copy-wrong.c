// expect: violated
// property: out-of-object
// line: 10
// what: strcpy into an array without room for the zero byte.
#include <string.h>

int main(void) {
    char name[5];
    strcpy(name, "eve");
    strcpy(name, "alice");
    return 0;
}
