/* Runs a program of tests/c natively, many times, with inputs chosen at random.
 *
 * The program is compiled with its entry renamed to program_main and with gcc's sanitizers; this
 * file is compiled without them. Each run is a child process, so that it starts from fresh globals
 * and may fail in any way. What a failing run writes to standard error is passed on to standard
 * output between two marks; the script that calls this reads class and line off it.
 *
 * Standard input holds random text, and so do the arguments, unless they are given.
 *
 *     driver RUNS MAX_FAILURES [VALUE...] [-- ARGUMENT...]     the values are mixed into the inputs
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#ifdef __i386__
enum { INSTRUCTION = REG_EIP, STACK = REG_ESP };
#else
enum { INSTRUCTION = REG_RIP, STACK = REG_RSP };
#endif

extern int program_main(int argc, char **argv);
extern void __sanitizer_print_stack_trace(void) __attribute__((weak));
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static unsigned long long state;
static long long pool[512];
static int pool_size;
static long long earlier[64];
static unsigned int given;

static unsigned long long random_bits(void) {
    state += 0x9e3779b97f4a7c15ull;
    unsigned long long z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

/* A constant of the program or next to one, a small number, an extreme, anything. */
static long long fresh_value(void) {
    static const long long extremes[] = {127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648, 4294967295,
                                         -128, -129, -32768, -2147483648, 9223372036854775807, -9223372036854775807 - 1};
    switch (random_bits() % 6) {
    case 0:
    case 1:
        if (pool_size > 0)
            return pool[random_bits() % pool_size] + (long long)(random_bits() % 3) - 1;
        /* fall through */
    case 2:
        return (long long)(random_bits() % 17) - 8;
    case 3:
        return extremes[random_bits() % (sizeof extremes / sizeof extremes[0])];
    case 4:
        return (long long)(random_bits() % 256);
    default:
        return (long long)random_bits();
    }
}

/* A value that is likely to matter: a fresh one, or one that was given before, since faults love equal inputs. */
static long long any_value(void) {
    long long value = given > 0 && random_bits() % 5 == 0 ? earlier[random_bits() % (given < 64 ? given : 64)] : fresh_value();
    earlier[given++ % 64] = value;
    return value;
}

void whyc_fill(void *object, unsigned long size) {
    unsigned char *bytes = object;
    for (unsigned long at = 0; at < size; at += 2) {
        long long v = any_value();
        unsigned long n = size - at < 8 ? size - at : 8;
        memcpy(bytes + at, &v, n);
        if (random_bits() % 4 != 0)
            at += 2;
    }
}

#define WEAK __attribute__((weak))
#define INPUT(type, name) \
    WEAK type __VERIFIER_nondet_##name(void) { return (type)any_value(); } \
    WEAK type nondet_##name(void) { return (type)any_value(); }

INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned int, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(float, float)
INPUT(double, double)

/* What the script puts in place of functions that have no body. */
long long whyc_outside(void) { return any_value(); }

/* However the program ends: what it has printed is not looked at, what it has lost is, if leaks are checked. */
static void finish(void) { _exit(__lsan_do_recoverable_leak_check != 0 && __lsan_do_recoverable_leak_check() != 0); }

/* Whoever handles its signal runs first. */
void whyc_abort(void) {
    struct sigaction now;
    sigset_t it;
    sigemptyset(&it);
    sigaddset(&it, SIGABRT);
    if (sigaction(SIGABRT, 0, &now) == 0 && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN) {
        sigprocmask(SIG_UNBLOCK, &it, 0);
        raise(SIGABRT);
    }
    _exit(0);
}

void whyc_exit(int status) { (void)status, finish(); }

static void require(int condition) {
    if (!condition)
        _exit(0);
}

static void demand(int condition) {
    if (condition)
        return;
    fprintf(stderr, "whyc: a demanded condition does not hold\n");
    if (__sanitizer_print_stack_trace)
        __sanitizer_print_stack_trace();
    _exit(1);
}

WEAK void __VERIFIER_assume(int condition) { require(condition); }
WEAK void __CPROVER_assume(_Bool condition) { require(condition); }
WEAK void __VERIFIER_assert(int condition) { demand(condition); }
WEAK void __CPROVER_assert(_Bool condition, const char *text) { (void)text, demand(condition); }
WEAK void reach_error(void) { demand(0); }

