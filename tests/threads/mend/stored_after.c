// expect: violated
// property: race
// line: 10
// what: The flag is set before the data is there.
#include <threads.h>
#include <stdatomic.h>
#include <assert.h>
static int data; static atomic_int ready;
static int w(void *a) { (void)a; atomic_store(&ready, 1); data = 7; return 0; }
static int r(void *a) { (void)a; if (atomic_load(&ready)) assert(data == 7); return 0; }
int main(void) { thrd_t t, u; thrd_create(&t, w, 0); thrd_create(&u, r, 0); thrd_join(t, 0); thrd_join(u, 0); return 0; }
