/* stdio.h: streams and files.
 *
 * Files are not modelled: whether one opens is an input, what is read from it as well (stdio_in.c), and
 * what is written to it is gone. A stream is allocated when it is opened and freed when it is closed, so
 * that using it afterwards is found, as is one that is never closed. */
#include "whyc.h"

FILE __whyc_stdin = {FROM_STDIN, 0, NULL, 0, -1, 0, 0};
static FILE stdout_stream = {FROM_FILE, 1, NULL, 0, -1, 0, 0};
static FILE stderr_stream = {FROM_FILE, 2, NULL, 0, -1, 0, 0};

FILE *stdin = &__whyc_stdin;
FILE *stdout = &stdout_stream;
FILE *stderr = &stderr_stream;

static void open_unknown(FILE *stream) {
    stream->source = FROM_FILE;
    stream->output = 0;
    stream->text = NULL;
    stream->position = 0;
    stream->pushed = -1;
    stream->ended = 0;
    stream->failed = 0;
}

FILE *tmpfile(void) {
    _Bool opened = __VERIFIER_nondet_bool();
    if (!opened)
        return NULL;
    FILE *stream = malloc(sizeof(FILE));
    if (stream)
        open_unknown(stream);
    return stream;
}

/* The names are read, so that a bad one is found. */
FILE *fopen(const char *name, const char *mode) {
    strlen(name);
    strlen(mode);
    return tmpfile();
}

FILE *fopen64(const char *name, const char *mode) {
    return fopen(name, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    (void)descriptor;
    strlen(mode);
    return tmpfile();
}

FILE *freopen(const char *name, const char *mode, FILE *stream) {
    (void)name;
    strlen(mode);
    _Bool opened = __VERIFIER_nondet_bool();
    open_unknown(stream);
    return opened ? stream : NULL;
}

FILE *popen(const char *command, const char *mode) {
    (void)command, (void)mode;
    __whyc_unsupported("popen");
    return NULL;
}

/* The standard streams are no allocations; what is read from one after it was closed is undefined. */
void __whyc_fclose_void(FILE *stream) {
    if (stream == &__whyc_stdin || stream == &stdout_stream || stream == &stderr_stream)
        open_unknown(stream);
    else
        free(stream);
}

/* What has been kept back may fail to get out; the stream is gone all the same. */
int fclose(FILE *stream) {
    _Bool fails = __whyc_output_fails(stream);
    __whyc_fclose_void(stream);
    return fails ? EOF : 0;
}

int feof(FILE *stream) {
    return stream->ended;
}

/* A call whose result was not looked at may have failed. */
int ferror(FILE *stream) {
    if (!stream->failed && stream != &__whyc_stdin)
        __whyc_output_fails(stream);
    return stream->failed;
}

void clearerr(FILE *stream) {
    stream->ended = 0;
    stream->failed = 0;
}

int feof_unlocked(FILE *stream) {
    return stream->ended;
}

int ferror_unlocked(FILE *stream) {
    return ferror(stream);
}

int fileno(FILE *stream) {
    if (stream == &__whyc_stdin)
        return 0;
    if (stream->output)
        return stream->output;
    int descriptor = __VERIFIER_nondet_int();
    __VERIFIER_assume(descriptor > 2);
    return descriptor;
}

/* Where a stream stands is an input. */
int fseek(FILE *stream, long offset, int whence) {
    (void)offset, (void)whence;
    if (__whyc_is_known(stream))
        __whyc_unsupported("fseek on standard input that is given");
    _Bool moved = __VERIFIER_nondet_bool();
    if (!moved)
        return -1;
    stream->ended = 0;
    stream->pushed = -1;
    return 0;
}

int fseeko(FILE *stream, long offset, int whence) {
    return fseek(stream, offset, whence);
}

long ftell(FILE *stream) {
    if (__whyc_is_known(stream))
        __whyc_unsupported("ftell on standard input that is given");
    long position = __VERIFIER_nondet_long();
    __VERIFIER_assume(position >= -1);
    return position;
}

long ftello(FILE *stream) {
    return ftell(stream);
}

void rewind(FILE *stream) {
    if (__whyc_is_known(stream)) {
        __whyc_unsupported("rewind of standard input that is given");
    }
    stream->ended = 0;
    stream->failed = 0;
    stream->pushed = -1;
}

/* Whether a file can be removed or renamed is an input. */
int remove(const char *name) {
    strlen(name);
    _Bool removed = __VERIFIER_nondet_bool();
    return removed ? 0 : -1;
}

int unlink(const char *name) {
    return remove(name);
}

int rename(const char *old, const char *name) {
    strlen(old);
    return remove(name);
}
