// expect: safe
// what: The threads of C11.
#include <assert.h>
#include <threads.h>

mtx_t lock;
int counter;
int work(void *step) {
    mtx_lock(&lock);
    counter += *(int *)step;
    mtx_unlock(&lock);
    return 7;
}
int main(void) {
    thrd_t a, b;
    int step = 2, result;
    mtx_init(&lock, mtx_plain);
    thrd_create(&a, work, &step);
    thrd_create(&b, work, &step);
    thrd_join(a, &result);
    thrd_join(b, NULL);
    assert(counter == 4 && result == 7);
    return 0;
}
