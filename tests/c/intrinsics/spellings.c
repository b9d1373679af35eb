// expect: safe
// what: The compiler's names of functions of the library.
#include <assert.h>

int main(void) {
    char text[8];
    __builtin_strcpy(text, "abc");
    assert(__builtin_strlen(text) == 3 && __builtin_strcmp(text, "abc") == 0);
    assert(__builtin_memcmp(text, "abd", 3) < 0 && __builtin_abs(-3) == 3);
    assert(*__builtin_strchr(text, 'b') == 'b');
    return 0;
}
