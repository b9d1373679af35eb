// expect: safe
// what: An array whose length is an input.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 4)
        return 0;
    int a[n], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i + 1;
    for (int i = 0; i < n; i++)
        sum += a[i];
    assert(sum == n * (n + 1) / 2);
    return 0;
}
