/* stdio.h: input of characters, lines and bytes. scanf is in stdio_scan.c.
 *
 * Where the text is known it is read byte for byte. Where it is not (a file, or standard input that
 * the user did not give), each byte is an input of the run, and so is where it ends. */
#include "whyc.h"

_Bool __whyc_is_known(const FILE *stream) {
    return stream->source == FROM_STRING || (stream->source == FROM_STDIN && __whyc_stdin_followed);
}

/* A byte or the end, under the name that a person reads: reports put the bytes of standard input together. */
static int any_of_stdin(void) {
    int stdin = __VERIFIER_nondet_int();
    __VERIFIER_assume(stdin >= EOF && stdin <= 255);
    return stdin;
}

static int any_of_file(void) {
    int character = __VERIFIER_nondet_int();
    __VERIFIER_assume(character >= EOF && character <= 255);
    return character;
}

/* The next byte, which stays the next one. */
int __whyc_peek(FILE *stream) {
    if (stream->pushed >= 0)
        return stream->pushed;
    if (stream->source == FROM_STRING) {
        int c = stream->text[stream->position];
        return c ? c : EOF;
    }
    if (stream->source == FROM_STDIN && __whyc_stdin_followed) {
        int c = __whyc_stdin_byte(stream->position);
        if (c == EOF)
            stream->ended = 1;
        return c;
    }
    if (stream->ended)
        return EOF;
    int c = stream->source == FROM_STDIN ? any_of_stdin() : any_of_file();
    stream->ended = c == EOF;
    stream->pushed = c;
    return c;
}

/* Goes past the byte that __whyc_peek has returned, which was not EOF. */
void __whyc_advance(FILE *stream) {
    if (stream->pushed >= 0)
        stream->pushed = -1;
    else
        stream->position++;
}

int fgetc(FILE *stream) {
    int c = __whyc_peek(stream);
    /* No position matters where the text is unknown: no case distinction for the solver. */
    if (!__whyc_is_known(stream))
        stream->pushed = -1;
    else if (c != EOF)
        __whyc_advance(stream);
    return c;
}

int getc(FILE *stream) {
    return fgetc(stream);
}

int getchar(void) {
    return fgetc(stdin);
}

int fgetc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int getc_unlocked(FILE *stream) {
    return fgetc(stream);
}

int getchar_unlocked(void) {
    return fgetc(stdin);
}

int _IO_getc(FILE *stream) {
    return fgetc(stream);
}

/* What glibc's getc_unlocked calls when its buffer is empty. */
int __uflow(FILE *stream) {
    return fgetc(stream);
}

/* One byte can be pushed back, as C promises. */
int ungetc(int c, FILE *stream) {
    if (c == EOF)
        return EOF;
    if (stream->pushed >= 0)
        __whyc_unsupported("ungetc of a second character");
    stream->pushed = (unsigned char)c;
    stream->ended = 0;
    return (unsigned char)c;
}

char *fgets(char *to, int size, FILE *stream) {
    if (size <= 0)
        return NULL;
    int i = 0;
    while (i < size - 1) {
        int c = fgetc(stream);
        if (c == EOF) {
            if (i == 0)
                return NULL;
            break;
        }
        to[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    to[i] = 0;
    return to;
}

char *fgets_unlocked(char *to, int size, FILE *stream) {
    return fgets(to, size, stream);
}

/* Nothing ever stops it from writing too much. */
char *gets(char *to) {
    size_t i = 0;
    int c = fgetc(stdin);
    if (c == EOF)
        return NULL;
    while (c != EOF && c != '\n') {
        to[i] = (char)c;
        i++;
        c = fgetc(stdin);
    }
    to[i] = 0;
    return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
    unsigned char *bytes = to;
    if (size == 0)
        return 0;
    if (__whyc_is_known(stream)) {
        for (size_t i = 0; i < size * count; i++) {
            int c = fgetc(stream);
            if (c == EOF)
                return i / size;
            bytes[i] = (unsigned char)c;
        }
        return count;
    }
    if (stream->ended || count == 0)
        return 0;
    /* How much comes is one input; a part of an element at the end does not come. */
    size_t items_read = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(items_read <= count);
    stream->ended = items_read < count;
    for (size_t i = 0; i < count; i++) {
        if (i == items_read)
            break;
        for (size_t at = 0; at < size; at++) {
            unsigned char byte = __VERIFIER_nondet_uchar();
            bytes[i * size + at] = byte;
        }
    }
    if (items_read && stream->pushed >= 0) {
        bytes[0] = (unsigned char)stream->pushed;
        stream->pushed = -1;
    }
    return items_read;
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
    return fread(to, size, count, stream);
}

/* The room is 120 bytes and then doubles, as in glibc unless a line is much longer than that. */
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    if (!line || !size) {
        __whyc_errno = EINVAL;
        return -1;
    }
    int c = __whyc_peek(stream);
    if (!*line || *size == 0) {
        char *room = malloc(120);
        if (!room)
            return -1;
        *line = room;
        *size = 120;
    }
    if (c == EOF)
        return -1;
    size_t length = 0;
    while (c != EOF) {
        fgetc(stream);
        if (length + 2 > *size) {
            char *room = realloc(*line, 2 * *size);
            if (!room)
                return -1;
            *line = room;
            *size *= 2;
        }
        (*line)[length] = (char)c;
        length++;
        if (c == (unsigned char)delimiter)
            break;
        c = __whyc_peek(stream);
    }
    (*line)[length] = 0;
    return (ssize_t)length;
}

ssize_t getline(char **line, size_t *size, FILE *stream) {
    return getdelim(line, size, '\n', stream);
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
    return getdelim(line, size, delimiter, stream);
}
