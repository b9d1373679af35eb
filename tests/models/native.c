/* The engine's part, natively: output into arrays, inputs from a list. */
#include "check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

unsigned long checks;
char output[3][1 << 16];
size_t output_size[3];
unsigned long unsupported;

void fail(const char *file, int line, const char *condition, const char *format, ...) {
    va_list args;
    va_start(args, format);
    fprintf(stderr, "%s:%d: `%s` does not hold: ", file, line, condition);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n");
    va_end(args);
    exit(1);
}

void clear_output(void) {
    output_size[1] = output_size[2] = 0;
    output[1][0] = output[2][0] = 0;
}

static void append(int stream, const char *text, size_t size) {
    CHECK(stream == 1 || stream == 2, "stream %d", stream);
    CHECK(output_size[stream] + size < sizeof output[stream], "too much output");
    memcpy(output[stream] + output_size[stream], text, size);
    output_size[stream] += size;
    output[stream][output_size[stream]] = 0;
}

void __whyc_apart(int condition) {
    (void)condition;
}

void __whyc_unsupported(const char *what) {
    (void)what;
    unsupported++;
}

void __whyc_out_char(int stream, int c) {
    char character = (char)c;
    CHECK(c >= 0 && c <= 255, "%d is no byte", c);
    append(stream, &character, 1);
}

/* The format that printf would have been given. */
static const char *format_of(int flags, int precision, const char *letters) {
    static char format[32];
    snprintf(format, sizeof format, "%%%s%s%s%s%s*%s%s", flags & 1 ? "-" : "", flags & 2 ? "+" : "",
             flags & 4 ? " " : "", flags & 8 ? "#" : "", flags & 16 ? "0" : "", precision < 0 ? "" : ".*", letters);
    return format;
}

#define APPEND(letters, value)                                                                                      \
    do {                                                                                                            \
        char text[2048];                                                                                            \
        const char *format = format_of(flags, precision, letters);                                                  \
        int size = precision < 0 ? snprintf(text, sizeof text, format, width, value)                                \
                                 : snprintf(text, sizeof text, format, width, precision, value);                    \
        append(stream, text, (size_t)size);                                                                         \
    } while (0)

void __whyc_out_signed(int stream, long long value, int flags, int width, int precision) {
    APPEND("lld", value);
}

void __whyc_out_unsigned(int stream, unsigned long long value, int base_letter, int flags, int width, int precision) {
    char letters[] = {'l', 'l', (char)base_letter, 0};
    APPEND(letters, value);
}

void __whyc_out_double(int stream, double value, int letter, int flags, int width, int precision) {
    char letters[] = {(char)letter, 0};
    APPEND(letters, value);
}

int __whyc_stdin_given, __whyc_stdin_followed;
static unsigned char stdin_text[4096];
static unsigned long stdin_size;

int __whyc_stdin_byte(unsigned long position) {
    return position < stdin_size ? stdin_text[position] : -1;
}

/* rewind() knows nothing of a text that is given; opening the stream again does. */
static void reset_stdin(void) {
    extern void *model_freopen(const char *, const char *, void *);
    static const long opened = 1;
    set_inputs(&opened, 1);
    model_freopen("", "r", model_stdin);
    *(int *)model_stdin = 1; /* FROM_STDIN */
}

void give_stdin(const char *text, size_t size) {
    reset_stdin();
    __whyc_stdin_given = __whyc_stdin_followed = 1;
    stdin_size = size;
    memcpy(stdin_text, text, size);
}

void unknown_stdin(void) {
    reset_stdin();
    __whyc_stdin_given = __whyc_stdin_followed = 0;
}

static const long *inputs;
static size_t inputs_left;

void set_inputs(const long *values, size_t count) {
    inputs = values;
    inputs_left = count;
}

static long next_input(void) {
    if (inputs_left == 0)
        return 0;
    inputs_left--;
    return *inputs++;
}

_Bool __VERIFIER_nondet_bool(void) {
    return next_input() != 0;
}

#define INPUT(name, type)                                                                                           \
    type __VERIFIER_nondet_##name(void) {                                                                           \
        return (type)next_input();                                                                                  \
    }
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(float, float)
INPUT(double, double)

void __VERIFIER_assume(int condition) {
    CHECK(condition, "an input that the model does not allow");
}

unsigned long random_bits(void) {
    static unsigned long state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

void *exactly(const void *bytes, size_t size) {
    void *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    return copy;
}

char *exactly_text(const char *text) {
    return exactly(text, strlen(text) + 1);
}

int is_stopped(void (*run)(void)) {
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(0);
        run();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return status != 0;
}

int main(void) {
    test_strings();
    test_memory();
    test_ctype();
    test_stdlib();
    test_math();
    test_printf();
    test_scanf();
    test_input();
    test_invalid();
    test_signal();
    printf("%lu checks: the models agree with the library\n", checks);
    return 0;
}
