// expect: unknown
// what: A format that does not fit its argument.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    char text[32];
    snprintf(text, sizeof text, "%d", 1.0);
    assert(!strcmp(text, "0"));
    return 0;
}
