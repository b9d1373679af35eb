/* unistd.h: descriptors 0, 1 and 2, and what a process learns about itself. */
#include "whyc.h"

/* Standard input is read behind what stdio has taken so far: stdio reads no more than it hands out. */
ssize_t read(int descriptor, void *to, size_t size) {
    unsigned char *bytes = to;
    FILE *stream = &__whyc_stdin;
    if (descriptor == 0 && __whyc_is_known(stream)) {
        size_t i = 0;
        while (i < size && stream->position < __whyc_stdin_size) {
            bytes[i] = __whyc_stdin_text[stream->position];
            stream->position++;
            i++;
        }
        return (ssize_t)i;
    }
    if (descriptor < 0)
        return -1;
    /* Any other descriptor: how much comes is an input; 0 is the end. */
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
    return (ssize_t)size;
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

/* Nobody interrupts a run. */
unsigned int sleep(unsigned int seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned int microseconds) {
    (void)microseconds;
    return 0;
}

unsigned int alarm(unsigned int seconds) {
    (void)seconds;
    __whyc_unsupported("alarm");
    return 0;
}
