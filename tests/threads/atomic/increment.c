// expect: safe
// what: `++` of an atomic object is one operation.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int counter;

void *work(void *unused) {
    counter++;
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
