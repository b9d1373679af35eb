// expect: safe
// what: Initialisers that are addresses of other objects.
#include <assert.h>

int base[5] = {10, 20, 30, 40, 50};
int *first = base;
int *third = &base[2];
int *last = base + 4;
int **indirect = &third;

int main(void) {
    assert(*first == 10 && *third == 30 && *last == 50);
    assert(last - first == 4);
    **indirect = 31;
    assert(base[2] == 31);
    return 0;
}
