/* stdio.h: output of characters, texts and bytes. What goes to a file is gone. Whether it succeeds is an input where a
 * program asks for it; the functions `__whyc_..._void` are for calls whose result nobody looks at. */
#include "whyc.h"

/* A disk may be full and a pipe closed; in a world that is given, nothing of the kind happens. */
_Bool __whyc_output_fails(FILE *stream) {
    if (__whyc_stdin_given)
        return 0;
    _Bool output_fails = __VERIFIER_nondet_bool();
    if (output_fails) {
        stream->failed = 1;
        __whyc_errno = 5; /* EIO */
    }
    return output_fails;
}

void __whyc_fputc_void(int c, FILE *stream) {
    if (stream->output)
        __whyc_out_char(stream->output, (unsigned char)c);
}

void __whyc_putc_void(int c, FILE *stream) {
    __whyc_fputc_void(c, stream);
}

void __whyc_putchar_void(int c) {
    __whyc_fputc_void(c, stdout);
}

int fputc(int c, FILE *stream) {
    if (__whyc_output_fails(stream))
        return EOF;
    __whyc_fputc_void(c, stream);
    return (unsigned char)c;
}

int putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int putchar(int c) {
    return fputc(c, stdout);
}

int fputc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

int putc_unlocked(int c, FILE *stream) {
    return fputc(c, stream);
}

int putchar_unlocked(int c) {
    return fputc(c, stdout);
}

/* What glibc's putc_unlocked calls when a buffer is full, and old headers always. */
int _IO_putc(int c, FILE *stream) {
    return fputc(c, stream);
}

int __overflow(FILE *stream, int c) {
    return fputc(c, stream);
}

void __whyc_fputs_void(const char *text, FILE *stream) {
    int output = stream->output;
    for (size_t i = 0; text[i]; i++) {
        if (output)
            __whyc_out_char(output, (unsigned char)text[i]);
    }
}

int fputs(const char *text, FILE *stream) {
    __whyc_fputs_void(text, stream);
    return __whyc_output_fails(stream) ? EOF : 1;
}

int fputs_unlocked(const char *text, FILE *stream) {
    return fputs(text, stream);
}

/* glibc returns how many characters that were. */
int puts(const char *text) {
    int output = stdout->output;
    int count = 1;
    for (size_t i = 0; text[i]; i++) {
        if (output)
            __whyc_out_char(output, (unsigned char)text[i]);
        count++;
    }
    if (output)
        __whyc_out_char(output, '\n');
    return __whyc_output_fails(stdout) ? EOF : count;
}

void __whyc_puts_void(const char *text) {
    __whyc_fputs_void(text, stdout);
    __whyc_fputc_void('\n', stdout);
}

void __whyc_fwrite_void(const void *from, size_t size, size_t count, FILE *stream) {
    const unsigned char *bytes = from;
    int output = stream->output;
    for (size_t i = 0; i < size * count; i++) {
        unsigned char byte = bytes[i];
        if (output)
            __whyc_out_char(output, byte);
    }
}

/* If it fails, it is an input how much has been written. */
size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    if (size == 0 || count == 0)
        return 0;
    __whyc_fwrite_void(from, size, count, stream);
    if (!__whyc_output_fails(stream))
        return count;
    size_t written = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(written < count);
    return written;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
    return fwrite(from, size, count, stream);
}

/* What has been kept back may fail to get out now. */
int fflush(FILE *stream) {
    return __whyc_output_fails(stream ? stream : stdout) ? EOF : 0;
}

int fflush_unlocked(FILE *stream) {
    return fflush(stream);
}

void __whyc_fflush_void(FILE *stream) {
    (void)stream;
}

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}

void setbuf(FILE *stream, char *buffer) {
    (void)stream, (void)buffer;
}

void setlinebuf(FILE *stream) {
    (void)stream;
}
