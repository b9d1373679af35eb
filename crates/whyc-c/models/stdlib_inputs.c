/* stdlib.h: what a program learns from outside, as inputs of the run, and what is not modelled. */
#include "whyc.h"

int strcmp(const char *a, const char *b);
char *strcpy(char *to, const char *from);

/* Which numbers come is not promised by C, so every sequence is a run. */
int rand(void) {
    int random_number = __VERIFIER_nondet_int();
    __VERIFIER_assume(random_number >= 0);
    return random_number;
}

void srand(unsigned int seed) {
    (void)seed;
}

int rand_r(unsigned int *seed) {
    *seed = __VERIFIER_nondet_uint();
    return rand();
}

long random(void) {
    long random_number = __VERIFIER_nondet_int();
    __VERIFIER_assume(random_number >= 0);
    return random_number;
}

void srandom(unsigned int seed) {
    (void)seed;
}

double drand48(void) {
    double random_number = __VERIFIER_nondet_double();
    __VERIFIER_assume(random_number >= 0.0 && random_number < 1.0);
    return random_number;
}

long lrand48(void) {
    return random();
}

void srand48(long seed) {
    (void)seed;
}

/* The environment: each variable is missing, or a text of at most 15 characters, the same at every call. */
#define VARIABLES 4
#define NAME_SIZE 32
#define VALUE_SIZE 16

static struct {
    _Bool is_known, is_set;
    char name[NAME_SIZE];
    char value[VALUE_SIZE];
} environment[VARIABLES];

char *getenv(const char *name) {
    for (int i = 0; i < VARIABLES; i++) {
        if (!environment[i].is_known) {
            if (strlen(name) >= NAME_SIZE)
                break;
            strcpy(environment[i].name, name);
            _Bool is_set = __VERIFIER_nondet_bool();
            environment[i].is_known = 1;
            environment[i].is_set = is_set;
            for (int at = 0; at < VALUE_SIZE - 1; at++) {
                char character = __VERIFIER_nondet_char();
                environment[i].value[at] = character;
            }
            return is_set ? environment[i].value : NULL;
        }
        if (!strcmp(environment[i].name, name))
            return environment[i].is_set ? environment[i].value : NULL;
    }
    __whyc_unsupported("more than four environment variables, or one with a long name");
    return NULL;
}

char *secure_getenv(const char *name) {
    return getenv(name);
}

int setenv(const char *name, const char *value, int overwrite) {
    (void)name, (void)value, (void)overwrite;
    __whyc_unsupported("setenv");
    return -1;
}

int unsetenv(const char *name) {
    (void)name;
    __whyc_unsupported("unsetenv");
    return -1;
}

int putenv(char *text) {
    (void)text;
    __whyc_unsupported("putenv");
    return -1;
}

int system(const char *command) {
    (void)command;
    __whyc_unsupported("system");
    return -1;
}
