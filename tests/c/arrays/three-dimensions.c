// expect: safe
// what: Three subscripts with symbolic values.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char cube[2][2][3] = {{{0}}};
    unsigned char x = __VERIFIER_nondet_uchar() & 1, y = __VERIFIER_nondet_uchar() & 1;
    unsigned char z = __VERIFIER_nondet_uchar() % 3;
    cube[x][y][z] = 9;
    int total = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++)
                total += cube[i][j][k];
    assert(total == 9);
    return 0;
}