/* Leaves values on the stack, where uninitialised locals will find them. */
static void __attribute__((noinline)) dirty_stack(void) {
    unsigned char junk[1 << 14];
    whyc_fill(junk, sizeof junk);
    __asm__ volatile("" : : "r"(junk) : "memory");
}

/* Says where the program was. After a call through a null pointer that is the return address, on top of the stack. */
static void on_segv(int signal, siginfo_t *info, void *context) {
    (void)signal;
    greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    unsigned long at = (unsigned long)registers[INSTRUCTION];
    if (at < 4096)
        fprintf(stderr, "whyc: jump to nowhere at %#lx\n", *(unsigned long *)registers[STACK] - 1);
    else {
        const char *kind = (unsigned long)info->si_addr < 1 << 16 ? "null" : info->si_code == SEGV_ACCERR ? "constant" : "bad";
        fprintf(stderr, "whyc: %s access at %#lx\n", kind, at);
        if (__sanitizer_print_stack_trace)
            __sanitizer_print_stack_trace();
    }
    _exit(1);
}

/* Letters, digits, blanks, line ends, now and then anything. */
static size_t random_text(char *text, size_t limit) {
    static const char usual[] = "0123456789-+.eExXaAzZqQ \n\t,;:/%s";
    size_t length = random_bits() % (random_bits() % 4 == 0 ? limit : 8 < limit ? 8 : limit);
    for (size_t i = 0; i < length; i++)
        text[i] = random_bits() % 8 != 0 ? usual[random_bits() % (sizeof usual - 1)] : random_bits() % 4 != 0 ? (char)(random_bits() % 255 + 1) : '\xff';
    text[length] = 0;
    return length;
}

static int count;
static char **words;

static void random_words(void) {
    static char texts[8][64];
    static char *pointers[9];
    count = (int)(random_bits() % 6) + 1;
    for (int i = 0; i < count; i++)
        random_text(pointers[i] = texts[i], sizeof texts[i] - 1);
    words = pointers;
}

static void random_stdin(void) {
    static char text[1024];
    int ends[2];
    size_t length = random_text(text, sizeof text - 1);
    if (pipe(ends) != 0 || write(ends[1], text, length) != (ssize_t)length)
        _exit(2);
    close(ends[1]);
    dup2(ends[0], 0);
    close(ends[0]);
    clearerr(stdin);
}

static void run_once(int report) {
    struct sigaction action = {.sa_sigaction = on_segv, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, 0);
    dup2(report, 2);
    close(report);
    if (freopen("/dev/null", "w", stdout) == 0)
        _exit(2);
    alarm(2);
    random_stdin();
    if (words == 0)
        random_words();
    srand((unsigned int)random_bits());
    dirty_stack();
    given = 0;
    program_main(count, words);
    finish();
}

/* Other signals are those that the program sends to itself to end. */
static int is_fault(int number) {
    return number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGILL || number == SIGABRT || number == SIGTRAP;
}

int main(int argc, char **argv) {
    int runs = atoi(argv[1]), max_failures = atoi(argv[2]), failures = 0, timeouts = 0;
    for (int i = 3; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) {
            argv[i] = "program";
            count = argc - i, words = argv + i;
            break;
        }
        if (pool_size < 512)
            pool[pool_size++] = strtoll(argv[i], 0, 0);
    }
    for (int run = 0; run < runs && failures < max_failures && timeouts < 3; run++) {
        static char text[1 << 15];
        int ends[2], status;
        size_t n = 0;
        ssize_t got;
        if (pipe(ends) != 0)
            return 2;
        fflush(stdout);
        state = 0x5eed + (unsigned long long)run * 7919;
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            run_once(ends[1]);
        }
        close(ends[1]);
        while (n < sizeof text - 1 && (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0)
            n += (size_t)got;
        close(ends[0]);
        waitpid(child, &status, 0);
        text[n] = 0;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
            timeouts++;
        } else if (WIFSIGNALED(status) ? is_fault(WTERMSIG(status)) : WEXITSTATUS(status) != 0) {
            failures++;
            printf("<<<failure\n%s\n>>>\n", text);
        }
    }
    printf("timeouts %d\n", timeouts);
    return 0;
}
