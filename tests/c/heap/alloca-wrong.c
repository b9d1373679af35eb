// expect: violated
// property: use-after-scope
// line: 17
// native: skip (gcc's sanitizer does not see it)
// what: The memory goes when the function returns.
#include <alloca.h>

static int *numbers(int n) {
    int *a = alloca(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = i;
    return a;
}

int main(void) {
    int *a = numbers(3);
    return a[1];
}
