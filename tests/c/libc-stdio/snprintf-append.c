// expect: safe
// what: Pieces are appended as long as there is room.
#include <assert.h>
#include <stdio.h>

int main(void) {
    char s[8];
    size_t used = 0;
    for (int i = 8; i < 14 && used < sizeof s; i++) {
        int n = snprintf(s + used, sizeof s - used, "%d,", i);
        used += (size_t)n;
    }
    assert(used == 10 && s[7] == '\0' && s[6] == ',');
    return 0;
}
