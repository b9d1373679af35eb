/* One program, two readers. whyc sees plain C; the compiler (with -D NATIVE) sees the same program
 * with a harness around it that counts what a run costs, and goes through all inputs or through those it is given. */
#ifndef NATIVE
#include <assert.h>

int nondet_int(void);
unsigned nondet_uint(void);
char nondet_char(void);
unsigned char nondet_uchar(void);

/* A value from outside, a number of this kind from low to high. */
#define IN(kind, x, low, high)                                                                                         \
    x = nondet_##kind();                                                                                               \
    __VERIFIER_assume((low) <= x && x <= (high))
#define SET(x, value) x = (value)
#define TEST(condition) (condition)
#define SWITCH(value) (value)
#define CHECK(condition) assert(condition)

#else
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 64, LONG = 4096 };
static jmp_buf done;
static enum { PASSES, FAILS, IS_NO_RUN } ending;
static long long values[MANY], lows[MANY], highs[MANY];
static int n_values, n_known, is_given;
static unsigned long long length, sum;
static char path[LONG];
static int n_path;

static void end(int how) {
    ending = how;
    longjmp(done, 1);
}

static void count(long long x) {
    length++;
    sum += x < 0 ? -x : x;
}

static long long next(long long low, long long high) {
    int n = n_values++;
    if (n >= n_known) {
        values[n] = low;
        n_known = n + 1;
    }
    if (is_given && (values[n] < low || values[n] > high))
        end(IS_NO_RUN);
    lows[n] = low;
    highs[n] = high;
    return values[n];
}

static int test(int truth) {
    length++;
    path[n_path++] = truth ? '1' : '0';
    return truth;
}

#define IN(kind, x, low, high) (x = next(low, high), count(x))
#define SET(x, value) (x = (value), count(x))
#define TEST(condition) test(!!(condition))
#define SWITCH(value) (length++, (value))
#define CHECK(condition) ((condition) ? (void)0 : end(FAILS))

static int program(void);

static void run(void) {
    length = sum = 0;
    n_path = n_values = 0;
    ending = PASSES;
    if (!setjmp(done))
        program();
    path[n_path] = '\0';
    printf("%s %llu %llu _%s", ending == FAILS ? "fails" : ending == PASSES ? "passes" : "is-no-run", length + 1, sum, path);
    for (int i = 0; i < n_values; i++)
        printf(" %lld", values[i]);
    printf("\n");
}

/* The next inputs in order; false after the last. */
static int advance(void) {
    for (n_known = n_values; n_known > 0; n_known--)
        if (values[n_known - 1] < highs[n_known - 1]) {
            values[n_known - 1]++;
            return 1;
        }
    return 0;
}

int main(int argc, char **argv) {
    is_given = argc > 1;
    if (!is_given) {
        do
            run();
        while (advance());
        return 0;
    }
    static char line[LONG];
    while (fgets(line, sizeof line, stdin)) {
        n_known = 0;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
            values[n_known++] = atoll(word);
        run();
    }
    return 0;
}

#define main(...) program(void)
#endif
