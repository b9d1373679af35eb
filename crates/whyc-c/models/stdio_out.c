/* stdio.h: the printf family. stdio_format.c does the work, stdio_put.c has characters and texts.
 * Output may fail, where a program asks for it. */
#include "whyc.h"

int vfprintf(FILE *stream, const char *format, va_list args) {
    struct whyc_sink sink = {stream->output, 1, NULL, 0, 0};
    __whyc_format(&sink, format, args);
    return __whyc_output_fails(stream) ? -1 : (int)sink.count;
}

int vsnprintf(char *to, size_t size, const char *format, va_list args) {
    struct whyc_sink sink = {TO_BUFFER, 1, to, size, 0};
    __whyc_format(&sink, format, args);
    if (sink.count < size)
        to[sink.count] = 0;
    else if (size)
        to[size - 1] = 0;
    return (int)sink.count;
}

int vsprintf(char *to, const char *format, va_list args) {
    return vsnprintf(to, ULONG_MAX, format, args);
}

int vprintf(const char *format, va_list args) {
    return vfprintf(stdout, format, args);
}

/* A descriptor: 1 and 2 are the streams, anything else goes to a file nobody looks at. */
int vdprintf(int descriptor, const char *format, va_list args) {
    struct whyc_sink sink = {descriptor == 1 || descriptor == 2 ? descriptor : 0, 1, NULL, 0, 0};
    __whyc_format(&sink, format, args);
    return __whyc_output_fails(stdout) ? -1 : (int)sink.count;
}

int vasprintf(char **to, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return -1;
    *to = text;
    return vsnprintf(text, (size_t)length + 1, format, args);
}

int printf(const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vfprintf(stdout, format, args);
    va_end(args);
    return count;
}

int fprintf(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vfprintf(stream, format, args);
    va_end(args);
    return count;
}

int dprintf(int descriptor, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vdprintf(descriptor, format, args);
    va_end(args);
    return count;
}

int sprintf(char *to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vsnprintf(to, ULONG_MAX, format, args);
    va_end(args);
    return count;
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vsnprintf(to, size, format, args);
    va_end(args);
    return count;
}

int asprintf(char **to, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int count = vasprintf(to, format, args);
    va_end(args);
    return count;
}

/* For calls whose result is not used: the characters are not counted. */
void __whyc_vfprintf_void(FILE *stream, const char *format, va_list args) {
    struct whyc_sink sink = {stream->output, 0, NULL, 0, 0};
    __whyc_format(&sink, format, args);
}

void __whyc_vprintf_void(const char *format, va_list args) {
    __whyc_vfprintf_void(stdout, format, args);
}

void __whyc_printf_void(const char *format, ...) {
    va_list args;
    va_start(args, format);
    __whyc_vfprintf_void(stdout, format, args);
    va_end(args);
}

void __whyc_fprintf_void(FILE *stream, const char *format, ...) {
    va_list args;
    va_start(args, format);
    __whyc_vfprintf_void(stream, format, args);
    va_end(args);
}
