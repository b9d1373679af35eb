// expect: safe
// what: Parameters declared between the list and the body.
#include <assert.h>

int scale(value, factor)
int value;
int factor;
{
    return value * factor;
}

long mixed(c, s, l)
char c;
short s;
long l;
{
    return c + s + l;
}

int main() {
    assert(scale(6, 7) == 42);
    assert(mixed('a', 2, 1l) == 100);
    return 0;
}
