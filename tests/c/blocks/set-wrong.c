// expect: violated
// property: out-of-object
// line: 16
// what: The count of elements is taken for the count of bytes, the other way round.
#include <string.h>

struct buffer {
    char name[4];
    int values[4];
};

int main(void) {
    char *name;
    struct buffer b;
    name = b.name;
    memset(name, 0, sizeof b + sizeof(int));
    return 0;
}
