// expect: violated
// property: deadlock
// line: 22
// what: A signal of C11 before somebody waits wakes nobody.
#include <threads.h>

mtx_t lock;
cnd_t done;

int work(void *unused) {
    mtx_lock(&lock);
    cnd_signal(&done);
    mtx_unlock(&lock);
    return 0;
}
int main(void) {
    thrd_t thread;
    mtx_init(&lock, mtx_plain);
    cnd_init(&done);
    thrd_create(&thread, work, 0);
    mtx_lock(&lock);
    cnd_wait(&done, &lock);
    mtx_unlock(&lock);
    thrd_join(thread, 0);
    return 0;
}
