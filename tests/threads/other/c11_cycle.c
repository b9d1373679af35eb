// expect: violated
// property: deadlock
// line: 10
// what: Two locks of C11 in different orders.
#include <threads.h>

mtx_t a, b;
int first(void *unused) {
    mtx_lock(&a);
    mtx_lock(&b);
    mtx_unlock(&b);
    mtx_unlock(&a);
    return 0;
}

int main(void) {
    thrd_t thread;
    mtx_init(&a, mtx_plain);
    mtx_init(&b, mtx_plain);
    thrd_create(&thread, first, 0);
    mtx_lock(&b);
    mtx_lock(&a);
    mtx_unlock(&a);
    mtx_unlock(&b);
    thrd_join(thread, 0);
    return 0;
}
