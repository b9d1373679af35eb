// expect: safe
// what: A declaration under the linker's name of something else stands for that.
#include <assert.h>

int real(void) {
    return 3;
}
int same(void) __asm__("real");

int number = 4;
extern int also __asm__("number");

int main(void) {
    assert(same() == 3);
    assert(also == 4);
    return 0;
}
