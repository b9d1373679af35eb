// expect: safe
// what: A logger of one's own with a small format language.
#include <assert.h>
#include <stdarg.h>

static char line[16];
static unsigned int used;

static void put(char c) {
    if (used < sizeof line - 1)
        line[used++] = c;
}

static void write_log(const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    for (; *format != '\0'; format++) {
        if (*format != '%') {
            put(*format);
        } else if (*++format == 'd') {
            put((char)('0' + va_arg(rest, int) % 10));
        } else if (*format == 's') {
            for (const char *s = va_arg(rest, const char *); *s != '\0'; s++)
                put(*s);
        }
    }
    va_end(rest);
}

int main(void) {
    write_log("%s=%d;", "ab", 7);
    assert(used == 5 && line[0] == 'a' && line[2] == '=' && line[3] == '7' && line[4] == ';');
    return 0;
}
