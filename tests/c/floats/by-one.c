// expect: safe
// what: A number times or by one stays what it is, however often.
#include <assert.h>

int main(void) {
    float f;
    double d;
    if (f != f || d != d)
        return 0;
    float g = f;
    double e = d;
    for (int i = 0; i < 40; i++) {
        g /= 1.0f;
        e = 1.0 * e;
    }
    assert(f == g && d == e);
    return 0;
}
