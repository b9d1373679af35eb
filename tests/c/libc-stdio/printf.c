// expect: safe
// what: Printing does not disturb anything.
#include <assert.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = &x, copy = x;
    printf("hello\n");
    printf("%d %u %ld %lld %x %c %s %p %%\n", x, 3u, 4l, 5ll, x, 'c', "text", (void *)p);
    printf("%f %.3g %e\n", __VERIFIER_nondet_double(), 0.5, 1e10);
    puts("line");
    putchar('x');
    fputs("error\n", stderr);
    fprintf(stderr, "%d\n", x);
    fflush(stdout);
    assert(x == copy);
    return 0;
}
