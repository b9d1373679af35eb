// A counter of eight bits that wraps.
#include "counted.h"

int main(void) {
    char c; int n;
    IN(char, c, 100, 127); IN(int, n, 0, 30);
    SET(c, c + n);
    CHECK(c >= 100);
    return 0;
}
