// expect: violated
// property: bounds
// line: 13
// what: The second index starts behind the end.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
char text[16];
int main(void) {
    int i = 0, j = 16;
    while (i < j) {
        char t = text[i];
        text[i] = text[j];
        text[j] = t;
        i++;
        j--;
    }
    return 0;
}
