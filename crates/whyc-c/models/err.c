/* err.h, error.h: messages on standard error, and the end of the program. What the program is called is not known,
 * so the messages begin with "program". */
#include "whyc.h"

int vfprintf(FILE *stream, const char *format, va_list args);

unsigned int error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void begin(void) {
    fputs("program: ", stderr);
}

static void end(int code) {
    if (code >= 0) {
        fputs(strerror(code), stderr);
    }
    fputs("\n", stderr);
}

void vwarn(const char *format, va_list args) {
    int code = __whyc_errno;
    begin();
    if (format) {
        vfprintf(stderr, format, args);
        fputs(": ", stderr);
    }
    end(code);
}

void vwarnx(const char *format, va_list args) {
    begin();
    if (format)
        vfprintf(stderr, format, args);
    end(-1);
}

void warn(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vwarn(format, args);
    va_end(args);
}

void warnx(const char *format, ...) {
    va_list args;
    va_start(args, format);
    vwarnx(format, args);
    va_end(args);
}

_Noreturn void verr(int status, const char *format, va_list args) {
    vwarn(format, args);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list args) {
    vwarnx(format, args);
    exit(status);
}

_Noreturn void err(int status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vwarn(format, args);
    va_end(args);
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vwarnx(format, args);
    va_end(args);
    exit(status);
}

static void report(int status, int code, const char *format, va_list args) {
    begin();
    vfprintf(stderr, format, args);
    if (code)
        fputs(": ", stderr);
    end(code ? code : -1);
    error_message_count++;
    if (status)
        exit(status);
}

void error(int status, int code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    report(status, code, format, args);
    va_end(args);
}

void error_at_line(int status, int code, const char *file, unsigned int line, const char *format, ...) {
    (void)file, (void)line;
    va_list args;
    va_start(args, format);
    report(status, code, format, args);
    va_end(args);
}
