// Elements of large blocks and arrays that nobody wrote, at places that only the run tells: they are inputs like others.
#include <assert.h>
#include <stdlib.h>

unsigned nondet_uint(void);

int main(void) {
    int *readings = malloc(400000 * sizeof(int));
    int limits[200000];
    unsigned i = nondet_uint() % 200000;
    unsigned j = nondet_uint() % 200000;
    if (!readings)
        return 1;
    readings[i] = 7;
    if (i > 5 && readings[j] == 12345)
        assert(limits[j] != (int)i + 3);
    free(readings);
    return 0;
}
