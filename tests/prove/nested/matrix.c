// expect: safe
// what: Rows and columns stay within a table.
#include <assert.h>
extern int nondet_int(void);
extern unsigned nondet_uint(void);
int table[8][8];
int main(void) {
    while (nondet_int()) {
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) table[i][j] = nondet_int();
    }
    return table[7][7];
}
