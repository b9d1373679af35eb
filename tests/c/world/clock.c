// expect: safe
// what: The clock does not go back, where there is one.
#include <assert.h>
#include <time.h>

int main(void) {
    time_t start = time(NULL);
    time_t end = time(NULL);
    assert(start == (time_t)-1 || end == (time_t)-1 || end >= start);
    return 0;
}
