/* What the tests of the models share. */
#ifndef CHECK_H
#define CHECK_H

#include <stddef.h>
#include <stdio.h>

/* Declares the model of a function of the library. */
#define MODEL(name) extern __typeof__(name) model_##name

/* Fails with the file, the line and a message. */
#define CHECK(condition, ...)                                                                                       \
    do {                                                                                                            \
        checks++;                                                                                                   \
        if (!(condition))                                                                                           \
            fail(__FILE__, __LINE__, #condition, __VA_ARGS__);                                                      \
    } while (0)

extern unsigned long checks;
_Noreturn void fail(const char *file, int line, const char *condition, const char *format, ...);

/* The engine, as native.c plays it. */
extern char output[3][1 << 16];
extern size_t output_size[3];
extern unsigned long unsupported;      /* how often something was not modelled */
void clear_output(void);
void set_inputs(const long *values, size_t count); /* what the next inputs are, then zeros */
void give_stdin(const char *text, size_t size);
void unknown_stdin(void);

extern FILE *model_stdin, *model_stdout, *model_stderr;
extern int __whyc_errno;

unsigned long random_bits(void);

/* A copy of the bytes that ends exactly where they do, so that the sanitizer sees the next one. */
void *exactly(const void *bytes, size_t size);
char *exactly_text(const char *text);

/* Whether the sanitizer stops it. */
int is_stopped(void (*run)(void));

void test_strings(void);
void test_memory(void);
void test_ctype(void);
void test_stdlib(void);
void test_math(void);
void test_printf(void);
void test_scanf(void);
void test_input(void);
void test_invalid(void);
void test_signal(void);

#endif
