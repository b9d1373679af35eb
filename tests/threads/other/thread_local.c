// expect: safe
// what: Every thread has a counter of its own.
#include <assert.h>
#include <pthread.h>

_Thread_local int counter = 10;

void *work(void *unused) {
    counter++;
    assert(counter == 11);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 10);
    return 0;
}
