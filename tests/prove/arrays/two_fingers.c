// expect: safe
// what: Two indices move towards each other.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
char text[256];
int main(void) {
    int i = 0, j = 255;
    while (i < j) {
        char t = text[i];
        text[i] = text[j];
        text[j] = t;
        i++;
        j--;
    }
    assert(i >= j);
}
