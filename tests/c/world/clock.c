// expect: safe
// what: The clock does not go back.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t start = time(NULL);
    time_t end = time(NULL);
    assert(end >= start);
    return 0;
}
