// expect: safe
// cbmc: --unwind 101
// what: A search for a symbolic key in 100 elements.
#include <assert.h>
unsigned char nondet_uchar(void);

#define N 100

int main(void) {
    unsigned char a[N];
    for (int i = 0; i < N; i++)
        a[i] = (unsigned char)(i * 7 + 3);
    unsigned char key = nondet_uchar();
    int found = -1;
    for (int i = 0; i < N; i++)
        if (a[i] == key)
            found = i;
    assert(found == -1 || a[found] == key);
    return 0;
}
