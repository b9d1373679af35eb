/* What the models of the C library share: the types of the program's platform, what the engine provides, and
 * helpers that cross files (`__whyc_...`). Models include nothing else; README.md has the rules. */
#ifndef WHYC_H
#define WHYC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __UINTPTR_TYPE__ uintptr_t;

/* Numbers of 64 bits: `long` where that is as wide. LONG_LENGTH is what the `l` of a format is among the sizes of
 * integers, 1 to 8: where `long` has 4 bytes, a number of its own, since it means more than a size. */
#if __SIZEOF_LONG__ == 8
typedef unsigned long word;
typedef long signed_word;
#define LONG_LENGTH 8
#define any_word __VERIFIER_nondet_ulong
#define any_signed_word __VERIFIER_nondet_long
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#else
typedef unsigned long long word;
typedef long long signed_word;
#define LONG_LENGTH 5
#define any_word __VERIFIER_nondet_ulonglong
#define any_signed_word __VERIFIER_nondet_longlong
#define LONG_MAX 2147483647L
#define ULONG_MAX 4294967295UL
#endif
#define WORD_MAX 18446744073709551615UL
typedef __builtin_va_list va_list;

#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

#define NULL ((void *)0)
#define EOF (-1)
#define INT_MAX 2147483647
#define LONG_MIN (-LONG_MAX - 1)
#define RAND_MAX 2147483647

#define EINVAL 22
#define ERANGE 34

/* The engine's own functions. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
_Noreturn void abort(void);
_Noreturn void exit(int status);
double fabs(double x);
double trunc(double x);
double round(double x);

/* Inputs of the run. Each is named after the variable it is assigned to, so these have readable names. */
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
signed char __VERIFIER_nondet_schar(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int condition);

/* The run reaches something that is not modelled. `what` is a literal. */
void __whyc_unsupported(const char *what);

/* A copy that must not overlap does not, as far as `condition` says. */
void __whyc_apart(int condition);

/* Output: what appears on stream 1 (stdout) or 2 (stderr). */
#define FLAG_LEFT 1  /* '-' */
#define FLAG_PLUS 2  /* '+' */
#define FLAG_SPACE 4 /* ' ' */
#define FLAG_ALT 8   /* '#' */
#define FLAG_ZERO 16 /* '0' */
void __whyc_out_char(int stream, int c);
void __whyc_out_signed(int stream, long long value, int flags, int width, int precision);
void __whyc_out_unsigned(int stream, unsigned long long value, int base_letter, int flags, int width, int precision);
void __whyc_out_double(int stream, double value, int letter, int flags, int width, int precision);

/* Standard input, from the front end: a fixed text (`given`), or an input of the run, which is `followed` byte for byte
 * where somebody said how long it is at most. */
extern const int __whyc_stdin_given;
extern const int __whyc_stdin_followed;
/* The byte at a position of what is followed, or EOF. */
int __whyc_stdin_byte(unsigned long position);

/* errno.c */
extern int __whyc_errno;

/* fenv.c */
extern int __CPROVER_rounding_mode;

/* signal.c */
void __whyc_restore_blocked(word saved);

/* A stream. Programs hold pointers to it and never look inside. */
typedef struct _IO_FILE {
    int source;                /* where its bytes come from: FROM_... */
    int output;                /* where they go: 1, 2, or 0 for a file nobody looks at */
    const unsigned char *text; /* FROM_STRING: the string */
    size_t position;           /* of the next byte, where the text is known */
    int pushed;                /* the byte ungetc pushed back, or -1 */
    _Bool ended;               /* the end-of-file indicator */
    _Bool failed;              /* the error indicator */
} FILE;

#define FROM_FILE 0   /* unknown bytes */
#define FROM_STDIN 1  /* __whyc_stdin_byte if it is followed, else unknown bytes */
#define FROM_STRING 2 /* up to the terminating null: sscanf */

/* stdio_files.c */
extern FILE *stdin, *stdout, *stderr;
extern FILE __whyc_stdin;

/* stdio_put.c */
_Bool __whyc_output_fails(FILE *stream);

/* stdio_in.c */
_Bool __whyc_is_known(const FILE *stream);
int __whyc_peek(FILE *stream);
void __whyc_advance(FILE *stream);
int fgetc(FILE *stream);

/* Where formatted text goes. */
struct whyc_sink {
    int stream;    /* 1, 2: the output; 0: nowhere; TO_BUFFER */
    _Bool counts;  /* whether `count` is kept; always for a buffer */
    char *buffer;  /* TO_BUFFER: only its first `size` characters exist */
    size_t size;
    size_t count;  /* characters so far */
};
#define TO_BUFFER (-1)

/* stdio_format.c */
void __whyc_put(struct whyc_sink *sink, int c);
void __whyc_pad(struct whyc_sink *sink, int c, int count, int most);
void __whyc_format(struct whyc_sink *sink, const char *format, va_list args);

/* stdio_double.c */
void __whyc_put_double(struct whyc_sink *sink, double value, int letter, int flags, int width, int precision);

/* One conversion of scanf, and what comes of it. */
struct whyc_conversion {
    _Bool suppressed; /* '*' */
    int width;        /* -1: none */
    int size;         /* bytes of an integer, or LONG_LENGTH, which is also that of a double; 4 for float */
    char letter;
    const char *set; /* of '[': behind the bracket */
};

#define SCAN_FAILED 0    /* what is there does not match */
#define SCAN_MATCHED 1
#define SCAN_AT_END (-1) /* nothing is there */

/* stdio_numbers.c */
void __whyc_store_integer(void *to, int size, word value);
int __whyc_scan_integer(FILE *stream, const struct whyc_conversion *conversion, _Bool binary, void *to);
int __whyc_scan_fraction(FILE *stream, const struct whyc_conversion *conversion, void *to);
int __whyc_any_integer(FILE *stream, const struct whyc_conversion *conversion, void *to);
int __whyc_any_fraction(FILE *stream, const struct whyc_conversion *conversion, void *to);

/* stdio_scan.c; `binary`: since C23, %i reads 0b101. */
int __whyc_scan(FILE *stream, const char *format, va_list args, _Bool binary);

/* strtod.c */
double __whyc_decimal(word digits, int exponent);
float __whyc_to_float(double value);

/* Functions of one model that another one uses. */
size_t strlen(const char *text);
char *strerror(int code);
long strtol(const char *text, char **end, int base);
int fputs(const char *text, FILE *stream);

#endif
