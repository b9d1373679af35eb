// expect: safe
// what: No type means int.
#include <assert.h>

limit = 3;

count(n) {
    register i;
    auto total = 0;
    for (i = 0; i < n; i++)
        total += i;
    return total;
}

main() {
    assert(count(limit) == 3);
    return 0;
}
