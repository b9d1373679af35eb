/* What stands around a program that is run natively: for each line of standard input, the program runs
 * with the numbers in it as its inputs, and one line tells how that ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *rest;

static long long next_input(void) {
    char *word = strtok(rest, " \n");
    rest = NULL;
    /* The run ends before it asks for more; after a change of path, what follows may be anything. */
    return word ? atoll(word) : 0;
}

int nondet_int(void) { return next_input(); }
unsigned nondet_uint(void) { return next_input(); }
char nondet_char(void) { return next_input(); }

void __VERIFIER_assume(int holds) {
    if (!holds)
        _exit(77);
}

int program(void);

int main(void) {
    static char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        pid_t child = fork();
        if (child == 0) {
            freopen("/dev/null", "w", stderr);
            rest = line;
            program();
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        int failed = WIFSIGNALED(status) || WEXITSTATUS(status) == 1;
        puts(failed ? "fails" : WEXITSTATUS(status) == 77 ? "is-no-run" : "passes");
        fflush(stdout);
    }
    return 0;
}

#define main(...) program(void)
