// expect: violated
// property: bounds
// line: 11
// what: An unsigned index is never negative, so the loop runs past the front of the array.
#include <assert.h>

int main(void) {
    int a[3] = {1, 2, 3};
    int sum = 0;
    for (unsigned int i = 2; i >= 0; i--) {
        sum += a[i];
        if (sum > 100)
            break;
    }
    return 0;
}
