// expect: safe
// what: A member of a returned struct, without a variable between.
#include <assert.h>

struct pair { int first; int second; };

static struct pair divmod(int a, int b) {
    struct pair r = {a / b, a % b};
    return r;
}

int main(void) {
    assert(divmod(17, 5).first == 3);
    assert(divmod(17, 5).second == 2);
    return 0;
}
