// expect: violated
// property: bounds
// line: 16
// what: A logger of one's own writes one letter too many.
#include <stdarg.h>

static char line[4];
static unsigned int used;

static void write_log(const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    for (; *format != '\0'; format++) {
        if (*format == 's') {
            for (const char *s = va_arg(rest, const char *); *s != '\0'; s++)
                line[used++] = *s;
        }
    }
    va_end(rest);
}

int main(void) {
    write_log("ss", "abc", "de");
    return 0;
}
