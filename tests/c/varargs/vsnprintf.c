// expect: safe
// what: A formatting function hands its arguments on to vsnprintf.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char message[12];

static int report(const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    int n = vsnprintf(message, sizeof message, format, rest);
    va_end(rest);
    return n;
}

int main(void) {
    assert(report("%d-%s", 42, "xy") == 5);
    assert(strcmp(message, "42-xy") == 0);
    assert(report("%s", "a text too long for it") == 22);
    assert(strlen(message) == 11);
    return 0;
}
