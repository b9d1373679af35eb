/* What calls in stdio.h become under _FORTIFY_SOURCE. The size of the destination is not looked at: a
 * write behind it is found where it happens. */
#include "whyc.h"

int vfprintf(FILE *stream, const char *format, va_list args);
int vdprintf(int descriptor, const char *format, va_list args);
int vsnprintf(char *to, size_t size, const char *format, va_list args);
int vasprintf(char **to, const char *format, va_list args);
char *fgets(char *to, int size, FILE *stream);
size_t fread(void *to, size_t size, size_t count, FILE *stream);

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list args) {
    (void)flag;
    return vfprintf(stream, format, args);
}

int __vprintf_chk(int flag, const char *format, va_list args) {
    (void)flag;
    return vfprintf(stdout, format, args);
}

int __vsnprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, va_list args) {
    (void)flag, (void)room;
    return vsnprintf(to, size, format, args);
}

int __vsprintf_chk(char *to, int flag, size_t room, const char *format, va_list args) {
    (void)flag, (void)room;
    return vsnprintf(to, ULONG_MAX, format, args);
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list args) {
    (void)flag;
    return vasprintf(to, format, args);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    va_list args;
    va_start(args, format);
    int count = vfprintf(stdout, format, args);
    va_end(args);
    return count;
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    (void)flag;
    va_list args;
    va_start(args, format);
    int count = vfprintf(stream, format, args);
    va_end(args);
    return count;
}

int __dprintf_chk(int descriptor, int flag, const char *format, ...) {
    (void)flag;
    va_list args;
    va_start(args, format);
    int count = vdprintf(descriptor, format, args);
    va_end(args);
    return count;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    va_list args;
    va_start(args, format);
    int count = vsnprintf(to, ULONG_MAX, format, args);
    va_end(args);
    return count;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    va_list args;
    va_start(args, format);
    int count = vsnprintf(to, size, format, args);
    va_end(args);
    return count;
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
    (void)flag;
    va_list args;
    va_start(args, format);
    int count = vasprintf(to, format, args);
    va_end(args);
    return count;
}

char *__fgets_chk(char *to, size_t room, int size, FILE *stream) {
    (void)room;
    return fgets(to, size, stream);
}

size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
    (void)room;
    return fread(to, size, count, stream);
}
