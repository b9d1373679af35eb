// expect: safe
// what: A weak symbol that is defined is there.
#include <assert.h>

__attribute__((weak)) int hook(void) {
    return 3;
}
int limit __attribute__((weak)) = 4;

int main(void) {
    assert(hook && hook() == 3 && &limit && limit == 4);
    return 0;
}
