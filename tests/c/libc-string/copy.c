// expect: safe
// what: strcpy, stpcpy and strcat into arrays that are just large enough.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
    char s[7];
    assert(strcpy(s, "abc") == s);
    assert(strcat(s, "def") == s);
    assert(strcmp(s, "abcdef") == 0);
    assert(stpcpy(s, "xy") == s + 2);
    strncat(s, "12345", 2);
    assert(strcmp(s, "xy12") == 0 && s[5] == 'f');
    return 0;
}
