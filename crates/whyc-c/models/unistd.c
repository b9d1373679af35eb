/* unistd.h: descriptors 0, 1 and 2, and what a process learns about itself. */
#include "whyc.h"

/* Standard input is read behind what stdio has taken so far: stdio reads no more than it hands out. */
ssize_t read(int descriptor, void *to, size_t size) {
    unsigned char *bytes = to;
    FILE *stream = &__whyc_stdin;
    if (descriptor == 0 && __whyc_is_known(stream)) {
        size_t i = 0, most = size;
        /* A pipe hands out what it has. */
        if (!__whyc_stdin_given && size) {
            most = __VERIFIER_nondet_ulong();
            __VERIFIER_assume(most >= 1 && most <= size);
        }
        while (i < most) {
            int c = __whyc_stdin_byte(stream->position);
            if (c == EOF)
                break;
            bytes[i] = (unsigned char)c;
            stream->position++;
            i++;
        }
        return (ssize_t)i;
    }
    if (descriptor < 0)
        return -1;
    /* Any other descriptor: how much comes is an input; 0 is the end. */
    _Bool input_fails = __VERIFIER_nondet_bool();
    if (input_fails) {
        __whyc_errno = 5; /* EIO */
        return -1;
    }
    size_t bytes_read = __VERIFIER_nondet_ulong();
    __VERIFIER_assume(bytes_read <= size);
    for (size_t i = 0; i < size; i++) {
        if (i == bytes_read)
            break;
        unsigned char byte = __VERIFIER_nondet_uchar();
        bytes[i] = byte;
    }
    return (ssize_t)bytes_read;
}

ssize_t write(int descriptor, const void *from, size_t size) {
    const unsigned char *bytes = from;
    if (descriptor < 0)
        return -1;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = bytes[i];
        if (descriptor == 1 || descriptor == 2)
            __whyc_out_char(descriptor, byte);
    }
    /* All of it, a part of it, or an error. */
    if (__whyc_stdin_given)
        return (ssize_t)size;
    ssize_t written = __VERIFIER_nondet_long();
    __VERIFIER_assume(written >= -1 && written <= (ssize_t)size);
    if (written < 0)
        __whyc_errno = 5; /* EIO */
    return written;
}

int isatty(int descriptor) {
    (void)descriptor;
    _Bool is_terminal = __VERIFIER_nondet_bool();
    return is_terminal;
}

/* The same at every call. */
int getpid(void) {
    static int known;
    if (!known) {
        int process = __VERIFIER_nondet_int();
        __VERIFIER_assume(process > 0);
        known = process;
    }
    return known;
}

/* A signal may interrupt it: then something of the time is left. */
unsigned int sleep(unsigned int seconds) {
    unsigned int seconds_left = __VERIFIER_nondet_uint();
    __VERIFIER_assume(seconds_left <= seconds);
    return seconds_left;
}

void __whyc_sleep_void(unsigned int seconds) {
    (void)seconds;
}

int usleep(unsigned int microseconds) {
    (void)microseconds;
    _Bool interrupted = __VERIFIER_nondet_bool();
    if (interrupted)
        __whyc_errno = 4; /* EINTR */
    return interrupted ? -1 : 0;
}

void __whyc_usleep_void(unsigned int microseconds) {
    (void)microseconds;
}

unsigned int alarm(unsigned int seconds) {
    (void)seconds;
    __whyc_unsupported("alarm");
    return 0;
}
