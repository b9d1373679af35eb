// expect: safe
// what: A NULL ends the arguments.
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

static int join(char *to, ...) {
    va_list rest;
    va_start(rest, to);
    int n = 0;
    const char *s;
    while ((s = va_arg(rest, const char *)) != NULL)
        while (*s != '\0')
            to[n++] = *s++;
    to[n] = '\0';
    va_end(rest);
    return n;
}

int main(void) {
    char text[10];
    assert(join(text, "ab", "", "cde", (char *)NULL) == 5 && text[4] == 'e');
    return 0;
}
