// expect: violated
// property: null-dereference
// line: 26
// what: The way back over a jump leaves out what would have been done.
#include <setjmp.h>
#include <stdlib.h>

int nondet_int(void);
static jmp_buf error;
static int *volatile block;

static int parse(int c) {
    if (c > 9)
        longjmp(error, c);
    return c;
}

static void work(void) {
    int n = parse(nondet_int());
    block = malloc(sizeof(int));
    *block = n;
}

int main(void) {
    setjmp(error) || (work(), 0);
    *block += 1;
    free(block);
    return 0;
}
