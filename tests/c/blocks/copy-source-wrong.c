// expect: violated
// property: out-of-object
// line: 9
// what: memcpy reads beyond its source.
#include <string.h>

int main(void) {
    int from[2] = {1, 2}, to[4] = {0};
    memcpy(to, from, sizeof to);
    return to[0] - 1;
}
