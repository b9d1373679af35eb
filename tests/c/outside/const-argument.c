// expect: safe
// native: skip (gcc lacks what this program calls)
// what: What a pointer to const points to stays as it is.
#include <assert.h>

void show(const int *value);
int main(void) {
    int value = 1;
    show(&value);
    assert(value == 1);
    return 0;
}
