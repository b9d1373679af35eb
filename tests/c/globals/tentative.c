// expect: safe
// what: Several tentative definitions and one with a value are one object.
#include <assert.h>

int shared;
extern int shared;
int shared = 7;
int shared;

int main(void) {
    assert(shared == 7);
    shared++;
    {
        extern int shared;
        assert(shared == 8);
    }
    return 0;
}
