/* stdio.h: output of characters, texts and bytes. It never fails, and what goes to a file is gone. */
#include "whyc.h"

int fputc(int c, FILE *stream) {
    if (stream->output)
        __whyc_out_char(stream->output, (unsigned char)c);
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

int fputs(const char *text, FILE *stream) {
    int output = stream->output;
    for (size_t i = 0; text[i]; i++) {
        if (output)
            __whyc_out_char(output, (unsigned char)text[i]);
    }
    return 1;
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
    return count;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    const unsigned char *bytes = from;
    int output = stream->output;
    if (size == 0)
        return 0;
    for (size_t i = 0; i < size * count; i++) {
        unsigned char byte = bytes[i];
        if (output)
            __whyc_out_char(output, byte);
    }
    return count;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *stream) {
    return fwrite(from, size, count, stream);
}

/* Nothing is kept back, so there is nothing to flush. */
int fflush(FILE *stream) {
    (void)stream;
    return 0;
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
