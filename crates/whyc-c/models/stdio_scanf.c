/* stdio.h: the scanf family, under all of its names. stdio_scan.c does the work. */
#include "whyc.h"

int vfscanf(FILE *stream, const char *format, va_list args) {
    return __whyc_scan(stream, format, args, 0);
}

int vscanf(const char *format, va_list args) {
    return __whyc_scan(stdin, format, args, 0);
}

/* A string is a stream that ends with it. */
static int scan_string(const char *text, const char *format, va_list args, _Bool binary) {
    FILE stream = {FROM_STRING, 0, (const unsigned char *)text, 0, -1, 0, 0};
    return __whyc_scan(&stream, format, args, binary);
}

int vsscanf(const char *text, const char *format, va_list args) {
    return scan_string(text, format, args, 0);
}

int scanf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stdin, format, args, 0);
    va_end(args);
    return assigned;
}

int fscanf(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stream, format, args, 0);
    va_end(args);
    return assigned;
}

int sscanf(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = scan_string(text, format, args, 0);
    va_end(args);
    return assigned;
}

/* What the headers call them since C99. */
int __isoc99_vfscanf(FILE *stream, const char *format, va_list args) {
    return __whyc_scan(stream, format, args, 0);
}

int __isoc99_vscanf(const char *format, va_list args) {
    return __whyc_scan(stdin, format, args, 0);
}

int __isoc99_vsscanf(const char *text, const char *format, va_list args) {
    return scan_string(text, format, args, 0);
}

int __isoc99_scanf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stdin, format, args, 0);
    va_end(args);
    return assigned;
}

int __isoc99_fscanf(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stream, format, args, 0);
    va_end(args);
    return assigned;
}

int __isoc99_sscanf(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = scan_string(text, format, args, 0);
    va_end(args);
    return assigned;
}

/* And since C23, where %i knows binary numbers. */
int __isoc23_vfscanf(FILE *stream, const char *format, va_list args) {
    return __whyc_scan(stream, format, args, 1);
}

int __isoc23_vscanf(const char *format, va_list args) {
    return __whyc_scan(stdin, format, args, 1);
}

int __isoc23_vsscanf(const char *text, const char *format, va_list args) {
    return scan_string(text, format, args, 1);
}

int __isoc23_scanf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stdin, format, args, 1);
    va_end(args);
    return assigned;
}

int __isoc23_fscanf(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = __whyc_scan(stream, format, args, 1);
    va_end(args);
    return assigned;
}

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int assigned = scan_string(text, format, args, 1);
    va_end(args);
    return assigned;
}
