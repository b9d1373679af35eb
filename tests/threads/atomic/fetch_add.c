// expect: safe
// what: An atomic addition loses nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *work(void *unused) {
    atomic_fetch_add(&counter, 1);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
