// expect: safe
// cbmc: --unwind 17
// what: Binary search in a sorted table of sixteen.
#include <assert.h>
int nondet_int(void);

int main(void) {
    static const int a[16] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    int key = nondet_int();
    int low = 0, high = 15, found = -1;
    while (low <= high && found < 0) {
        int middle = low + (high - low) / 2;
        if (a[middle] == key)
            found = middle;
        else if (a[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    for (int i = 0; i < 16; i++)
        assert(found >= 0 ? a[found] == key : a[i] != key);
    return 0;
}
