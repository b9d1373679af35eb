// expect: safe
// what: memmove within one array, in both directions.
#include <assert.h>
#include <string.h>

int main(void) {
    char s[] = "abcdef";
    memmove(s + 2, s, 4);
    assert(strcmp(s, "ababcd") == 0);
    memmove(s, s + 1, 5);
    assert(strcmp(s, "babcdd") == 0);
    return 0;
}
