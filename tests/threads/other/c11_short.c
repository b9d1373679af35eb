// expect: violated
// property: assertion
// line: 28
// what: Two sections under a lock of C11 that should be one.
#include <assert.h>
#include <threads.h>

mtx_t lock;
int counter;

int work(void *unused) {
    mtx_lock(&lock);
    int now = counter;
    mtx_unlock(&lock);
    mtx_lock(&lock);
    counter = now + 1;
    mtx_unlock(&lock);
    return 0;
}

int main(void) {
    thrd_t a, b;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, work, 0);
    thrd_create(&b, work, 0);
    thrd_join(a, 0);
    thrd_join(b, 0);
    assert(counter == 2);
    mtx_destroy(&lock);
    return 0;
}
