// expect: violated
// property: assertion
// line: 8
// native: skip (there is a clock)
// what: A machine that does not know the time says so.
#include <assert.h>
#include <time.h>
int main(void) { time_t now = time(NULL); assert(now >= 0); return 0; }
