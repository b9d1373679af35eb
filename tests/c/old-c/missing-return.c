// expect: safe
// what: A function that ends without a value is fine while nobody uses it.
#include <assert.h>

int seen;

int note(x)
int x;
{
    seen = x;
}

int main() {
    note(4);
    assert(seen == 4);
}
